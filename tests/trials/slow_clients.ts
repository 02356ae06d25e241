import { ok, strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { loadBeside, type LoadResult, timesText } from "@/tests/loading/load.ts";
import { needDescriptors, residentMiB } from "@/tests/loading/process_figures.ts";
import { NotRun } from "@/tests/runner/run_named.ts";
import { freePort } from "@/tests/tools/loopback.ts";
import { ROOT } from "@/tools/files.ts";
import { UNLIMITED, withServer } from "@/tools/serving/with_server.ts";

const HALF_HEADS = 1400;
const TRICKLED_BODIES = 100;
/** They connect over three seconds: all at once would measure their own machine. */
const OPENED_IN_MS = 3000;
const OPENED_AT_ONCE = 10;
const CLOSED_WITHIN_MS = 15_000;

const HEAD = "GET /login HTTP/1.1\r\nhost: x\r\nx-a: ";
const BODY =
  "POST /login HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n" +
  "content-length: 100000\r\n\r\nemail=";

/**
 * QF5: heads that do not end and bodies that trickle, through Caddy with the shipped `deploy/Caddyfile`: the heads are
 * closed, the bodies wait in the proxy, and others read pages meanwhile.
 */
export default async function slowClients(): Promise<void> {
  await needDescriptors(3 * (HALF_HEADS + TRICKLED_BODIES));
  await withServer(readConfig({ TRUST_PROXY: "on", ...UNLIMITED }), async ({ url, pid }) => {
    await using proxy = await caddyBefore(url);
    const { port } = proxy;
    await loadBeside({ ...READERS, port, requests: 2000, perSecond: 400 });
    const alone = await readPages(port);
    const restMiB = residentMiB(pid);
    const [heads, bodies] = await Promise.all([
      opened(HALF_HEADS, () => slowClient(port, HEAD, 3000)),
      opened(TRICKLED_BODIES, () => slowClient(port, BODY, 1000)),
    ]);
    const heldMiB = residentMiB(pid) - restMiB;
    const reading = readPages(port);
    const closedAfter = await Promise.all(heads.map(({ closedAfterMs }) => closedAfterMs));
    const others = await reading;
    bodies.forEach((body) => body.close());
    await Promise.all(bodies.map(({ closedAfterMs }) => closedAfterMs));
    const slowestMs = Math.max(...closedAfter);
    console.log(
      `${HALF_HEADS} heads: the last one closed after ${(slowestMs / 1000).toFixed(1)} s`,
    );
    console.log(`pages before: ${timesText(alone)}; meanwhile: ${timesText(others)}`);
    console.log(`memory of the server: +${heldMiB.toFixed(0)} MiB while held`);
    ok(slowestMs <= CLOSED_WITHIN_MS, "heads");
    strictEqual(others.errors, 0);
    ok(others.p99 <= Math.max(10, 2 * alone.p99), "p99 of the others");
    ok(heldMiB <= 50, "memory");
  });
}

/** Caddy in front of a program, as an operator runs it. @throws {NotRun} without Caddy on this machine */
async function caddyBefore(url: string): Promise<AsyncDisposable & { readonly port: number }> {
  const port = freePort();
  const folder = await Deno.makeTempDir({ prefix: "caddy-" });
  const env = {
    SITE: `http://127.0.0.1:${port}, http://x:${port}`,
    PROGRAM: new URL(url).host,
    CADDY_ADMIN: `unix/${folder}/admin`,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
  };
  const args = ["run", "--adapter", "caddyfile", "--config", `${ROOT}deploy/Caddyfile`];
  const child = spawned(new Deno.Command("caddy", { args, env, stdout: "null", stderr: "null" }));
  for (let tries = 0; !await answers(`http://127.0.0.1:${port}/health`); tries++) {
    if (tries === 100) throw new Error("Caddy does not answer.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

function spawned(command: Deno.Command): Deno.ChildProcess {
  try {
    return command.spawn();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new NotRun("there is no caddy on this machine");
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const { ok, body } = await fetch(url);
    await body?.cancel();
    return ok;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

const READERS = { path: "/health", connections: 4, perSecond: 50 };

function readPages(port: number): Promise<LoadResult> {
  return loadBeside({ ...READERS, port, requests: 600 });
}

async function opened(count: number, open: () => Promise<SlowClient>): Promise<SlowClient[]> {
  const clients: SlowClient[] = [];
  const startedAt = performance.now();
  while (clients.length < count) {
    clients.push(...await Promise.all(Array.from({ length: OPENED_AT_ONCE }, open)));
    const early = startedAt + clients.length / count * OPENED_IN_MS - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
  }
  return clients;
}

/** A client that waits to be closed, and the time it took. */
interface SlowClient {
  /** Milliseconds from its connection until the other side closed it. */
  readonly closedAfterMs: Promise<number>;
  /** Gives up. */
  close(): void;
}

/** Opens a connection, sends `start`, then one byte every `everyMs` until the other side closes. */
async function slowClient(
  port: number,
  start: string,
  everyMs: number,
): Promise<SlowClient> {
  const conn = await Deno.connect({ hostname: "127.0.0.1", port });
  const openedAt = performance.now();
  await conn.write(new TextEncoder().encode(start));
  const trickle = setInterval(() => void conn.write(new Uint8Array([97])).catch(() => {}), everyMs);
  const closedAfterMs = untilClosed(conn).then(() => {
    clearInterval(trickle);
    return performance.now() - openedAt;
  });
  return { closedAfterMs, close: () => void conn.closeWrite().catch(() => {}) };
}

async function untilClosed(conn: Deno.TcpConn): Promise<void> {
  const buffer = new Uint8Array(1024);
  try {
    while (await conn.read(buffer) !== null);
  } catch {
    // A reset also ends the connection.
  }
  conn.close();
}
