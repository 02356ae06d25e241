import { ok, strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { type SlowClient, slowClient } from "@/tests/loading/hostile/slow_clients.ts";
import type { LoadResult } from "@/tests/loading/load.ts";
import { loadBeside } from "@/tests/loading/load_process.ts";
import { needDescriptors, residentMiB } from "@/tests/loading/process_figures.ts";
import { startRaw } from "@/tests/loading/raw_process.ts";
import { UNLIMITED } from "@/tools/serving/unlimited.ts";
import { withServer } from "@/tools/serving/with_server.ts";

const HALF_HEADS = 5000;
const TRICKLED_BODIES = 500;
/** They connect over three seconds: all at once would measure their own machine. */
const OPENED_IN_MS = 3000;
const OPENED_AT_ONCE = 10;
const CLOSED_WITHIN_MS = 15_000;

const HEAD = "GET /login HTTP/1.1\r\nhost: x\r\nx-a: ";
const BODY =
  "POST /login HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n" +
  "content-length: 100000\r\n\r\nemail=";

/**
 * QF5: 5,000 heads that do not end and 500 bodies that are too slow, behind the guard, while others
 * read pages.
 *
 * A raw server with the same clients shows the effect of the machine and of the load itself.
 */
export default async function qf5(): Promise<void> {
  await needDescriptors(3 * (HALF_HEADS + TRICKLED_BODIES));
  const raw = await startRaw(new TextEncoder().encode("ok"), "");
  const rawPort = portOf(raw.url);
  await openedClients(rawPort);
  const besideRaw = await readPages(rawPort, 600);
  await raw.stop();
  await withServer(readConfig({ GUARD: "on", ...UNLIMITED }), async ({ url, pids }) => {
    const port = portOf(url);
    await loadBeside({ ...READERS, port, requests: 2000, perSecond: 400 });
    const alone = await readPages(port, 600);
    const restMiB = total(pids);
    const clients = await openedClients(port);
    const heldMiB = total(pids);
    const reading = readPages(port, 600);
    const closedAfter = await Promise.all(clients.map(({ closedAfterMs }) => closedAfterMs));
    const others = await reading;
    const slowest = Math.max(...closedAfter);
    console.log(
      `${clients.length} slow clients: the last one closed after ${(slowest / 1000).toFixed(1)} s`,
    );
    console.log(`pages before: ${timesText(alone)}`);
    console.log(`meanwhile: ${timesText(others)}`);
    console.log(`a raw server that holds them: ${timesText(besideRaw)}`);
    console.log(
      `memory of guard and server: ${restMiB.toFixed(0)} MiB at rest, +${
        (heldMiB - restMiB).toFixed(0)
      } MiB while held`,
    );
    ok(slowest <= CLOSED_WITHIN_MS);
    strictEqual(others.errors, 0);
    ok(others.p99 <= 10, "p99 of the others");
    ok(heldMiB - restMiB <= 150, "memory");
  });
}

const READERS = { path: "/health", connections: 4, perSecond: 50 };

function readPages(port: number, requests: number): Promise<LoadResult> {
  return loadBeside({ ...READERS, port, requests });
}

async function openedClients(port: number): Promise<SlowClient[]> {
  const [heads, bodies] = await Promise.all([
    opened(HALF_HEADS, () => slowClient(port, HEAD, 3000)),
    opened(TRICKLED_BODIES, () => slowClient(port, BODY, 1000)),
  ]);
  return [...heads, ...bodies];
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

function total(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + residentMiB(pid), 0);
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

function timesText({ p50, p99, max, errors }: LoadResult): string {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)}, max ${max.toFixed(0)}, ${errors} errors`;
}
