/** Servers and proxies on 127.0.0.1, and their connections. @module */
import { generateKeyPairSync, sign } from "node:crypto";

/** A server on a free port of 127.0.0.1. */
export interface TestServer {
  /** Origin without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

type Handler = (
  request: Request,
  info: Deno.ServeHandlerInfo,
) => Response | Promise<Response>;

/** Serves a handler until the server is closed. */
export function serve(handler: Handler): TestServer & { readonly port: number } {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, handler);
  const { port } = server.addr;
  return { url: `http://127.0.0.1:${port}`, port, close: () => server.shutdown() };
}

/** Serves a handler while `act` runs. */
export async function withServer<T>(
  handler: Handler,
  act: (server: { readonly url: string; readonly port: number }) => Promise<T>,
): Promise<T> {
  const { close, ...server } = serve(handler);
  try {
    return await act(server);
  } finally {
    await close();
  }
}

/** A port that is free now. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

export async function writeAll(to: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
}

export function closeQuietly(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch (error) {
    // The other direction has already closed it.
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}

/**
 * Serves a server's http answers over https, on a free port of 127.0.0.1.
 * @param upstream origin of the server, which may change; while nothing answers there, the proxy answers 502
 */
export function httpsInFrontOf(upstream: () => string): TestServer {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {}, ...selfSigned() },
    (request, { remoteAddr }) => forwarded(request, upstream(), remoteAddr.hostname),
  );
  return { url: `https://127.0.0.1:${server.addr.port}`, close: () => server.shutdown() };
}

async function forwarded(request: Request, upstream: string, client: string): Promise<Response> {
  const { host, pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set("host", host);
  headers.set("x-forwarded-for", client);
  headers.set("x-forwarded-proto", "https");
  const { method, body } = request;
  try {
    return await fetch(upstream + pathname + search, { method, headers, body, redirect: "manual" });
  } catch {
    return new Response("502 Bad Gateway", { status: 502 });
  }
}

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const UTF8 = 0x0c;
const TIME = 0x17;
/** Version 3 of certificates is written as 2. */
const VERSION = 0xa0;
/** Object identifiers: a common name, and ECDSA with SHA-256. */
const COMMON_NAME = Uint8Array.of(0x06, 3, 0x55, 0x04, 0x03);
const ECDSA_SHA256 = Uint8Array.of(0x06, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02);

/** A self-signed certificate and its key, as PEM. */
function selfSigned(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(SEQUENCE, ECDSA_SHA256);
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, text(UTF8, "127.0.0.1"))));
  const content = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Uint8Array.of(2))),
    der(INTEGER, Uint8Array.of(1)),
    algorithm,
    name,
    der(SEQUENCE, text(TIME, "200101000000Z"), text(TIME, "491231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = der(BIT_STRING, Uint8Array.of(0), sign("sha256", content, privateKey));
  const certificate = der(SEQUENCE, content, algorithm, signature).toBase64();
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function text(tag: number, value: string): Uint8Array {
  return der(tag, new TextEncoder().encode(value));
}

/** A value in DER: its tag, its length, its content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Uint8Array.from([tag, ...length, ...parts.flatMap((part) => [...part])]);
}
