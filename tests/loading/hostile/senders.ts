/**
 * Sends one hostile body: whole, or over a separate connection when it is cut, slow, or never sent.
 * @module
 */
import { FRONT } from "./answers.ts";
import type { ContentType, HostileBody } from "./bodies.ts";
import type { HostileEndpoint } from "./endpoints.ts";

export interface Sent {
  /** null when the connection was closed without an answer. */
  readonly status: number | null;
  /** Whether to send the body again later, since there was no room for it. */
  readonly isForLater: boolean;
}

/** An endpoint, and the headers that open it. */
export interface Target {
  readonly url: string;
  readonly endpoint: HostileEndpoint;
  readonly key: Readonly<Record<string, string>>;
}

const encoder = new TextEncoder();
const SAME_SITE = { "sec-fetch-site": "same-origin" };

export async function sendWhole(
  { url, endpoint, key }: Target,
  { bytes, encoding }: Pick<HostileBody, "bytes" | "encoding">,
  type: ContentType,
): Promise<Sent> {
  const headers = {
    ...SAME_SITE,
    "content-type": type,
    ...encoding !== null && { "content-encoding": encoding },
    ...key,
  };
  const init = { method: endpoint.method, body: bytes, headers, redirect: "manual" } as const;
  const answer = await fetch(url + endpoint.path, init);
  await answer.body?.cancel();
  const { status } = answer;
  return { status, isForLater: status === 503 && answer.headers.has("retry-after") };
}

const CHUNKED = "transfer-encoding: chunked";

function announcing(bytes: number) {
  return { head: `content-length: ${bytes}`, start: "field=va" };
}

/**
 * Bodies that do not end as announced, and their right answer: everywhere, or where they are read.
 */
export const UNENDED = {
  /** Every endpoint is behind the front, which refuses the announced length before reading. */
  "announced too long": { ...announcing(FRONT + 1), right: 413, isRefusedByAll: true },
  "cut": { ...announcing(1_000), right: 400, isRefusedByAll: false },
  "cut in a chunk": {
    head: CHUNKED,
    start: "8\r\nfield=va\r\n",
    right: 400,
    isRefusedByAll: false,
  },
  "no chunk": { head: CHUNKED, start: "zz\r\n", right: null, isRefusedByAll: true },
  "slow": { ...announcing(1_000), right: 408, isRefusedByAll: false },
} as const;

/** A kind of body that does not end. */
export type UnendedKind = keyof typeof UNENDED;
export const UNENDED_KINDS: readonly UnendedKind[] = [
  "announced too long",
  "cut",
  "cut in a chunk",
  "no chunk",
  "slow",
];

const TRICKLE_EVERY_MS = 500;

/** Sends a body that does not end: a slow one continues byte by byte, the others stop. */
export async function sendUnended(
  target: Target,
  kind: UnendedKind,
  type: ContentType,
): Promise<Sent> {
  const { head, start } = UNENDED[kind];
  const conn = await Deno.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(target.url).port),
  });
  const send = (text: string) => conn.write(encoder.encode(text));
  let trickle: ReturnType<typeof setInterval> | undefined;
  try {
    await send(`${headOf(target, type)}${head}\r\n\r\n${start}`);
    if (kind === "slow") {
      trickle = setInterval(() => void send("a").catch(() => {}), TRICKLE_EVERY_MS);
    } else if (kind !== "announced too long") await conn.closeWrite();
    return await answerOn(conn);
  } catch (error) {
    if (isClosed(error)) return { status: null, isForLater: false };
    throw error;
  } finally {
    clearInterval(trickle);
    conn.close();
  }
}

function headOf({ endpoint: { method, path }, key }: Target, type: ContentType): string {
  const headers = { host: "127.0.0.1", "content-type": type, ...SAME_SITE, ...key };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}`;
}

async function answerOn(conn: Deno.TcpConn): Promise<Sent> {
  const buffer = new Uint8Array(4_096);
  const size = await conn.read(buffer);
  const said = new TextDecoder().decode(buffer.subarray(0, size ?? 0));
  const status = /^HTTP\/1\.1 (\d{3})/.exec(said)?.[1];
  const isForLater = status === "503" && /^retry-after:/im.test(said);
  return { status: status === undefined ? null : Number(status), isForLater };
}

function isClosed(error: unknown): boolean {
  return error instanceof Deno.errors.ConnectionReset || error instanceof Deno.errors.BrokenPipe;
}
