import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { restartPause } from "@/tools/serving/restart_pause.ts";

Deno.test("restartPause() doubles at each end, up to a minute, and restarts after a long enough run", () => {
  const pauses: number[] = [];
  let pause: number | null = null;
  for (let end = 0; end < 10; end++) {
    pause = restartPause(pause, { ranMs: 1_000 });
    pauses.push(pause);
  }
  deepStrictEqual(pauses, [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  strictEqual(restartPause(60_000, { ranMs: 60_000 }), 250);
});
