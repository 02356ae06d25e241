import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import type { Reading, SeriesBatch } from "@/lib/timeseries/readings.ts";
import {
  arrivalName,
  arrivalsVersionKey,
  decodeArrival,
  encodeArrival,
  encodedArrivals,
} from "@/lib/timeseries/store/arrival_encoding.ts";
import {
  appendArrivals,
  appendEncoded,
  Backlogs,
  backlogsOf,
  checkReading,
} from "@/lib/timeseries/store/arrivals.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { type Arrival, pendingArrivals } from "./stored_series.ts";

Deno.test("appendEncoded() writes many readings in several commits, with their other changes and stamps", () =>
  withStore(async (store) => {
    // 15 bytes at most for a reading: 60,000 of them take more than one commit of 256 KiB.
    const readings = Array.from({ length: 60_000 }, (_, at) => ({ epochS: at, value: at / 7 }));
    const stamps: string[] = [];
    let includedCount = 0;
    await appendEncoded({
      store,
      projectId: "p",
      include: () => includedCount++,
      committed: (stamp) => stamps.push(stamp),
    }, [...encodedArrivals([{ seriesId: "a", kind: "instant", readings }])]);
    const written = await Array.fromAsync(store.list({ prefix: keys.arrival.under("p") }));
    ok(stamps.length > 1, `${stamps.length} commits`);
    strictEqual(includedCount, stamps.length);
    deepStrictEqual([...new Set(written.map(({ versionstamp }) => versionstamp))], stamps);
  }));

Deno.test("checkReading() refuses a time that is no second since 1970, and no value", () => {
  checkReading({ epochS: 0, value: 0 });
  checkReading({ epochS: 0, removed: true });
  for (const epochS of [-1, 0.5, NaN, Infinity, 2 ** 53]) {
    throws(() => checkReading({ epochS, value: 0 }), RangeError, `${epochS}`);
  }
  for (const value of [NaN, Infinity]) {
    throws(() => checkReading({ epochS: 0, value }), RangeError, `${value}`);
  }
});

const BUCKET = 5_000_000;

function readingsOf(seriesId: string, count: number, value = 0): SeriesBatch {
  const readings = Array.from({ length: count }, (_, at) => ({
    epochS: BUCKET * 300 + at,
    value: value + at,
  }));
  return { seriesId, kind: "consumption", readings };
}

/** Writes arrivals as another process, in one commit. */
async function writtenBy(
  store: Store,
  process: string,
  bucket: number,
  parts: readonly { readonly rank: number; readonly seriesId: string }[],
): Promise<void> {
  const atomic = store.atomic().sum(arrivalsVersionKey("p"), 1n);
  for (const { rank, seriesId } of parts) {
    const key = keys.arrival("p", BUCKET + bucket, arrivalName(process, rank));
    atomic.set(key, encodeArrival([readingsOf(seriesId, 2, rank)]));
  }
  await atomic.commit();
}

/** A store that counts the entries its lists return. */
function walkedStore(store: Store) {
  const walked = { entries: 0 };
  const counting = aroundStore(store, {
    async *list(...run) {
      for await (const entry of store.list(...run)) {
        walked.entries++;
        yield entry;
      }
    },
  });
  return { store: counting, walked };
}

type Act =
  | { do: "write"; process: string; bucket: number; seriesIds: string[] }
  | { do: "own"; seriesId: string; count: number }
  | { do: "remove"; share: number }
  | { do: "compact"; share: number }
  | { do: "read" };

/** Readings of a commit of several arrivals. */
const MANY = 10_100;

const seriesId = fc.constantFrom("a", "b", "c");
const share = fc.integer({ min: 1, max: 3 });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    do: fc.constant("write" as const),
    process: fc.constantFrom("k", "s"),
    bucket: fc.constantFrom(-3, 0, 0, 0, 1),
    seriesIds: fc.array(seriesId, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    do: fc.constant("own" as const),
    seriesId,
    count: fc.constantFrom(2, 2, 2, 2, MANY),
  }),
  fc.record({ do: fc.constant("remove" as const), share }),
  fc.record({ do: fc.constant("compact" as const), share }),
  fc.record({ do: fc.constant("read" as const) }),
);

Deno.test("Backlog has the readings of the store, in order, during concurrent writes and removals", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 3, maxLength: 20 }),
      (acts) => withStore((store) => holdsAll(store, acts)),
    ),
    { seed: 20261122, numRuns: 200 },
  );
});

async function holdsAll(store: Store, acts: readonly Act[]): Promise<void> {
  let rank = 0;
  const backlog = () => backlogsOf(store).fresh("p");
  const doAct = async (step: Act): Promise<unknown> => {
    if (step.do === "write") {
      const parts = step.seriesIds.map((seriesId) => ({ seriesId, rank: rank++ }));
      return await writtenBy(store, step.process, step.bucket, parts);
    }
    if (step.do === "own") {
      return await appendArrivals(store, "p", [readingsOf(step.seriesId, step.count)]);
    }
    if (step.do === "read") return await backlog();
    const some = (await pendingArrivals(store, "p")).filter((_, at) => at % step.share === 0);
    const atomic = store.atomic().sum(arrivalsVersionKey("p"), 1n);
    for (const { key } of some) atomic.delete(key);
    await atomic.commit();
    if (step.do === "compact") backlogsOf(store).compacted("p");
  };
  for (const [at, step] of acts.entries()) {
    // Every third step runs during the previous one.
    await Promise.all([doAct(step), at % 3 === 0 ? backlog() : null]);
    if (step.do === "read") {
      const held = await backlog();
      for (const seriesId of ["a", "b", "c"]) {
        deepStrictEqual(held.of(seriesId)?.readings ?? [], await readingsIn(store, seriesId));
      }
    }
  }
}

async function readingsIn(store: Store, seriesId: string) {
  const arrivals: readonly Arrival[] = await pendingArrivals(store, "p");
  return arrivals.flatMap(({ batches }) =>
    batches.filter((one) => one.seriesId === seriesId).flatMap(({ readings }) => readings)
  );
}

Deno.test("Backlog returns to nobody a commit of several arrivals before all of them are decoded", () =>
  withStore(async (real) => {
    let waits = false;
    const store = aroundStore(real, {
      async get(key) {
        const isHeld = waits;
        const entry = await real.get(key);
        while (isHeld && known() === 0) await new Promise((next) => setTimeout(next));
        return entry;
      },
    });
    const known = () => backlogsOf(store).of("p").of("a")?.readings.length ?? 0;
    const read = () => backlogsOf(store).fresh("p").then(known);
    await read();
    await appendArrivals(store, "p", [readingsOf("a", 3 * MANY)]);
    // Decoding lets others run after 20 ms of work.
    for (const start = performance.now(); performance.now() - start < 30;);
    const first = read();
    waits = true;
    deepStrictEqual(await Promise.all([read(), first]), [3 * MANY, 3 * MANY]);
  }));

Deno.test("Backlog too large for memory is not read again until readings are removed, or another process writes", () =>
  withStore(async (real) => {
    const { store, walked } = walkedStore(real);
    const entriesRead = async (isLarge: boolean) => {
      walked.entries = 0;
      strictEqual((await backlogsOf(store).fresh("p")).isLarge, isLarge);
      return walked.entries;
    };
    await appendArrivals(store, "p", [readingsOf("a", 25 * MANY)]);
    ok(await entriesRead(true) > 0);
    // One write during a read, one after it.
    const [read] = await Promise.all([
      entriesRead(true),
      appendArrivals(store, "p", [readingsOf("b", 2)]),
    ]);
    await appendArrivals(store, "p", [readingsOf("b", 2)]);
    deepStrictEqual([read, await entriesRead(true)], [0, 0]);
    await writtenBy(real, "another", 0, [{ rank: 0, seriesId: "b" }]);
    ok(await entriesRead(true) > 0);
    strictEqual(await compact(store, "p", () => (BUCKET + 1) * 300_000), "done");
    strictEqual(await entriesRead(false), 0);
  }));

Deno.test("Backlogs hold a bounded number of bytes, including those of residences that nobody reads", () =>
  withStore(async (store) => {
    const mebibyte = 1024 * 1024;
    const backlogs = new Backlogs(store, 4 * mebibyte);
    for (let project = 0; project < 30; project++) {
      await appendArrivals(store, `p${project}`, [readingsOf("s", 7_500)]);
      const backlog = await backlogs.fresh(`p${project}`);
      strictEqual(backlog.of("s")?.readings.length, 7_500);
      // A page has read the residence: the writes of this process are held from then on.
      const key = keys.arrival(`p${project}`, BUCKET, arrivalName("own", project));
      const bytes = encodeArrival([readingsOf("s", 7_500)]);
      const written = {
        key,
        versionstamp: "0",
        bytes,
        readingCount: 7_500,
        seriesCount: 1,
        newestS: 0,
      };
      backlogs.written(`p${project}`, [written]);
      ok(backlogs.bytes <= 4 * mebibyte, `${backlogs.bytes} bytes`);
    }
    ok(backlogs.bytes > 2 * mebibyte, `${backlogs.bytes} bytes`);
    strictEqual((await backlogs.fresh("p0")).of("s")?.readings.length, 7_500);
  }));

/** Largest value of the store. */
const VALUE_BYTES = 65_536;

Deno.test("encodedArrivals() splits long batches into values of allowed size, and loses none", () => {
  const long = (text: string) =>
    Array.from({ length: 9_000 }, (_, at) => ({
      epochS: at * 300,
      value: 0,
      ...(at % 3 === 0 && { text: text.repeat(at % 200) }),
    }));
  const batches = [
    batchOf(
      "plain",
      Array.from({ length: 20_000 }, (_, at) => ({ epochS: at, value: Math.PI * at })),
    ),
    batchOf("texts", long("é")),
    batchOf("x".repeat(1_000), long("\u{1F600}")),
  ];
  const arrivals = [...encodedArrivals(batches)];
  for (const { bytes } of arrivals) ok(bytes.length < VALUE_BYTES, String(bytes.length));
  deepStrictEqual(joined(arrivals.flatMap(({ bytes }) => decodeArrival(bytes))), joined(batches));
  const readingCount = arrivals.reduce((sum, one) => sum + one.readingCount, 0);
  deepStrictEqual(readingCount, 38_000);
});

function batchOf(seriesId: string, readings: readonly Reading[]): SeriesBatch {
  return { seriesId, kind: "state", readings };
}

function joined(batches: readonly SeriesBatch[]): Record<string, Reading[]> {
  const readings: Record<string, Reading[]> = {};
  for (const one of batches) (readings[one.seriesId] ??= []).push(...one.readings);
  return readings;
}
