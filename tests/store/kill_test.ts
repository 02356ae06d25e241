import { ok, strictEqual } from "node:assert/strict";
import { killOften, LEAST_WRITES } from "@/tests/helpers/kills.ts";
import { withStoreFile } from "@/tests/helpers/stores.ts";

Deno.test("the store loses no acknowledged write when its process is killed, and figures match the readings", () =>
  withStoreFile(async (path) => {
    const { kills, acknowledged } = await killOften(path, {
      kills: 20,
      longestMs: 400,
      seed: 1,
      residences: 2,
    });
    strictEqual(kills, 20);
    ok(acknowledged >= kills * LEAST_WRITES, `only ${acknowledged} writes were acknowledged`);
  }));
