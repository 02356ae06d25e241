/** The program started as a user does, and requests in flight while it is stopped. @module */

import { ROOT } from "@/tools/files.ts";
import { linesOf, type ServerProcess } from "@/tools/serving/server_process.ts";
import { AnswerReader } from "./load.ts";

/** A running `deno task start`. */
interface Started {
  readonly pid: number;
  readonly url: string;
  /** Its address when it has printed that it is ready this many more times. */
  again(times: number): Promise<string>;
  /** Stops it; returns its exit code. */
  stop(): Promise<number>;
}

/** Starts the program as a user does, and waits until it is ready. */
export async function started(env: Readonly<Record<string, string>>): Promise<Started> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tools/start.ts"],
    cwd: ROOT,
    env: { NO_COLOR: "1", ...env },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const announced: PromiseWithResolvers<string>[] = [];
  const nth = (count: number) => announced[count] ??= Promise.withResolvers<string>();
  const heard = (async () => {
    let count = 0;
    for await (const line of linesOf(child.stdout)) {
      const url = /^Ready: (.+)$/.exec(line)?.[1];
      if (url !== undefined) nth(count++).resolve(url);
    }
    announced.forEach((one) => one.reject(new Error("It ended before it was ready.")));
  })();
  return {
    pid: child.pid,
    url: await nth(0).promise,
    again: (times) => nth(times).promise,
    async stop() {
      child.kill("SIGTERM");
      const [{ code }] = await Promise.all([child.status, heard]);
      return code;
    },
  };
}

const BODY = "email=personne%40exemple.fr&password=inconnu";

/** Results of the requests in flight, and how the server ended. */
interface Drained {
  readonly answered: number;
  readonly dropped: number;
  readonly exitCode: number;
}

/**
 * Sends the first half of `count` requests, stops the server, sends the other halves, and counts
 * the answers.
 */
export async function drain(
  server: Pick<ServerProcess, "url" | "stop">,
  count: number,
): Promise<Drained> {
  const port = Number(new URL(server.url).port);
  const conns = await Promise.all(Array.from({ length: count }, () => halfSent(port)));
  const stopped = server.stop();
  const answers = await Promise.all(conns.map(isAnswered));
  const answered = answers.filter((ok) => ok).length;
  return { answered, dropped: count - answered, exitCode: await stopped };
}

/**
 * A connection that has sent a sign-in form but for its last byte, once the server is reading it.
 */
async function halfSent(port: number): Promise<Deno.TcpConn> {
  const conn = await Deno.connect({ hostname: "127.0.0.1", port });
  const origin = `http://127.0.0.1:${port}`;
  const head = [
    "POST /login HTTP/1.1",
    `host: 127.0.0.1:${port}`,
    `origin: ${origin}`,
    "sec-fetch-site: same-origin",
    "content-type: application/x-www-form-urlencoded",
    `content-length: ${BODY.length}`,
    "expect: 100-continue",
  ].join("\r\n");
  await conn.write(new TextEncoder().encode(`${head}\r\n\r\n`));
  // "100 Continue" comes once the server reads the body.
  const buffer = new Uint8Array(256);
  const count = await conn.read(buffer);
  const first = new TextDecoder().decode(buffer.subarray(0, count ?? 0));
  if (!first.startsWith("HTTP/1.1 100")) {
    throw new Error(`Expected 100 Continue, got ${first.slice(0, 40)}`);
  }
  await conn.write(new TextEncoder().encode(BODY.slice(0, -1)));
  return conn;
}

async function isAnswered(conn: Deno.TcpConn): Promise<boolean> {
  const reader = new AnswerReader();
  const buffer = new Uint8Array(16 * 1024);
  try {
    await conn.write(new TextEncoder().encode(BODY.slice(-1)));
    for (let count = await conn.read(buffer); count !== null; count = await conn.read(buffer)) {
      if (reader.take(buffer.subarray(0, count))) return reader.status > 0;
    }
    return false;
  } catch {
    return false;
  } finally {
    conn.close();
  }
}
