import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { giveBackFreePages } from "@/lib/store/store_file.ts";
import { withStoreFile } from "@/tests/helpers/stores.ts";
import { backUp } from "@/tools/keeping/backup.ts";
import { restore } from "@/tools/keeping/restore.ts";

const COUNT = 1_000;
const KEPT = 100;
const VALUE = new Uint8Array(9_000);

/** Fills a store, then deletes nine values of ten. */
async function churn(store: Store): Promise<void> {
  for (let from = 0; from < COUNT; from += 50) {
    const atomic = store.atomic();
    for (let n = from; n < from + 50; n++) atomic.set(keys.blobPart("b", n), VALUE);
    await atomic.commit();
  }
  const atomic = store.atomic();
  for (let n = KEPT; n < COUNT; n++) atomic.delete(keys.blobPart("b", n));
  await atomic.commit();
}

function pagesOf(path: string): { pages: number; free: number; mode: unknown } {
  using database = new DatabaseSync(path, { readOnly: true });
  const figure = (name: string) => Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0];
  deepStrictEqual(figure("integrity_check"), "ok");
  return {
    pages: Number(figure("page_count")),
    free: Number(figure("freelist_count")),
    mode: figure("auto_vacuum"),
  };
}

Deno.test("giveBackFreePages() shortens the file of a store in use, and loses no concurrent write", () =>
  withStoreFile(async (path) => {
    const store = await openStore(path);
    try {
      await churn(store);
      const before = pagesOf(path);
      ok(before.free > 0.8 * before.pages, JSON.stringify(before));
      const state = { isDone: false, written: 0 };
      const given = giveBackFreePages(path).finally(() => state.isDone = true);
      while (!state.isDone) {
        await store.atomic().set(keys.version("during", String(state.written)), 1).commit();
        state.written++;
      }
      ok(await given > 0);
      const after = pagesOf(path);
      ok(after.free < after.pages / 4, JSON.stringify(after));
      ok(after.pages * 4_096 < 2 * (KEPT * VALUE.length + 200 * state.written));
      const values = await Array.fromAsync(store.list({ prefix: keys.blobPart.under("b") }));
      strictEqual(values.length, KEPT);
      const during = await Array.fromAsync(store.list({ prefix: keys.version.under("during") }));
      strictEqual(during.length, state.written);
    } finally {
      store.close();
    }
    // After closing, the file is as long as its pages: the freed ones are returned to the disk.
    strictEqual((await Deno.stat(path)).size, pagesOf(path).pages * 4_096);
  }));

Deno.test("giveBackFreePages() does nothing on other stores, nor on older ones until they are restored", () =>
  withStoreFile(async (path) => {
    deepStrictEqual(
      await Promise.all([":memory:", "https://kv.example"].map((at) => giveBackFreePages(at))),
      [0, 0],
    );
    const kv = await Deno.openKv(path);
    await churn(kv);
    strictEqual(pagesOf(path).mode, 0);
    strictEqual(await giveBackFreePages(path), 0);
    kv.close();
    await backUp({ storePath: path, path: `${path}.bak` });
    await restore({ path: `${path}.bak`, storePath: path, stamp: "before" });
    const { mode, free } = pagesOf(path);
    deepStrictEqual([mode, free], [2, 0]);
  }));
