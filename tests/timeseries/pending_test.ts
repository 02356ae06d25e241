import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { Store } from "@/lib/store/store.ts";
import type { SeriesBatch } from "@/lib/timeseries/readings.ts";
import { appendArrivals } from "@/lib/timeseries/store/arrivals.ts";
import { ReadingsBySeries } from "@/lib/timeseries/store/arrived_readings.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { arrivalsBefore } from "@/lib/timeseries/store/pending_arrivals.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { countedStore } from "@/tests/helpers/changed_stores.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { pendingArrivals } from "./pending_arrivals.ts";

const clock = () => 1_700_000_000_000;
const START_S = 1_600_000_000;
const FIVE_MINUTES_S = 300;
const LAST = "\uffff";

/** Six mebibytes of readings, always at the same seconds. */
function heavy(text: string): SeriesBatch {
  const readings = Array.from({ length: 12_000 }, (_, rank) => ({
    epochS: START_S + rank * FIVE_MINUTES_S,
    value: 0,
    text: `${text}${"é".repeat(240)}`,
  }));
  return { seriesId: "s", kind: "state", readings };
}

/** Number of readings in each step. */
async function stepSizes(store: Store, before: string, projectId = "p"): Promise<number[]> {
  const steps = await Array.fromAsync(arrivalsBefore(store, projectId, before));
  return steps.map(({ readingCount }) => readingCount);
}

Deno.test("arrivalsBefore() returns pending arrivals step by step, in order", () =>
  withStore(async (store) => {
    for (const text of ["c", "a", "d", "b"]) await appendArrivals(store, "p", [heavy(text)]);
    const steps = await Array.fromAsync(arrivalsBefore(store, "p", LAST));
    const readings = steps.flatMap((step) => [...step.all()].flatMap((one) => one.all()));
    const beginnings = readings.map((reading) => "text" in reading && reading.text?.[0]);
    deepStrictEqual([...new Set(beginnings)], ["c", "a", "d", "b"]);
    ok(steps.length > 1);
  }));

Deno.test("arrivalsBefore() makes larger steps of few readings a series", () =>
  withStore(async (store) => {
    const sizesOf = async (seriesCount: number) => {
      const readings = Array.from(
        { length: 640_000 / seriesCount },
        (_, rank) => ({ epochS: START_S + rank, value: 0 }),
      );
      const batches = Array.from(
        { length: seriesCount },
        (_, at) => ({ seriesId: `s${at}`, kind: "instant", readings }) as const,
      );
      await appendArrivals(store, `p${seriesCount}`, batches);
      return await stepSizes(store, LAST, `p${seriesCount}`);
    };
    deepStrictEqual(await sizesOf(8_000), [640_000]);
    ok((await sizesOf(4_000)).length > 1);
  }));

Deno.test("arrivalsBefore() leaves out later arrivals, and returns an empty step when nothing is pending", () =>
  withStore(async (store) => {
    deepStrictEqual(await stepSizes(store, LAST), [0]);
    const reading = { seriesId: "s", kind: "index", readings: [{ epochS: 1, value: 1 }] } as const;
    await appendArrivals(store, "p", [reading]);
    const [came] = await pendingArrivals(store, "p");
    deepStrictEqual(await stepSizes(store, came?.versionstamp ?? ""), [0]);
  }));

Deno.test("arrivalsBefore() reads arrivals once, and again only those of a large history", () =>
  withStore(async (real) => {
    const { store, asked } = countedStore(real);
    const few = { seriesId: "s", kind: "index", readings: [{ epochS: 1, value: 1 }] } as const;
    for (let count = 0; count < 25; count++) await appendArrivals(store, "p", [few]);
    deepStrictEqual([await stepSizes(store, LAST), asked.list, asked.getMany], [[25], 1, 0]);
    await appendArrivals(store, "p", [heavy("a")]);
    deepStrictEqual(await stepSizes(store, LAST), [12_025]);
    ok(asked.getMany > 0);
  }));

Deno.test("arrivalsBefore() groups readings as it reads them, and pauses once in thirty thousand", () =>
  withStore(async (store) => {
    const few = { seriesId: "s", kind: "index", readings: [{ epochS: 1, value: 1 }] } as const;
    for (let count = 0; count < 25; count++) await appendArrivals(store, "p", [few]);
    const readings = Array.from({ length: 100_000 }, (_, epochS) => ({ epochS, value: 1 }));
    await appendArrivals(store, "p", [{ seriesId: "s", kind: "index", readings }]);
    const { add } = ReadingsBySeries.prototype;
    let grouped = 0;
    ReadingsBySeries.prototype.add = function (run) {
      grouped += run.to - run.from;
      add.call(this, run);
    };
    try {
      const pauses: number[] = [];
      const between = () => Promise.resolve(void pauses.push(grouped));
      const [step] = await Array.fromAsync(arrivalsBefore(store, "p", LAST, { between }));
      strictEqual([...step?.all() ?? []][0]?.count, 100_025);
      strictEqual(grouped, 100_025);
      const [first = 0, ...others] = pauses;
      ok(first >= 30_000 && first < 100_025, `${first} grouped at the first pause`);
      deepStrictEqual(others, []);
    } finally {
      ReadingsBySeries.prototype.add = add;
    }
  }));

Deno.test("compact() in several steps stores the last value of each second", () =>
  withStore(async (store) => {
    for (const text of ["c", "a", "d", "b"]) await appendArrivals(store, "p", [heavy(text)]);
    deepStrictEqual(await compact(store, "p", clock), "done");
    deepStrictEqual(await pendingArrivals(store, "p"), []);
    const toS = START_S + 12_000 * FIVE_MINUTES_S;
    const points = await new StoredSeries(store, "p", clock).points("s", { fromS: 0, toS });
    deepStrictEqual([...new Set(points.map(({ text }) => text?.[0]))], ["b"]);
    deepStrictEqual(points.length, 12_000);
  }));
