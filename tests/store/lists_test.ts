import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import * as z from "zod";
import { VersionedCache } from "@/lib/store/cache.ts";
import { compareKeys } from "@/lib/store/key_families.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore, OperationLimit } from "@/lib/store/open_store.ts";
import { type Key, listStored, type OpenedStore, readById, type Store } from "@/lib/store/store.ts";
import {
  CommitUncertain,
  storeFaultCode,
  StoreUnavailable,
  StoreUnreachable,
} from "@/lib/store/store_errors.ts";
import {
  listLenient,
  oneInPart,
  readWhole,
  UnreadableValue,
} from "@/lib/store/unreadable_values.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { type KvConnect, withKvConnect } from "./kv_connect.ts";

const thing = (id: string) => ["thing", "p", id];

Deno.test("readById() returns the entries with the given ids, in their order, without the missing ones", () =>
  withStore(async (store) => {
    await store.atomic().set(thing("a"), 1).set(thing("b"), 2).commit();
    const found = await readById(store, ["b", "none", "a"], thing, z.number());
    deepStrictEqual([...found], [["b", 2], ["a", 1]]);
    strictEqual((await readById(store, [], thing, z.number())).size, 0);
  }));

/** Keys in the order of the store. */
const SORTED: readonly Key[] = [
  [""],
  ["10"],
  ["9"],
  ["9", "a"],
  ["9", -1],
  ["9", 0],
  ["9", 9],
  ["9", 10],
  ["a"],
  ["é"],
  ["\ufffd"],
  ["😀"],
  [-10],
  [-9],
  [9],
  [10],
];

Deno.test("compareKeys() has the order of the store", () =>
  withStore(async (store) => {
    const atomic = store.atomic();
    for (const key of SORTED) atomic.set(key, true);
    await atomic.commit();
    const listed = (await Array.fromAsync(store.list({ prefix: [] }))).map(({ key }) => key);
    deepStrictEqual(listed, SORTED);
    deepStrictEqual(SORTED.toReversed().toSorted(compareKeys), SORTED);
    deepStrictEqual(SORTED.map((key) => compareKeys(key, key)), SORTED.map(() => 0));
  }));

const NAMED = z.object({ name: z.string() });
const WRONG = "tag/o1/t2";

/** Two categories, one of which cannot be read. */
async function writeTags(store: Store): Promise<void> {
  await store.atomic().set(keys.tag("o1", "t1"), { name: "Agence" })
    .set(keys.tag("o1", "t2"), { name: 2 }).commit();
}

async function listed(store: Store): Promise<string[]> {
  return (await listStored(store, keys.tag.under("o1"), NAMED)).map(({ id }) => id);
}

// @spec calls.unread
Deno.test("listLenient() leaves out what does not fit, and names it; elsewhere, and where all must fit, the list fails", () =>
  withStore(async (store) => {
    await writeTags(store);
    const { value, unread } = await listLenient(() => listed(store));
    deepStrictEqual([value, [...unread.keys()]], [["t1"], [WRONG]]);
    await rejects(listed(store), UnreadableValue);
    await rejects(listLenient(() => readWhole(() => listed(store))), UnreadableValue);
  }));

// @spec calls.unread
Deno.test("oneInPart() leaves out one result of a read in part, and hides no other fault", () =>
  withStore(async (store) => {
    await writeTags(store);
    const read = () => readWhole(() => listed(store));
    const { value, unread } = await listLenient(() => oneInPart(read));
    deepStrictEqual([value, [...unread.keys()]], [[], [WRONG]]);
    await rejects(oneInPart(read), UnreadableValue);
    const other = () => Promise.reject(new RangeError("other"));
    await rejects(listLenient(() => oneInPart(other)), RangeError);
  }));

// @spec calls.unread
Deno.test("VersionedCache names again what a cached value was read without, and reads it again for what must be whole", () =>
  withStore(async (store, { now }) => {
    await writeTags(store);
    const cache = new VersionedCache({ now });
    let reads = 0;
    const get = async () => {
      const freshness = { freshForMs: 60_000, staleForMs: 0 };
      const { value } = await cache.get("tags", freshness, () => {
        reads++;
        return listed(store);
      });
      return value;
    };
    for (const _ of [1, 2]) {
      const { value, unread } = await listLenient(get);
      deepStrictEqual([value, [...unread.keys()]], [["t1"], [WRONG]]);
    }
    strictEqual(reads, 1);
    await rejects(get(), UnreadableValue);
    await store.atomic().set(keys.tag("o1", "t2"), { name: "Année" }).commit();
    deepStrictEqual(await get(), ["t1", "t2"]);
    deepStrictEqual((await listLenient(get)).unread.size, 0);
    strictEqual(reads, 3);
  }));

const LIMIT_MS = 100;
/** The lowest limit, to keep the test short; this machine answers well within it. */
const options = { operationLimitMs: 400 };

function withOpenStore(test: (store: OpenedStore, server: KvConnect) => Promise<void>) {
  return withKvConnect(async (server) => {
    Deno.env.set("DENO_KV_ACCESS_TOKEN", "a-token-of-the-test");
    const store = await openStore(server.url, options);
    try {
      await test(store, server);
    } finally {
      store.close();
    }
  });
}

// A late operation cannot be cancelled: it lasts until shortly after the server stops.
const LATE = { sanitizeOps: false };

Deno.test(
  "every operation of a KV Connect server that stops answering ends within the limit",
  LATE,
  () =>
    withOpenStore(async (store, server) => {
      strictEqual((await store.get(["a"])).value, null);
      server.silence();
      const commit = store.atomic().set(["a"], 1).commit();
      const list = store.list({ prefix: ["a"] })[Symbol.asyncIterator]();
      const late = await Promise.allSettled([
        commit,
        store.get(["a"]),
        store.getMany([["a"], ["b"]]),
        list.next(),
      ]);
      deepStrictEqual(
        late.map((end) => end.status === "rejected" && storeFaultCode(end.reason)),
        ["maybe-saved", "store-unreachable", "store-unreachable", "store-unreachable"],
      );
    }),
);

Deno.test(
  "store that is down refuses at once and sends nothing, until a read is answered",
  LATE,
  () =>
    withOpenStore(async (store, server) => {
      server.silence();
      await rejects(store.atomic().set(["a"], 1).commit(), CommitUncertain);
      const sent = server.commits;
      await rejects(store.atomic().set(["a"], 2).commit(), StoreUnreachable);
      strictEqual(server.commits, sent);
      server.answer();
      for (;;) {
        const end = await store.atomic().set(["a"], 3).commit().catch((fault) => fault);
        if ("ok" in end) break;
        ok(end instanceof StoreUnavailable);
        await new Promise((resolve) => setImmediate(resolve));
      }
      strictEqual(server.commits, sent + 1);
    }),
);

Deno.test(
  "openStore() of a KV Connect server that never answers ends within the limit",
  LATE,
  () =>
    withKvConnect(async (server) => {
      server.silence();
      Deno.env.set("DENO_KV_ACCESS_TOKEN", "a-token-of-the-test");
      await rejects(openStore(server.url, options), (fault) => {
        ok(fault instanceof StoreUnavailable);
        match(fault.message, /^Cannot open the store .*: The store did not answer within 400 ms$/);
        return true;
      });
    }),
);

/** A store whose operations the test answers one by one. */
function slowStore() {
  const sent: (() => void)[] = [];
  const operate = () => new Promise<void>((answer) => void sent.push(answer));
  return { sent, operate };
}

Deno.test("OperationLimit does not count the time that an operation is queued", async () => {
  const limit = new OperationLimit(LIMIT_MS, () => Promise.resolve());
  const { sent, operate } = slowStore();
  try {
    const all = Promise.all(Array.from({ length: 1_000 }, () => limit.within(operate)));
    ok(sent.length < 1_000);
    // Each answer comes within the limit after its operation was sent; all together take longer
    // than two limits.
    for (let answered = 0; answered < 1_000;) {
      const some = sent.splice(0);
      for (const answer of some) answer();
      answered += some.length;
      await new Promise((resolve) => setTimeout(resolve, LIMIT_MS / 2));
    }
    strictEqual((await all).length, 1_000);
  } finally {
    limit.close();
  }
});
