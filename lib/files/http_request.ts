/** Sends an HTTP request and reads only the status and head of its answer. @module */

import { piecesOf } from "@/lib/base/bytes.ts";

/** A request whose answer is read only for its status, or its head. */
interface StatusRequest {
  readonly method: "POST" | "PUT";
  readonly url: URL;
  /** Address to connect to; the host of the URL by default. */
  readonly address?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Called after each part of the body is sent. */
  readonly onPartSent?: () => void;
}

/** Bytes of a body written together. */
const PIECE_BYTES = 64 * 1_024;

/**
 * The status of a host's answer. Without `fetch`, which resolves the name again, copies the whole body, reports no
 * progress, and sends no length for a stream; without `node:https`, which needs a permission the server does not have.
 *
 * @param signal ends the request
 * @throws when the connection fails, or the answer is not one of HTTP
 */
export async function statusOf(request: StatusRequest, signal: AbortSignal): Promise<number> {
  return (await responseHead(request, signal, STATUS_LINE)).status;
}

/** The head of a final answer. */
interface AnswerHead {
  readonly status: number;
  /** By name, in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

/** As {@link statusOf}, with the headers of the answer. */
export async function headOf(request: StatusRequest, signal: AbortSignal): Promise<AnswerHead> {
  return await responseHead(request, signal, HEAD_END);
}

/** @param end the end of what is read of the final answer */
async function responseHead(
  request: StatusRequest,
  signal: AbortSignal,
  end: RegExp,
): Promise<AnswerHead> {
  const { url, address = url.hostname.replace(/^\[|\]$/g, "") } = request;
  const isTls = url.protocol === "https:";
  const port = Number(url.port) || (isTls ? 443 : 80);
  let connection: Deno.TcpConn | Deno.TlsConn | null = null;
  const close = () => closed(connection);
  try {
    const tcp = await Deno.connect({ hostname: address, port, signal });
    connection = tcp;
    // Closing the connection ends the operations that wait on it.
    signal.addEventListener("abort", close);
    if (isTls) connection = await Deno.startTls(tcp, { hostname: url.hostname });
    const written = write(connection, request);
    // A host may answer before it has read everything, and close: its answer has the reason.
    written.catch(() => {});
    const head = await readHead(connection.readable, end);
    if (head.status < 300) await written;
    return head;
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}

function closed(connection: Deno.Conn | null): void {
  try {
    connection?.close();
  } catch {
    // The other end, or the time limit, already closed it.
  }
}

async function write({ writable }: Deno.Conn, request: StatusRequest): Promise<void> {
  const { method, url, headers, body, onPartSent } = request;
  const all = {
    ...headers,
    host: url.host,
    "content-length": String(body.length),
    connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n`;
  const writer = writable.getWriter();
  await writer.write(new TextEncoder().encode(head));
  for (const piece of piecesOf(body, PIECE_BYTES)) {
    await writer.write(piece);
    onPartSent?.();
  }
}

/** Maximum length of the head of an answer, characters. */
const HEAD_LENGTH = 16_000;

/** An interim answer, which a host may send before its final one, asked for or not (RFC 9110 §15.2). */
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d\b/;
const STATUS_LINE = /\n/;
const HEAD_END = /\r?\n\r?\n/;

/** The final answer up to an end. @throws when the answer does not begin as HTTP */
async function readHead(answer: ReadableStream<Uint8Array>, end: RegExp): Promise<AnswerHead> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const part of answer) {
    text = withoutInterim(text + decoder.decode(part, { stream: true }));
    const isFinal = end.test(text) && !INTERIM.test(text);
    if (isFinal || text.length > HEAD_LENGTH) break;
  }
  const [, status] = /^HTTP\/1\.[01] (\d{3})\b/.exec(text) ?? [];
  if (status === undefined || INTERIM.test(text)) throw new Error("not an answer of HTTP");
  const [head = ""] = text.split(HEAD_END);
  return { status: Number(status), headers: headersOf(head) };
}

function headersOf(head: string): AnswerHead["headers"] {
  const lines = head.split(/\r?\n/).slice(1);
  return new Map(lines.map((line) => {
    const [name = "", ...value] = line.split(":");
    return [name.toLowerCase(), value.join(":").trim()];
  }));
}

/** A beginning of an answer after its complete interim answers. */
function withoutInterim(text: string): string {
  const end = INTERIM.test(text) ? HEAD_END.exec(text) : null;
  return end === null ? text : withoutInterim(text.slice(end.index + end[0].length));
}
