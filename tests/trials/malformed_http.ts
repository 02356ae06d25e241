import { strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { seeded } from "@/tests/helpers/made_series.ts";
import { UNLIMITED, withServer } from "@/tools/serving/with_server.ts";
import { Visitor } from "@/tools/serving/visitor.ts";

const INPUTS = 100_000;
const AT_ONCE = 32;
const HUNG_AFTER_MS = 8000;

/** QF6: malformed HTTP: no crash, no hang, no internal error. */
export default async function malformedHttp(): Promise<void> {
  await withServer(readConfig(UNLIMITED), async ({ url, ended }) => {
    const port = Number(new URL(url).port);
    const chance = seeded(20260101);
    const counts: Record<Ending, number> = { answered: 0, fault: 0, closed: 0, hung: 0 };
    let left = INPUTS;
    const sender = async () => {
      while (left-- > 0) counts[await provoke(port, malformedRequest(chance), HUNG_AFTER_MS)] += 1;
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
    const { status } = await new Visitor(url).ask("/health");
    const crashed = await Promise.race([ended, Promise.resolve(null)]);
    const { answered, closed, hung, fault } = counts;
    console.log(
      `${INPUTS} inputs, ${answered} answered, ${closed} closed, ${hung} hung, ${fault} faults; then /health ${status}`,
    );
    strictEqual(hung + fault, 0);
    strictEqual(crashed, null);
    strictEqual(status, 200);
  });
}

const METHODS = [
  "GET",
  "POST",
  "PUT",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "get",
  "G\0T",
  "",
  "X".repeat(300),
];
const PATHS = [
  "/",
  "/login",
  "/%ff/x",
  "/%",
  "/%00",
  "//evil.example/",
  "/..;/..",
  "*",
  "http://x/",
  "/" + "a".repeat(9000),
  "/api/%2e%2e/x",
  "/?a=%zz",
  "/\u00e9",
  "",
];
const VERSIONS = ["HTTP/1.1", "HTTP/1.0", "HTTP/9.9", "HTTP/2.0", "http/1.1", ""];
const FIELDS = [
  "Host: x",
  "Host: [",
  "Host: a b",
  "Host: x\r\nHost: y",
  "Content-Length: 5",
  "Content-Length: -1",
  "Content-Length: 99999999999999999999",
  "Content-Length: 5\r\nContent-Length: 6",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: chunked, chunked",
  "Transfer-Encoding: gzip",
  "Transfer-Encoding : chunked",
  "Expect: 100-continue",
  "Expect: never",
  "Upgrade: websocket\r\nConnection: Upgrade",
  "Cookie: session=" + "é".repeat(50),
  "Cookie: session=\u0001",
  "Accept-Encoding: br;q=9, gzip;q=-1, *;q=abc",
  'If-None-Match: *,,"',
  "Content-Type: multipart/form-data",
  "Content-Type: \u00ff",
  "Range: bytes=5-1,-1,a",
  "X-Forwarded-For: ,,,",
  "Folded: a\r\n b",
  ": nameless",
  "No colon at all",
  "A: " + "b".repeat(20_000),
  "Nul: \0",
];
const BODIES = [
  "",
  "hello",
  "5\r\nhello\r\n0\r\n\r\n",
  "fffffffff\r\n",
  "-1\r\n",
  "0\r\nA: b\r\n",
  "\r\n\r\n",
  "email=%zz&password=%",
  "{",
  "\0".repeat(100),
];

/** One malformed request, or a valid one without meaning. */
export function malformedRequest(chance: () => number): string {
  const pick = (list: readonly string[]) => list[Math.floor(chance() * list.length)] ?? "";
  const fields = Array.from({ length: Math.floor(chance() * 5) }, () => pick(FIELDS));
  const lineEnd = chance() < 0.9 ? "\r\n" : pick(["\n", "\r", "\r\r\n", " \r\n"]);
  const head = [`${pick(METHODS)} ${pick(PATHS)} ${pick(VERSIONS)}`, "Connection: close", ...fields]
    .join(lineEnd);
  const text = head + lineEnd + lineEnd + pick(BODIES);
  return chance() < 0.3 ? scrambled(text, chance) : text;
}

function scrambled(text: string, chance: () => number): string {
  const at = Math.floor(chance() * text.length);
  if (chance() < 0.5) return text.slice(0, at);
  return text.slice(0, at) + String.fromCharCode(Math.floor(chance() * 256)) + text.slice(at + 1);
}

type Ending = "answered" | "fault" | "closed" | "hung";

/**
 * Sends a request, ends the client's half, and waits for the other side; a status of 500 or more is
 * a fault.
 */
export async function provoke(port: number, text: string, maxMs: number): Promise<Ending> {
  const conn = await Deno.connect({ hostname: "127.0.0.1", port });
  const late = Promise.withResolvers<"hung">();
  const timer = setTimeout(() => late.resolve("hung"), maxMs);
  try {
    return await Promise.race([exchange(conn, text), late.promise]);
  } finally {
    clearTimeout(timer);
    conn.close();
  }
}

async function exchange(conn: Deno.TcpConn, text: string): Promise<Ending> {
  const buffer = new Uint8Array(16 * 1024);
  let heard = "";
  try {
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff);
    for (let from = 0; from < bytes.length;) from += await conn.write(bytes.subarray(from));
    await conn.closeWrite();
    for (let count = await conn.read(buffer); count !== null; count = await conn.read(buffer)) {
      heard ||= new TextDecoder("latin1").decode(buffer.subarray(0, Math.min(count, 12)));
    }
  } catch {
    // A reset also ends the connection.
  }
  if (heard === "") return "closed";
  return Number(heard.slice(9, 12)) >= 500 ? "fault" : "answered";
}
