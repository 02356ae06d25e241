import { deepStrictEqual } from "node:assert/strict";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { accountStorm } from "./rate_storm.ts";

Deno.test("storm of 60 clients waits for reset + 1 s each time, and all are answered", () =>
  withPlatform(async (built) => {
    // 20 succeed each minute: 40 are refused at first, 20 of them once more.
    deepStrictEqual(await accountStorm(built, { clientCount: 60, perMinute: 20 }), {
      clientCount: 60,
      refusedCount: 60,
      earlyCount: 0,
      unsaidCount: 0,
      answeredCount: 60,
    });
  }));
