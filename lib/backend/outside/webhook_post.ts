import { isIpv4, isPublicAddress } from "./public_address.ts";

export interface WebhookWay {
  /** Whether addresses that are not of the public Internet are taken too. */
  readonly allowsPrivate: boolean;
  readonly timeoutMs?: number;
  /** IPv4 addresses of a host name, asked for until the signal is aborted. */
  readonly resolve?: (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;
}

export interface WebhookPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What became of a post: taken, refused for good, or to be tried again. */
export type Posted =
  | { readonly outcome: "sent" }
  | { readonly outcome: "refused" | "later"; readonly answer: string };

const TIMEOUT_MS = 10_000;

/**
 * Posts to a webhook, at the very address that was found to be public: the name is not resolved twice. Redirects are not
 * followed, and the body of the answer is not read.
 *
 * @spec alarms.webhook-addresses
 */
export async function postWebhook(post: WebhookPost, way: WebhookWay): Promise<Posted> {
  const url = new URL(post.url);
  const signal = AbortSignal.timeout(way.timeoutMs ?? TIMEOUT_MS);
  try {
    const address = await addressOf(url.hostname, way, signal);
    if (address === null) return { outcome: "refused", answer: "not a public address" };
    const status = await statusOf({ ...post, url, address }, signal);
    if (status >= 200 && status < 300) return { outcome: "sent" };
    return { outcome: "later", answer: `HTTP ${status}` };
  } catch (fault) {
    if (signal.aborted) return { outcome: "later", answer: "no answer in time" };
    return { outcome: "later", answer: String(Object(fault).message ?? fault).slice(0, 200) };
  }
}

/** The address to connect to; null when one of the host's is not public. @throws when it has none */
async function addressOf(
  hostname: string,
  { allowsPrivate, resolve = resolveDns }: WebhookWay,
  signal: AbortSignal,
): Promise<string | null> {
  // IPv6 literals stand in brackets.
  if (hostname.startsWith("[")) return null;
  const addresses = isIpv4(hostname) ? [hostname] : await resolve(hostname, signal);
  const [first] = addresses;
  if (first === undefined) throw new Error("The host has no IPv4 address");
  return allowsPrivate || addresses.every(isPublicAddress) ? first : null;
}

function resolveDns(hostname: string, signal: AbortSignal): Promise<string[]> {
  return Deno.resolveDns(hostname, "A", { signal });
}

interface Addressed extends Omit<WebhookPost, "url"> {
  readonly url: URL;
  readonly address: string;
}

/**
 * The status answered by the host at an address. By hand: `fetch` would resolve the name again, and `node:https` asks for
 * a permission that the server does not have.
 */
async function statusOf(post: Addressed, signal: AbortSignal): Promise<number> {
  const { url, address } = post;
  const isTls = url.protocol === "https:";
  const port = Number(url.port) || (isTls ? 443 : 80);
  let connection: Deno.TcpConn | Deno.TlsConn | null = null;
  try {
    const tcp = await Deno.connect({ hostname: address, port, signal });
    connection = tcp;
    // What waits on a connection ends when it is closed.
    signal.addEventListener("abort", () => closed(connection));
    if (isTls) connection = await Deno.startTls(tcp, { hostname: url.hostname });
    const writer = connection.writable.getWriter();
    await writer.write(requestOf(post));
    return await readStatus(connection.readable);
  } finally {
    closed(connection);
  }
}

function closed(connection: Deno.Conn | null): void {
  try {
    connection?.close();
  } catch {
    // Its other end, or the time that it had, closed it already.
  }
}

function requestOf({ url, headers, body }: Addressed): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(body);
  const all = {
    ...headers,
    host: url.host,
    "content-length": String(bytes.length),
    connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n`;
  return new Uint8Array([...new TextEncoder().encode(head), ...bytes]);
}

/** Longest first line of an answer, characters. */
const STATUS_LENGTH = 1_000;

/** @throws when the answer does not begin as one of HTTP */
async function readStatus(answer: ReadableStream<Uint8Array>): Promise<number> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const part of answer) {
    text += decoder.decode(part, { stream: true });
    if (text.includes("\n") || text.length > STATUS_LENGTH) break;
  }
  const [, status] = /^HTTP\/1\.[01] (\d{3})\b/.exec(text) ?? [];
  if (status === undefined) throw new Error("not an answer of HTTP");
  return Number(status);
}
