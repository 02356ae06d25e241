import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { openStore, OperationLimit } from "@/lib/store/open_store.ts";
import type { OpenedStore } from "@/lib/store/store.ts";
import {
  CommitUncertain,
  storeFaultCode,
  StoreUnavailable,
  StoreUnreachable,
} from "@/lib/store/store_errors.ts";
import { type KvConnect, withKvConnect } from "./kv_connect.ts";

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

Deno.test("OperationLimit probes a store that is down at growing intervals, up to twelve limits", async () => {
  const { setTimeout: real } = globalThis;
  const pauses: number[] = [];
  let probeCount = 0;
  const limit = new OperationLimit(LIMIT_MS, () => {
    probeCount++;
    return new Promise(() => {});
  });
  try {
    Reflect.set(globalThis, "setTimeout", (act: () => void, ms: number) => {
      pauses.push(ms / LIMIT_MS);
      if (pauses.length < 7) act();
    });
    await rejects(limit.within(() => new Promise(() => {})), StoreUnreachable);
    deepStrictEqual([pauses, probeCount], [[1, 2, 4, 8, 12, 12, 12], 7]);
  } finally {
    Reflect.set(globalThis, "setTimeout", real);
    limit.close();
  }
});
