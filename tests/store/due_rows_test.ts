import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { z } from "zod";
import { dueRows } from "@/lib/store/job_queue.ts";
import { keys } from "@/lib/store/keys.ts";
import { idOf, type Store } from "@/lib/store/store.ts";
import { countedStore } from "@/tests/helpers/changed_stores.ts";
import { NOW, withStore } from "@/tests/helpers/fixtures.ts";

const HOUR_MS = 3_600_000;
const LIMIT = 5;

/** Ids of the due rows. */
async function due(store: Store, nowMs: number, newestCount = 0): Promise<string[]> {
  const { rows } = await dueRows(store, nowMs, {
    under: keys.outbox.under,
    schema: z.number(),
    longestMs: (putOffMs) => putOffMs,
    limit: LIMIT,
    newestCount,
  });
  return rows.map(({ key }) => idOf(key));
}

async function putOff(store: Store, count: number, byMs: number): Promise<void> {
  const atomic = store.atomic();
  for (let rank = 0; rank < count; rank++) atomic.set(keys.outbox(NOW + byMs, `m${rank}`), byMs);
  await atomic.commit();
}

// @spec mail.set-back-clock
Deno.test("dueRows() reads postponed rows once, and none of them again while the clock advances", () =>
  withStore(async (own) => {
    const { store, asked } = countedStore(own);
    await putOff(store, 300, HOUR_MS);
    deepStrictEqual(await due(store, NOW), []);
    strictEqual(asked.listed, 300);
    // A clock that differs by less than a minute was not set back.
    for (const nowMs of [NOW + 60_000, NOW + 1_000, NOW + 59_999]) await due(store, nowMs);
    strictEqual(asked.listed, 300);
    // A clock set back little by little is compared with its latest time.
    await due(store, NOW - 1);
    strictEqual(asked.listed, 600);
  }));

// @spec mail.set-back-clock
Deno.test("dueRows() finds after an hour the rows of another process whose clock is ahead", () =>
  withStore(async (store) => {
    deepStrictEqual(await due(store, NOW), []);
    await store.atomic().set(keys.outbox(NOW + 2 * HOUR_MS, "m0"), 0).commit();
    deepStrictEqual(await due(store, NOW), []);
    const elapsed = performance.now.bind(performance);
    performance.now = () => elapsed() + HOUR_MS;
    try {
      deepStrictEqual(await due(store, NOW), ["m0"]);
    } finally {
      performance.now = elapsed;
    }
  }));

// @spec mail.set-back-clock
Deno.test("dueRows() finds all rows written before the clock was set back, over as many runs as needed", () =>
  withStore(async (store) => {
    await putOff(store, 2 * LIMIT - 1, 60_000);
    deepStrictEqual(await due(store, NOW), []);
    const back = NOW - 2 * HOUR_MS;
    for (const count of [LIMIT, LIMIT - 1]) {
      // A run that checks for work finds the same rows.
      const found = await due(store, back);
      strictEqual(found.length, count);
      deepStrictEqual(await due(store, back), found);
      for (const id of found) await store.atomic().delete(keys.outbox(NOW + 60_000, id)).commit();
    }
    deepStrictEqual(await due(store, back), []);
  }));

// @spec mail.outbox
Deno.test("dueRows() includes the newest rows when a run cannot contain all, each once", () =>
  withStore(async (store) => {
    const ids: string[] = [];
    const queue = async (count: number) => {
      for (let rank = 0; rank < count; rank++) {
        const id = `m${ids.length}`;
        await store.atomic().set(keys.outbox(NOW + ids.length, id), 0).commit();
        ids.push(id);
      }
      // The last row is due at this very instant.
      return [NOW + ids.length - 1, 2] as const;
    };
    deepStrictEqual(await due(store, ...await queue(3)), ["m0", "m1", "m2"]);
    deepStrictEqual(await due(store, ...await queue(1)), ["m0", "m1", "m2", "m3"]);
    deepStrictEqual(await due(store, ...await queue(1)), ["m0", "m1", "m2", "m4", "m3"]);
    deepStrictEqual(await due(store, ...await queue(95)), ["m0", "m1", "m2", "m99", "m98"]);
    deepStrictEqual(await due(store, NOW + 100), ["m0", "m1", "m2", "m3", "m4"]);
  }));
