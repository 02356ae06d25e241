import { ok, strictEqual } from "node:assert/strict";
import { readConfig } from "../../fresh.config.ts";
import { loadBeside } from "../loading/load_process.ts";
import { needDescriptors, residentMiB } from "../loading/process_figures.ts";
import { type SlowClient, slowClient } from "../loading/slow_clients.ts";
import { withServer } from "../serving/with_server.ts";
import { UNLIMITED } from "../loading/unlimited.ts";

const HALF_HEADS = 5000;
const TRICKLED_BODIES = 500;
const CLOSED_WITHIN_MS = 15_000;

const HEAD = "GET /login HTTP/1.1\r\nhost: x\r\nx-a: ";
const BODY =
  "POST /login HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n" +
  "content-length: 100000\r\n\r\nemail=";

/** QF5: 5,000 heads that do not end and 500 bodies that trickle, behind the guard, while others read pages. */
export default async function qf5(): Promise<void> {
  await needDescriptors(3 * (HALF_HEADS + TRICKLED_BODIES));
  await withServer(readConfig({ GUARD: "on", ...UNLIMITED }), async ({ url, pids }) => {
    const port = Number(new URL(url).port);
    const readers = { port, path: "/health", connections: 4, perSecond: 50 };
    await loadBeside({ ...readers, requests: 500, perSecond: 200 });
    const alone = await loadBeside({ ...readers, requests: 300 });
    const restMiB = total(pids);
    const clients = [
      ...await opened(HALF_HEADS, () => slowClient(port, HEAD, 3000)),
      ...await opened(TRICKLED_BODIES, () => slowClient(port, BODY, 1000)),
    ];
    const heldMiB = total(pids);
    const reading = loadBeside({ ...readers, requests: 600 });
    const closedAfter = await Promise.all(clients.map(({ closedAfterMs }) => closedAfterMs));
    const others = await reading;
    const slowest = Math.max(...closedAfter);
    console.log(
      `${clients.length} slow clients: the last one closed after ${(slowest / 1000).toFixed(1)} s`,
    );
    console.log(`pages before: p50 ${alone.p50.toFixed(1)} ms, p99 ${alone.p99.toFixed(1)} ms`);
    console.log(
      `meanwhile: p50 ${others.p50.toFixed(1)} ms, p99 ${
        others.p99.toFixed(1)
      } ms, ${others.errors} errors`,
    );
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

async function opened(count: number, open: () => Promise<SlowClient>): Promise<SlowClient[]> {
  const clients: SlowClient[] = [];
  while (clients.length < count) {
    const batch = Math.min(100, count - clients.length);
    clients.push(...await Promise.all(Array.from({ length: batch }, open)));
  }
  return clients;
}

function total(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + residentMiB(pid), 0);
}
