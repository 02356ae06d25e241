import { ok, strictEqual } from "node:assert/strict";
import { withStoreFile } from "@/tests/helpers/stores.ts";
import { killOften, LEAST_WRITES } from "./kills.ts";
import { shareOneFile } from "./sharing.ts";

Deno.test("QF10 small: two processes on one file lose nothing, count exactly, and run a job one at a time", () =>
  withStoreFile(async (path) => {
    await shareOneFile(path, 150);
  }));

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
