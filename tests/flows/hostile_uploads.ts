/**
 * Uploads to a running server that are too large, cut, or another user's, written byte by byte.
 * @module
 */

import { joinedBytes } from "@/lib/base/bytes.ts";
import { links } from "@/lib/ui/links.ts";
import { type AppUnderTest, withApp } from "@/tests/tools/app_under_test.ts";
import { writeAll } from "@/tests/tools/loopback.ts";
import { ASKED_DOCUMENT, seedProvider } from "@/tools/serving/seeded_stores.ts";
import { UNLIMITED } from "@/tools/serving/with_server.ts";

export const MIB = 1_024 * 1_024;
/**
 * Bytes written before the refusal: the limit of 20 MiB, and the buffers of the system, 32 and 4
 * MiB.
 */
export const WRITTEN_MAX: number = 60 * MIB;

/** The address of the document requested from the provider. */
export const DOCUMENT_PATH =
  `/api/collect/orgs/${ASKED_DOCUMENT.orgId}/contracting/requests/${ASKED_DOCUMENT.requestId}` +
  `/documents/${ASKED_DOCUMENT.documentId}`;

/** The same document in the portal. */
export const PORTAL_PATH: string = links.providerDocument(ASKED_DOCUMENT);

/** The whole program, and the token of a link to its requested documents. */
export function withProvider(
  test: (app: AppUnderTest, token: string) => Promise<void>,
): Promise<void> {
  let token = "";
  return withApp((app) => test(app, token), {
    settings: { DEMO: "off", ...UNLIMITED },
    prepare: async (kvPath) => {
      token = await seedProvider(kvPath);
    },
  });
}

const BOUNDARY = "frontier";
/** The content type of a deposit. */
export const DEPOSIT_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A multipart body that deposits a file. */
export function depositBody(file: Uint8Array, fileName = "releve.pdf"): Uint8Array<ArrayBuffer> {
  const data = [{ typedocValueId: "w1", rank: 0, value: "65" }, {
    typedocValueId: "w2",
    rank: 0,
    value: "52",
  }];
  const field = (name: string, value: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = field("completionDate", "2020-01-01") + field("data", JSON.stringify(data)) +
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n` +
    "Content-Type: application/pdf\r\n\r\n";
  const encoder = new TextEncoder();
  const parts = [encoder.encode(head), file, encoder.encode(`\r\n--${BOUNDARY}--\r\n`)];
  return joinedBytes(parts);
}

/** A request written on a separate connection. */
interface Upload {
  readonly token: string;
  readonly path?: string;
  readonly method?: string;
  /** Headers with the length of the body. */
  readonly length: string;
  /** The body to write, which a server may stop reading. */
  readonly body: Iterable<Uint8Array>;
}

/** The answer to an upload, and the bytes that the connection accepted. */
export interface Uploaded {
  /** null when the connection was closed without an answer. */
  readonly status: number | null;
  readonly writtenBytes: number;
}

/** Writes a request until its body ends or the server answers or closes. */
export async function upload(
  url: string,
  { token, path = DOCUMENT_PATH, method = "PUT", length, body }: Upload,
): Promise<Uploaded> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(url).port) });
  const head = [
    `${method} ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    `X-Authtoken: ${token}`,
    `Content-Type: ${DEPOSIT_TYPE}`,
    length,
    "Connection: close",
    "\r\n",
  ].join("\r\n");
  const answer = readAnswer(connection);
  let isAnswered = false;
  void answer.then(() => isAnswered = true);
  let writtenBytes = 0;
  try {
    await writeAll(connection, new TextEncoder().encode(head));
    for (const part of body) {
      if (isAnswered) break;
      await writeAll(connection, part);
      writtenBytes += part.length;
    }
    if (!isAnswered) await connection.closeWrite();
  } catch (fault) {
    if (!isClosed(fault)) throw fault;
  }
  const status = await answer;
  connection.close();
  return { status, writtenBytes };
}

async function readAnswer(connection: Deno.Conn): Promise<number | null> {
  const bytes = new Uint8Array(4_096);
  try {
    const count = await connection.read(bytes);
    const line = new TextDecoder().decode(bytes.subarray(0, count ?? 0));
    return Number(/^HTTP\/1\.1 (\d+)/.exec(line)?.[1] ?? Number.NaN) || null;
  } catch (fault) {
    if (!isClosed(fault)) throw fault;
    return null;
  }
}

function isClosed(fault: unknown): boolean {
  return fault instanceof Deno.errors.BrokenPipe || fault instanceof Deno.errors.ConnectionReset ||
    fault instanceof Deno.errors.ConnectionAborted || fault instanceof Deno.errors.BadResource ||
    fault instanceof Deno.errors.NotConnected;
}

const PIECE = new Uint8Array(64 * 1_024).fill(65);

/** The given number of bytes of an endless file. */
export function* endless(bytes: number): Generator<Uint8Array> {
  const whole = depositBody(new Uint8Array());
  yield whole.subarray(0, whole.length - BOUNDARY.length - 8);
  for (let sent = 0; sent < bytes; sent += PIECE.length) yield PIECE;
}

/** A body in chunks, without its end. */
export function* chunked(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const piece of pieces) {
    yield encoder.encode(`${piece.length.toString(16)}\r\n`);
    yield piece;
    yield encoder.encode("\r\n");
  }
}
