/** Has ClamAV scan a file for viruses. @module */

/** Address of ClamAV's daemon, the virus scanner. */
interface ClamdOptions {
  readonly hostname: string;
  readonly port: number;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
const CHUNK_BYTES = 64 * 1_024;
/** Maximum size of an answer; real ones are shorter. */
const ANSWER_BYTES = 4_096;

/**
 * True when the scanner finds a virus in a file, with its `INSTREAM` command.
 *
 * @spec deposits.scanner
 * @throws Error when it cannot be reached, is too slow, or sends an unknown answer
 */
export async function isInfected(
  bytes: Uint8Array,
  { hostname, port, timeoutMs = TIMEOUT_MS }: ClamdOptions,
): Promise<boolean> {
  const signal = AbortSignal.timeout(timeoutMs);
  const connection = await Deno.connect({ hostname, port, signal });
  const close = () => closed(connection);
  signal.addEventListener("abort", close);
  try {
    const writer = connection.writable.getWriter();
    await writer.write(new TextEncoder().encode("zINSTREAM\0"));
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      const chunk = bytes.subarray(at, at + CHUNK_BYTES);
      await writer.write(lengthOf(chunk));
      await writer.write(chunk);
    }
    await writer.write(lengthOf(new Uint8Array()));
    return isFound(await answerOf(connection));
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}

function lengthOf({ length }: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, length);
  return bytes;
}

async function answerOf({ readable }: Deno.TcpConn): Promise<string> {
  let text = "";
  for await (const part of readable.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes("\0") || text.length > ANSWER_BYTES) break;
  }
  return text;
}

function isFound(answer: string): boolean {
  if (/^stream: OK\0/.test(answer)) return false;
  if (/^stream: .* FOUND\0/.test(answer)) return true;
  throw new Error("The virus scanner did not say what it found");
}

function closed(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch (fault) {
    if (!(fault instanceof Deno.errors.BadResource)) throw fault;
  }
}
