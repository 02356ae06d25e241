import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { wholeYear } from "@/lib/base/civil_dates.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import type { MeterEvent } from "@/lib/timeseries/meter_event.ts";
import type { Reading } from "@/lib/timeseries/readings.ts";
import { eventsOf } from "@/lib/timeseries/series_reader.ts";
import { appendArrivals } from "@/lib/timeseries/store/arrivals.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { SeriesLease } from "@/lib/timeseries/store/compaction_lease.ts";
import { replaceEvents } from "@/lib/timeseries/store/register_changes.ts";
import { removeReadings } from "@/lib/timeseries/store/removal.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { aroundStore, countedStore } from "@/tests/helpers/changed_stores.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import {
  fiveMinutePoints,
  KIND_OF,
  type Look,
  naivePoints,
  NO_FIGURES,
  seeded,
} from "@/tests/helpers/made_series.ts";
import { second } from "@/tests/helpers/stores.ts";
import { checkParts, pendingArrivals } from "./stored_series.ts";

const clock = () => 1_700_000_000_000;
const ALL = { fromS: 0, toS: 2 ** 32 };

function seriesOf(store: Store): StoredSeries {
  return new StoredSeries(store, "p", clock);
}

function withSeries(test: (series: StoredSeries, store: Store) => Promise<void>): Promise<void> {
  return withStore((store) => test(seriesOf(store), store));
}

function index(seriesId: string, ...readings: readonly (readonly [string, number])[]) {
  const points = readings.map(([instant, value]) => ({ epochS: second(instant), value }));
  return { seriesId, kind: "index" as const, readings: points };
}

Deno.test("StoredSeries.months() are the differences of daily indexes read at midnight", () =>
  withSeries(async (series) => {
    // Midnights in Paris: 23:00Z in winter, 22:00Z in summer.
    await series.append([index(
      "gas",
      ["2023-12-31T23:00:00Z", 1000],
      ["2024-01-31T23:00:00Z", 1310.5],
      ["2024-02-29T23:00:00Z", 1601],
      ["2024-03-31T22:00:00Z", 1850.25],
    )]);
    const months = await series.months("gas", 2024);
    deepStrictEqual(months.map(({ at }) => at).slice(0, 2), ["2024-01", "2024-02"]);
    deepStrictEqual(months.slice(0, 4).map(({ sum }) => sum), [310.5, 290.5, 249.25, null]);
    deepStrictEqual(
      months.map(({ estimated }) => estimated),
      Array.from({ length: 12 }, () => false),
    );
    // March has 31 days of 24 hours but one of 23.
    strictEqual(months[2]?.lengthS, (31 * 24 - 1) * 3600);
    strictEqual(months[2].coveredS, months[2].lengthS);
  }));

Deno.test("StoredSeries.days() from one day to another are those of their years, also across years", () =>
  withSeries(async (series) => {
    const readings = Array.from({ length: 60 }, (_, n) => ({
      epochS: second("2023-12-01T12:00:00Z") + n * 86_400,
      value: n * n,
    }));
    await series.append([{ seriesId: "s", kind: "index", readings }]);
    const years = [
      ...await series.days("s", wholeYear(2023)),
      ...await series.days("s", wholeYear(2024)),
    ];
    const spans = [["2023-12-15", "2024-01-16"], ["2024-02-29", "2024-03-01"], [
      "2023-06-01",
      "2023-06-01",
    ]];
    for (const [from = "", to = ""] of spans) {
      const days = await series.days("s", { from, to });
      deepStrictEqual(days, years.filter(({ at }) => from <= at && at < to));
    }
    deepStrictEqual(await series.days("s", { from: "2024-01-02", to: "2024-01-01" }), []);
  }));

Deno.test("StoredSeries: a late reading and a correction change only the figures they affect", () =>
  withSeries(async (series, store) => {
    const daily = ["01", "02", "03", "04", "05"].map((day, at) =>
      [`2024-05-${day}T22:00:00Z`, 100 + at * 10] as const
    );
    await series.append([index("s", ...daily)]);
    await compact(store, "p", clock);
    const sums = async () =>
      (await series.days("s", wholeYear(2024))).filter(({ at }) =>
        at >= "2024-05-02" && at <= "2024-05-06"
      )
        .map(({ sum }) => sum);
    deepStrictEqual(await sums(), [10, 10, 10, 10, null]);
    // The 3rd's register was wrong by 4: one day gains what the next one loses.
    await series.append([index("s", ["2024-05-03T22:00:00Z", 124])]);
    deepStrictEqual(await sums(), [10, 14, 6, 10, null]);
    // A late reading, at noon of the 5th: the day's total is unchanged.
    await series.append([index("s", ["2024-05-05T10:00:00Z", 133])]);
    deepStrictEqual(await sums(), [10, 14, 6, 10, null]);
    await compact(store, "p", clock);
    deepStrictEqual(await sums(), [10, 14, 6, 10, null]);
    strictEqual((await series.months("s", 2024))[4]?.sum, 40);
  }));

Deno.test("replaceEvents() counts a replaced meter on each side of its replacement", () =>
  withSeries(async (series, store) => {
    await series.append([index(
      "s",
      ["2024-05-01T22:00:00Z", 990],
      ["2024-05-02T22:00:00Z", 1000],
      ["2024-05-03T22:00:00Z", 3],
      ["2024-05-04T22:00:00Z", 8],
    )]);
    const sums = async () =>
      (await series.days("s", wholeYear(2024))).filter(({ at }) =>
        at >= "2024-05-02" && at <= "2024-05-05"
      )
        .map(({ sum }) => sum);
    // The register fell without an event: two readings of a day do not show yet that the meter was replaced.
    deepStrictEqual(await sums(), [10, null, null, null]);
    const replaced = {
      epochS: second("2024-05-03T10:00:00Z"),
      what: "replacement" as const,
      finalIndex: 1004,
      firstIndex: 1,
      comment: "",
    };
    const change = (before: readonly MeterEvent[], after: readonly MeterEvent[]) =>
      replaceEvents({ store, projectId: "p", now: clock }, "s", { before, after });
    strictEqual(await change([], [replaced]), "done");
    strictEqual(await change([], []), "conflict");
    deepStrictEqual(await sums(), [10, 6, 5, null]);
    deepStrictEqual(await eventsOf(series, "s"), [replaced]);
    await compact(store, "p", clock);
    deepStrictEqual(await sums(), [10, 6, 5, null]);
    strictEqual((await series.months("s", 2024))[4]?.sum, 21);
    strictEqual(await change([replaced], []), "done");
    deepStrictEqual(await sums(), [10, null, null, null]);
  }));

Deno.test("StoredSeries: a read includes the readings just acknowledged, for one series or many", () =>
  withSeries(async (series, store) => {
    const ids = Array.from({ length: 30 }, (_, at) => `s${at}`);
    for (let round = 1; round <= 3; round++) {
      await series.append(
        ids.map((id) =>
          index(id, ["2024-05-01T22:00:00Z", 0], [`2024-05-0${round + 1}T22:00:00Z`, round * 10])
        ),
      );
      strictEqual((await series.months("s3", 2024))[4]?.sum, round * 10);
      const many = await series.monthsOfMany(ids, 2024);
      deepStrictEqual(ids.map((id) => many.get(id)?.[4]?.sum), ids.map(() => round * 10));
      strictEqual((await series.lastOfMany(ids)).size, 30);
    }
    // The cached year of the project follows each compaction.
    const kept = await Array.fromAsync(store.list({ prefix: keys.projectYear.under("p", 2024) }));
    strictEqual(kept.length, 1);
    await compact(store, "p", clock);
    const elsewhere = seriesOf(countedStore(store).store);
    const read = await elsewhere.monthsOfMany(ids, 2024);
    deepStrictEqual(ids.map((id) => read.get(id)?.[4]?.sum), ids.map(() => 30));
    deepStrictEqual((await series.monthsOfMany([...ids, "unknown"], 2024)).get("unknown")?.[4], {
      at: "2024-05",
      ...NO_FIGURES,
      lengthS: 31 * 86_400,
    });
  }));

for (const look of ["temperature", "register", "float32"] as const) {
  Deno.test(`StoredSeries stores ${look}s of forty days exactly, including late and corrected ones, in values of allowed sizes`, () =>
    withStore((store) => denseSeries(store, look)));
}

/** Sends days one by one, each with readings of earlier days: late, corrected or deleted. */
async function denseSeries(store: Store, look: Look): Promise<void> {
  const series = seriesOf(store);
  const chance = seeded(11);
  const fromS = second("2024-01-20T00:00:00Z");
  const points = fiveMinutePoints(look, { fromS, count: 40 * 288, seed: 5 });
  const came: Reading[] = [];
  for (let day = 0; day < 40; day++) {
    const readings: Reading[] = points.slice(day * 288, (day + 1) * 288)
      .filter(() => chance() > 0.05);
    for (let extra = 0; extra < 40; extra++) {
      const point = points[Math.floor(chance() * (day + 1) * 288)];
      if (point === undefined) continue;
      // Near an existing reading, often in its five minutes.
      const epochS = point.epochS + Math.floor(chance() * 400) - 200;
      readings.push(
        chance() < 0.5 ? { epochS, removed: true } : { epochS, value: point.value + 1 },
      );
    }
    came.push(...readings);
    await series.append([{ seriesId: "s", kind: KIND_OF[look], readings }]);
    if (day % 3 === 0) await compact(store, "p", clock);
    await checkParts(store);
  }
  deepStrictEqual(await series.points("s", ALL), naivePoints(came, KIND_OF[look]));
  await compact(store, "p", clock);
  deepStrictEqual(await series.points("s", ALL), naivePoints(came, KIND_OF[look]));
  ok(await checkParts(store) > 0);
}

Deno.test("StoredSeries: a removal just before the first point of a part empties its five minutes", () =>
  withSeries(async (series, store) => {
    const chance = seeded(3);
    const fromS = second("2024-01-01T00:02:30Z");
    const readings = Array.from({ length: 600 }, (_, at) => ({
      epochS: fromS + at * 600,
      value: chance(),
    }));
    await series.append([{ seriesId: "s", kind: "instant", readings }]);
    await compact(store, "p", clock);
    const parts = await Array.fromAsync(store.list({ prefix: keys.points.under("p", "s") }));
    const starts = parts.map(({ key }) => second("2024-01-01T00:00:00Z") + Number(key.at(-1)));
    ok(starts.length > 3);
    // One commit each, so that each finds an unchanged part.
    for (const start of starts) {
      await series.append([
        { seriesId: "s", kind: "instant", readings: [{ epochS: start - 100, removed: true }] },
      ]);
      await compact(store, "p", clock);
    }
    deepStrictEqual(
      await series.points("s", ALL),
      readings.filter(({ epochS }) => !starts.includes(epochS)),
    );
  }));

Deno.test("StoredSeries stores years of history at once as if day by day", () =>
  withSeries(async (series, store) => {
    const start = second("2010-01-01T12:00:00Z");
    const readings = Array.from({ length: 14 * 365 }, (_, day) => ({
      epochS: start + day * 86_400,
      value: day * 2,
    }));
    await series.append([{ seriesId: "s", kind: "index", readings: readings.toReversed() }]);
    await compact(store, "p", clock);
    strictEqual((await pendingArrivals(store, "p")).length, 0);
    strictEqual((await series.points("s", ALL)).length, readings.length);
    for (const year of [2011, 2016, 2022]) {
      const months = await series.months("s", year);
      const total = months.reduce((sum, slot) => sum + Math.round((slot.sum ?? 0) * 1e6), 0) / 1e6;
      strictEqual(total, year === 2016 ? 732 : 730);
    }
  }));

Deno.test("StoredSeries refuses an invalid reading", () =>
  withSeries(async (series) => {
    const send = (reading: Reading) =>
      series.append([{ seriesId: "s", kind: "instant", readings: [reading] }]);
    await rejects(() => send({ epochS: 1.5, value: 1 }), RangeError);
    await rejects(() => send({ epochS: -1, value: 1 }), RangeError);
    await rejects(() => send({ epochS: 1, value: NaN }), RangeError);
  }));

Deno.test("StoredSeries can be read while another process compacts, and when nothing can be written", () =>
  withStore(async (store) => {
    const batches = Array.from(
      { length: 20 },
      (_, at) => index(`s${at}`, ["2024-05-01T22:00:00Z", 0], ["2024-05-02T22:00:00Z", 7]),
    );
    await appendArrivals(store, "p", batches);
    const ids = batches.map(({ seriesId }) => seriesId);
    const lease = await SeriesLease.take(store, "p", clock);
    strictEqual(await compact(store, "p", clock), "busy");
    const held = await seriesOf(store).monthsOfMany(ids, 2024);
    deepStrictEqual(ids.map((id) => held.get(id)?.[4]?.sum), ids.map(() => 7));
    await lease?.release();
    const broken = aroundStore(store, {
      atomic: () => {
        throw new Error("disk full");
      },
    });
    const read = await new StoredSeries(broken, "p", clock).monthsOfMany(ids, 2024);
    deepStrictEqual(ids.map((id) => read.get(id)?.[4]?.sum), ids.map(() => 7));
  }));

Deno.test("compact() stops writing once another process took over", () =>
  withStore(async (store) => {
    await appendArrivals(store, "p", [index("s", ["2024-05-01T22:00:00Z", 0])]);
    let nowMs = clock();
    const asleep = await SeriesLease.take(store, "p", () => nowMs);
    strictEqual(await SeriesLease.take(store, "p", () => nowMs), null);
    nowMs += 11_000;
    strictEqual(await compact(store, "p", () => nowMs), "done");
    let written = false;
    strictEqual(await asleep?.write(() => written = true), false);
    strictEqual(written, true);
    deepStrictEqual((await seriesOf(store).points("s", ALL)).length, 1);
  }));

Deno.test("compact() never applies a correction before its reading, for any arrivals during its run", () =>
  withStore(async (store) => {
    const at = "2024-05-01T22:00:00Z";
    await appendArrivals(store, "p", [index("other", ["2024-05-10T22:00:00Z", 0])]);
    let came = false;
    const walked = aroundStore(store, {
      list: async function* (selector, options) {
        for await (const entry of store.list(selector, { ...options, batchSize: 1 })) {
          yield entry;
          if (came || entry.key[0] !== "arrival") continue;
          came = true;
          // The first sorts before the current position, its correction after it.
          await appendArrivals(store, "p", [index("s", [at, 1])]);
          await appendArrivals(store, "p", [index("s", [at, 2], ["2024-05-20T22:00:00Z", 3])]);
        }
      },
    });
    strictEqual(await compact(walked, "p", clock), "done");
    strictEqual(await compact(store, "p", clock), "done");
    deepStrictEqual((await seriesOf(store).points("s", ALL)).map(({ value }) => value), [2, 3]);
  }));

Deno.test("removeReadings() deletes everything of a series and its dwellings, and nothing of others", () =>
  withSeries(async (series, store) => {
    const readings = [["2024-05-01T22:00:00Z", 0], ["2024-05-02T22:00:00Z", 7]] as const;
    const others = Array.from({ length: 12 }, (_, at) => `other${at}`);
    await series.append(["s", "s@h1", "sx", ...others].map((id) => index(id, ...readings)));
    await series.monthsOfMany(["s", "sx", ...others], 2024);
    // Not compacted yet when the removal is requested.
    await series.append([index("s", ["2024-05-03T22:00:00Z", 9])]);
    strictEqual(await removeReadings(store, { projectId: "p", seriesId: "s" }, clock), true);
    for (const id of ["s", "s@h1"]) {
      deepStrictEqual(await series.points(id, ALL), []);
      strictEqual(await series.last(id), null);
    }
    const months = await series.monthsOfMany(["s", "sx", ...others], 2024);
    deepStrictEqual([...months.values()].map((slots) => slots[4]?.sum), [
      null,
      ...["sx", ...others].map(() => 7),
    ]);
    const left = await Array.fromAsync(store.list({ prefix: [] }));
    deepStrictEqual(left.filter(({ key }) => key[2] === "s" || key[2] === "s@h1"), []);
  }));
