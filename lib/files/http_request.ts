/** Posts to an address and reads only the status of the answer. @module */

/** A request whose answer is read only for its status. */
interface Post {
  readonly url: URL;
  /** Address to connect to: the name is not resolved again. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * The status of a host's answer. Without `fetch`, which resolves the name again; without `node:https`, which needs a
 * permission the server does not have.
 *
 * @param signal ends the request
 * @throws when the connection fails, or the answer is not one of HTTP
 */
export async function statusOf(request: Post, signal: AbortSignal): Promise<number> {
  const { url, address } = request;
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
    const status = await readStatus(connection.readable);
    if (status < 300) await written;
    return status;
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

async function write({ writable }: Deno.Conn, { url, headers, body }: Post): Promise<void> {
  const all = {
    ...headers,
    host: url.host,
    "content-length": String(body.length),
    connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n`;
  const writer = writable.getWriter();
  await writer.write(new TextEncoder().encode(head));
  await writer.write(body);
}

/** Maximum length of the head of an answer, characters. */
const HEAD_LENGTH = 16_000;

/** An interim answer, which a host may send before its final one, asked for or not (RFC 9110 §15.2). */
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d\b/;
const HEAD_END = /\r?\n\r?\n/;

/** The status of the final answer. @throws when the answer does not begin as HTTP */
async function readStatus(answer: ReadableStream<Uint8Array>): Promise<number> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const part of answer) {
    text = withoutInterim(text + decoder.decode(part, { stream: true }));
    const isFinal = text.includes("\n") && !INTERIM.test(text);
    if (isFinal || text.length > HEAD_LENGTH) break;
  }
  const [, status] = /^HTTP\/1\.[01] (\d{3})\b/.exec(text) ?? [];
  if (status === undefined || INTERIM.test(text)) throw new Error("not an answer of HTTP");
  return Number(status);
}

/** A beginning of an answer after its complete interim answers. */
function withoutInterim(text: string): string {
  const end = INTERIM.test(text) ? HEAD_END.exec(text) : null;
  return end === null ? text : withoutInterim(text.slice(end.index + end[0].length));
}
