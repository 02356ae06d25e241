import { ok, strictEqual } from "node:assert/strict";
import { killOften } from "./kills.ts";
import { withStoreFile } from "./stores.ts";

Deno.test("the store loses no acknowledged write when its process is killed, and figures match the readings", () =>
  withStoreFile(async (path) => {
    const { kills, acknowledged } = await killOften(path, {
      kills: 20,
      longestMs: 400,
      seed: 1,
      residences: 2,
    });
    strictEqual(kills, 20);
    ok(acknowledged > 200, `only ${acknowledged} writes were acknowledged`);
  }));
