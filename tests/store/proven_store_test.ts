import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { openStore, provenStore } from "@/lib/store/open_store.ts";
import type { OpenedStore } from "@/lib/store/store.ts";
import { StoreUnavailable } from "@/lib/store/store_errors.ts";
import { type Disk, FULL, storeOn } from "@/tests/helpers/changed_stores.ts";

const SENTENCE = `Cannot write to the store "kv.db": ${FULL}`;

/** Runs `act` with a store on a disk, which counts how often it is closed. */
async function withDisk(
  disk: Disk,
  act: (store: OpenedStore, closed: () => number) => Promise<void>,
): Promise<void> {
  const inner = await openStore(":memory:");
  let count = 0;
  try {
    await act({ ...storeOn(disk, inner), close: () => void count++ }, () => count);
  } finally {
    inner.close();
  }
}

Deno.test("provenStore() returns a store that cannot be written, for a program that reads it, and reports it", () =>
  withDisk({ isFull: true }, async (store, closed) => {
    const said: string[] = [];
    const report = (sentence: string) => void said.push(sentence);
    strictEqual(await provenStore(store, { path: "kv.db", report, readsUnwritable: true }), store);
    deepStrictEqual([said, closed()], [
      [`${SENTENCE}. It is only read until it can be written.`],
      0,
    ]);
  }));

Deno.test("provenStore() closes and refuses one that cannot be written, for others, or that cannot be read either", () =>
  withDisk({ isFull: true }, async (store, closed) => {
    const options = { path: "kv.db", report: () => {} };
    const refused = (fault: unknown) =>
      fault instanceof StoreUnavailable && fault.message === SENTENCE;
    await rejects(() => provenStore(store, { ...options, readsUnwritable: false }), refused);
    const unreadable = { ...store, get: () => Promise.reject(new Error("gone")) };
    await rejects(() => provenStore(unreadable, { ...options, readsUnwritable: true }), refused);
    strictEqual(closed(), 2);
  }));

Deno.test("provenStore() says nothing of a store that can be written", () =>
  withDisk({ isFull: false }, async (store, closed) => {
    const report = (sentence: string) => {
      throw new Error(sentence);
    };
    strictEqual(await provenStore(store, { path: "kv.db", report, readsUnwritable: true }), store);
    strictEqual(closed(), 0);
  }));
