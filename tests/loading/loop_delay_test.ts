import { deepStrictEqual, ok } from "node:assert/strict";
import { serve } from "@/tests/tools/loopback.ts";
import { loopDelayOf, withLoopDelay } from "./loop_delay.ts";

Deno.test("loopDelayOf() returns the p99 and the maximum of each figure", () => {
  const probes = Array.from(
    { length: 100 },
    (_, at) => ({ ms: at + 1, cpuMs: at, waitMs: 2 * at, askerWaitMs: 1, atMs: 1_000 * at }),
  );
  deepStrictEqual(loopDelayOf(probes), {
    probeCount: 100,
    p99Ms: 100,
    maxMs: 100,
    cpuP99Ms: 99,
    cpuMaxMs: 99,
    waitMaxMs: 198,
    // The first one: 1 ms, all of which the probe waited for a processor.
    ownMaxMs: 0,
    slowestAtMs: 1,
  });
});

Deno.test("withLoopDelay() detects that a server blocks its event loop", async () => {
  const probed = Promise.withResolvers<void>();
  const server = serve(() => {
    hold(60);
    probed.resolve();
    return new Response("ok");
  });
  const target = { port: server.port, pid: Deno.pid };
  const { delay } = await withLoopDelay(target, () => probed.promise);
  await server.close();
  // The blocked probe took at least that long, however busy the machine is.
  ok(delay.probeCount > 0 && delay.maxMs >= 60 && delay.p99Ms <= delay.maxMs);
});

function hold(ms: number): void {
  const startedAt = performance.now();
  while (performance.now() - startedAt < ms);
}
