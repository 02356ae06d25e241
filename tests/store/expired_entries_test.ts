import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { ExpiredEntries } from "@/lib/store/expired_entries.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { OpenedStore } from "@/lib/store/store.ts";
import { withStoreFile } from "@/tests/helpers/stores.ts";

const HOUR_MS = 3_600_000;
const FIFTY_YEARS_MS = 50 * 365 * 24 * HOUR_MS;
/** More than one commit deletes. */
const COUNT = 250;

/** Entries that expire at once, one that expires in an hour, and one that never does. */
async function fill(store: OpenedStore): Promise<void> {
  const atomic = store.atomic();
  for (let n = 0; n < COUNT; n++) {
    atomic.set(keys.version("short", String(n)), n, { expireIn: 1 });
  }
  atomic.set(keys.version("long", "1"), 1, { expireIn: HOUR_MS }).set(keys.version("ever", "1"), 1);
  await atomic.commit();
}

async function countOf(store: OpenedStore, kind: string): Promise<number> {
  return (await Array.fromAsync(store.list({ prefix: keys.version.under(kind) }))).length;
}

async function withFilledFile(
  test: (filled: { path: string; store: OpenedStore }) => Promise<void>,
): Promise<void> {
  await withStoreFile(async (path) => {
    const store = await openStore(path);
    try {
      await fill(store);
      await test({ path, store });
    } finally {
      store.close();
    }
  });
}

Deno.test("ExpiredEntries.deleteAll() deletes the entries of a file that have expired, and no others", () =>
  withFilledFile(async ({ path, store }) => {
    const said: string[] = [];
    const expired = new ExpiredEntries(path, (sentence) => said.push(sentence));
    // The millisecond of their life passes meanwhile.
    while (await countOf(store, "short") > 0) await expired.deleteAll();
    expired.close();
    deepStrictEqual([await countOf(store, "long"), await countOf(store, "ever")], [1, 1]);
    deepStrictEqual(said, []);
  }));

Deno.test("ExpiredEntries.deleteAll() waits while another connection writes", () =>
  withFilledFile(async ({ path, store }) => {
    const expired = new ExpiredEntries(path, () => {});
    using other = new DatabaseSync(path);
    other.exec("begin immediate");
    const run = expired.deleteAll();
    strictEqual(await countOf(store, "short"), COUNT);
    other.exec("rollback");
    await run;
    strictEqual(await countOf(store, "short"), 0);
    expired.close();
  }));

/** The first entry that Deno KV may delete, epoch ms. */
function firstExpiry(path: string): number {
  using database = new DatabaseSync(path, { readOnly: true });
  const first = database.prepare(
    "select min(expiration_ms) as ms from kv where expiration_ms >= 0",
  );
  return Number(first.get()?.ms);
}

Deno.test("openStore() leaves nothing of a file to be deleted by Deno KV, which ends the process on a full disk", () =>
  withFilledFile(({ path }) =>
    Promise.resolve(ok(firstExpiry(path) > Date.now() + FIFTY_YEARS_MS))
  ));

Deno.test("openStore() holds the entries that Deno KV alone has written to a file, and they expire in time", () =>
  withStoreFile(async (path) => {
    const kv = await Deno.openKv(path);
    await kv.set([...keys.version("long", "1")], 1, { expireIn: HOUR_MS });
    kv.close();
    const before = firstExpiry(path);
    for (let opened = 0; opened < 2; opened++) (await openStore(path)).close();
    strictEqual(firstExpiry(path) - before, 100 * 366 * 24 * HOUR_MS);
  }));

Deno.test("ExpiredEntries.deleteAll() does not create a store that was removed", () =>
  withStoreFile(async (path) => {
    const expired = new ExpiredEntries(path, () => {});
    await expired.deleteAll();
    expired.close();
    strictEqual(await Deno.stat(path).then(() => true, () => false), false);
  }));
