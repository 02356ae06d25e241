import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { StoredAnswers } from "@/lib/api/outside_answers.ts";
import { storeOn } from "@/tests/helpers/changed_stores.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

// @spec upstream.cache
Deno.test("StoredAnswers return an answer until it expires, before the store deletes it", () =>
  withStore(async (store, clock) => {
    const answers = new StoredAnswers(store, clock.now);
    const kept = { value: [1], keptAt: clock.now() };
    await answers.write("a", kept, 5_000);
    clock.advance(4_999);
    deepStrictEqual(await answers.read("a"), kept);
    clock.advance(1);
    strictEqual(await answers.read("a"), null);
  }));

Deno.test("StoredAnswers leave out an answer that is longer than a value of the store may be", () =>
  withStore(async (store, { now }) => {
    const answers = new StoredAnswers(store, now);
    const read = async (value: unknown) => {
      await answers.write("a", { value, keptAt: now() }, 5_000);
      const found = await answers.read("a");
      await answers.remove("a");
      return found?.value;
    };
    // With its quotes.
    const longest = "é".repeat(19_998);
    strictEqual(await read(longest), longest);
    for (const one of [`${longest}x`, "x".repeat(70_000), undefined]) {
      strictEqual(await read(one), undefined);
    }
  }));

Deno.test("StoredAnswers store nothing while the disk is full, and let the answer be given", () =>
  withStore(async (store, { now }) => {
    const disk = { isFull: true };
    const answers = new StoredAnswers(storeOn(disk, store), now);
    const kept = { value: [1], keptAt: now() };
    await answers.write("a", kept, 5_000);
    strictEqual(await answers.read("a"), null);
    disk.isFull = false;
    await answers.write("a", kept, 5_000);
    deepStrictEqual(await answers.read("a"), kept);
  }));
