import { deepStrictEqual } from "node:assert/strict";
import { retryAfterMs } from "@/lib/store/job_queue.ts";

Deno.test("retryAfterMs() increases after each attempt, up to six hours", () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 100].map((attempts) => retryAfterMs(attempts) / 60_000);
  deepStrictEqual(minutes, [1, 5, 15, 60, 180, 360, 360, 360]);
});
