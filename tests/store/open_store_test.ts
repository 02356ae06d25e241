import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { ExpiredEntries } from "@/lib/store/expired_entries.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore, provenStore } from "@/lib/store/open_store.ts";
import { BatchedReads, Batcher } from "@/lib/store/read_batching.ts";
import type { Key, MaybeEntry, OpenedStore, Store } from "@/lib/store/store.ts";
import { StoreUnavailable } from "@/lib/store/store_errors.ts";
import { FORMAT, giveBackFreePages, NO_FILE, storeFileAt } from "@/lib/store/store_file.ts";
import { StoreMemory } from "@/lib/store/store_memory.ts";
import { leaveOut, listLenient } from "@/lib/store/unreadable_values.ts";
import { type Disk, FULL, storeOn } from "@/tests/helpers/changed_stores.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { raiseFormat, withStoreFile } from "@/tests/helpers/stores.ts";
import { inFolder } from "@/tests/tools/folders.ts";
import { backUp, restore } from "@/tools/keeping/backups.ts";
import { damageFile, damageLog } from "./damages.ts";

Deno.test("storeFileAt() returns the bytes of the file with its log, and the backups, the newest first", () =>
  withStoreFile(async (path) => {
    await Deno.writeTextFile(path, "1234");
    deepStrictEqual(await storeFileAt(path), { bytes: 4, backups: [] });
    await Deno.writeTextFile(`${path}-wal`, "12");
    const folder = path.replace("store.db", "backups");
    await Deno.mkdir(`${folder}/a folder`, { recursive: true });
    const write = async (name: string, text: string, atS: number) => {
      await Deno.writeTextFile(`${folder}/${name}`, text);
      await Deno.utime(`${folder}/${name}`, atS, atS);
    };
    await write("b.db", "1", 2_000);
    await write("a.db", "123", 3_000);
    await write("c.db", "12", 1_000);
    await write("a.db.sha256", "00", 3_000);
    deepStrictEqual(await storeFileAt(path), {
      bytes: 6,
      backups: [
        { name: "a.db", bytes: 3, atMs: 3_000_000 },
        { name: "b.db", bytes: 1, atMs: 2_000_000 },
        { name: "c.db", bytes: 2, atMs: 1_000_000 },
      ],
    });
  }));

Deno.test("storeFileAt() returns no file for a store in memory, a remote one, and one not made yet", () =>
  withStoreFile(async (path) => {
    for (const one of [":memory:", "https://kv.example", path]) {
      deepStrictEqual(await storeFileAt(one), NO_FILE, one);
    }
  }));

Deno.test("openStore() refuses the database of another program, and leaves it as it is", () =>
  withStoreFile(async (path) => {
    for (const table of ["users (id integer primary key, name text)", "kv (k text, v text)"]) {
      const database = new DatabaseSync(path);
      database.exec(`create table ${table}`);
      database.close();
      const before = await Deno.readFile(path);
      await rejects(openStore(path), (fault) => {
        ok(fault instanceof StoreUnavailable);
        ok(fault.message.includes("the file is the database of another program"), fault.message);
        return true;
      });
      deepStrictEqual(await Deno.readFile(path), before);
      await Deno.remove(path);
    }
  }));

Deno.test("openStore() refuses a store that a newer version has written, and leaves it as it is", () =>
  withStoreFile(async (path) => {
    const store = await openStore(path);
    await store.atomic().set(keys.org("o1"), { name: "a" }).commit();
    store.close();
    raiseFormat(path);
    const before = await Deno.readFile(path);
    await rejects(openStore(path), (fault) => {
      ok(fault instanceof StoreUnavailable);
      match(fault.message, /a newer version of this program has written it .* Start that version/);
      return true;
    });
    deepStrictEqual(await Deno.readFile(path), before);
  }));

Deno.test("openStore() numbers a store of an earlier version, and a new one", () =>
  withStoreFile(async (path) => {
    const format = () => {
      using database = new DatabaseSync(path);
      return database.prepare("pragma user_version").get()?.user_version;
    };
    (await openStore(path)).close();
    strictEqual(format(), FORMAT);
    {
      using database = new DatabaseSync(path);
      database.exec("pragma user_version = 0");
    }
    (await openStore(path)).close();
    strictEqual(format(), FORMAT);
  }));

Deno.test("openStore() says why SQLite may not open a store whose other files it cannot create", () =>
  withStoreFile(async (path) => {
    (await openStore(path)).close();
    // As in a read-only folder, which the right to write everywhere would ignore.
    await Deno.mkdir(`${path}-wal`);
    await rejects(openStore(path), (fault) => {
      ok(fault instanceof StoreUnavailable);
      match(fault.message, /unable to open database file \(its folder may be read-only\)$/);
      return true;
    });
  }));

Deno.test("openStore() refuses an empty file", () =>
  withStoreFile(async (path) => {
    await Deno.writeTextFile(path, "");
    await rejects(openStore(path), (fault) => {
      ok(fault instanceof StoreUnavailable);
      ok(fault.message.includes("the file is empty. Restore a backup, or remove the file"));
      return true;
    });
    strictEqual((await Deno.stat(path)).size, 0);
    await Deno.remove(path);
    const both = await Promise.all([openStore(path), openStore(path)]);
    deepStrictEqual(
      await Promise.all(both.map((store) => store.get(["a"]))).then((all) =>
        all.map(({ value }) => value)
      ),
      [null, null],
    );
    for (const store of both) store.close();
  }));

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

const PAGE_COUNT = 1_000;
const KEPT = 100;
const VALUE = new Uint8Array(9_000);

/** Fills a store, then deletes nine values of ten. */
async function churn(store: Store): Promise<void> {
  for (let from = 0; from < PAGE_COUNT; from += 50) {
    const atomic = store.atomic();
    for (let n = from; n < from + 50; n++) atomic.set(keys.blobPart("b", n), VALUE);
    await atomic.commit();
  }
  const atomic = store.atomic();
  for (let n = KEPT; n < PAGE_COUNT; n++) atomic.delete(keys.blobPart("b", n));
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

/** Lists whose entries at some places, counted over all of them, fail as while another process holds the lock. */
async function withLockedLists(places: readonly number[], test: () => Promise<void>) {
  const { list } = Deno.Kv.prototype;
  let count = 0;
  function locked(this: Deno.Kv, ...run: Parameters<Deno.Kv["list"]>) {
    const entries = list.call(this, ...run);
    const next = entries.next.bind(entries);
    entries.next = () =>
      places.includes(count++) ? Promise.reject(new TypeError("database is locked")) : next();
    return entries;
  }
  Reflect.set(Deno.Kv.prototype, "list", locked);
  try {
    await test();
  } finally {
    Deno.Kv.prototype.list = list;
  }
}

Deno.test("a list continues after its last entry however often another process holds the lock", () =>
  withStore(async (store) => {
    const atomic = store.atomic();
    for (let rank = 0; rank < 6; rank++) atomic.set(["a", rank], rank);
    await atomic.commit();
    const listed = async (options?: Deno.KvListOptions) => {
      const entries = await Array.fromAsync(store.list({ prefix: ["a"] }, options));
      return entries.map(({ value }) => value);
    };
    for (const places of [[0, 1], [3], [1, 3, 5], [3, 4, 5], [6, 7]]) {
      await withLockedLists(
        places,
        async () => deepStrictEqual(await listed(), [0, 1, 2, 3, 4, 5]),
      );
      await withLockedLists(
        places,
        async () => deepStrictEqual(await listed({ limit: 4, batchSize: 2 }), [0, 1, 2, 3]),
      );
    }
  }));

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

Deno.test("store whose write-ahead log is truncated, flipped or zeroed opens with its first commits, each whole", () =>
  inFolder(async (folder) => {
    const { least, most } = await damageLog(folder, { trials: 20, seed: 20260101 });
    ok(least < most, "damages at random places leave more or less of it");
  }));

Deno.test("damaged run of readings is refused and named; the other series answer as before", () =>
  inFolder(async (folder) => {
    await damageFile(folder, { trials: 10, seed: 20260101 });
  }));

const keyOf = (n: number) => keys.org(`o${n}`);

/** Reads that answer each key with itself, and the sizes of the batches. */
function countedReads(isBad: (key: Key) => boolean = () => false) {
  const sizes: number[] = [];
  const reads = new BatchedReads((wanted) => {
    sizes.push(wanted.length);
    if (wanted.some(isBad)) return Promise.reject(new TypeError("Key too large"));
    return Promise.resolve(wanted.map((key) => ({ key, value: key, versionstamp: "1" })));
  });
  return { reads, sizes };
}

function keysOf(entries: readonly MaybeEntry[]): Key[] {
  return entries.map(({ key }) => key);
}

Deno.test("BatchedReads batches concurrent reads ten keys at a time, each read within one batch", async () => {
  const { reads, sizes } = countedReads();
  const questions = Array.from({ length: 25 }, (_, n) => [keyOf(n)]);
  const pairs = [[keyOf(30), keyOf(31)], [keyOf(32), keyOf(33), keyOf(34)], []];
  const asked = [...questions, ...pairs];
  const answers = await Promise.all(asked.map((wanted) => reads.ask(wanted)));
  deepStrictEqual(answers.map(keysOf), asked);
  deepStrictEqual(sizes, [10, 10, 10]);
  await reads.ask([keyOf(1)]);
  deepStrictEqual(sizes, [10, 10, 10, 1]);
});

Deno.test("BatchedReads rejects only the read that the store refuses", async () => {
  const bad = keyOf(13);
  const { reads } = countedReads((key) => key === bad);
  const good = reads.ask([keyOf(1)]);
  await rejects(reads.ask([bad]), /too large/);
  deepStrictEqual(keysOf(await good), [keyOf(1)]);
});

Deno.test("Batcher.ask() answers the calls of one microtask together, each with its own result, and rejects them together", async () => {
  const rounds: (readonly number[])[] = [];
  const squares = new Batcher<number, number>((numbers) => {
    rounds.push(numbers);
    return numbers.includes(0)
      ? Promise.reject(new Error("down"))
      : Promise.resolve((number: number) => number ** 2);
  });
  deepStrictEqual(await Promise.all([2, 3, 3].map((number) => squares.ask(number))), [4, 9, 9]);
  const failed = await Promise.allSettled([5, 0].map((number) => squares.ask(number)));
  deepStrictEqual(failed.map(({ status }) => status), ["rejected", "rejected"]);
  deepStrictEqual(rounds, [[2, 3, 3], [5, 0]]);
});

const NUMBERS = new StoreMemory<number>("numbers", () => 8);
const MIB = 1_024 * 1_024;

function readNumber(store: Store, name: string, version: string | null, value: number) {
  return NUMBERS.of(store, name, version, () => Promise.resolve(value));
}

Deno.test("StoreMemory reads a value again at another version, and apart for each store and kind", () =>
  withStore(async (store) => {
    strictEqual(await readNumber(store, "a", "v1", 1), 1);
    strictEqual(await readNumber(store, "a", "v1", 2), 1);
    strictEqual(await readNumber(store, "b", "v1", 3), 3);
    strictEqual(await readNumber(store, "a", "v2", 4), 4);
    strictEqual(NUMBERS.at(store, "a", "v1"), undefined);
    strictEqual(new StoreMemory<number>("others", () => 8).at(store, "a", "v2"), undefined);
    await withStore((other) =>
      readNumber(other, "a", "v2", 5).then((read) => strictEqual(read, 5))
    );
  }));

// @spec calls.unread
Deno.test("StoreMemory does not remember a value that was read in part", () =>
  withStore(async (store) => {
    const readInPart = () =>
      listLenient(() =>
        NUMBERS.of(store, "a", "v1", () => {
          leaveOut(["damaged"], new TypeError("damaged"));
          return Promise.resolve(1);
        })
      );
    for (const _ of [1, 2]) {
      const { unread } = await readInPart();
      deepStrictEqual([...unread.keys()], ["damaged"]);
    }
  }));

Deno.test("StoreMemory forgets what was used least recently, of all kinds together, above 64 MiB", () =>
  withStore((store) => {
    const large = new StoreMemory<string>("large", ({ length }) => length * MIB);
    NUMBERS.set(store, "a", { version: null, value: 1 });
    large.set(store, "first", { version: null, value: "x".repeat(30) });
    large.set(store, "second", { version: null, value: "x".repeat(30) });
    large.set(store, "third", { version: null, value: "x".repeat(30) });
    large.set(store, "larger than all", { version: null, value: "x".repeat(65) });
    const names = ["first", "second", "third", "larger than all"];
    deepStrictEqual(names.filter((name) => large.at(store, name, null)), ["second", "third"]);
    strictEqual(NUMBERS.at(store, "a", null), undefined);
    return Promise.resolve();
  }));
