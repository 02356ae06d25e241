import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { wholeYear } from "@/lib/base/civil_dates.ts";
import { purgeSeries } from "@/lib/platform/purge_job.ts";
import { getNextPurge } from "@/lib/series/retention.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { seriesFaults } from "@/lib/timeseries/store/check.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { SeriesLease } from "@/lib/timeseries/store/compaction_lease.ts";
import type { SeriesMetadata } from "@/lib/timeseries/store/series_metadata.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { auditLines } from "@/tests/helpers/stores.ts";

/**
 * Night of 21 February 2026: readings are retained from 1 February 2024, days from 2023, months
 * from 2019.
 */
const NOW = Date.UTC(2026, 1, 21, 2);
const NOON_S = 11 * 3_600;

interface Place {
  built: TestPlatform;
  series: StoredSeries;
  /** Stores readings of the register or of the temperature, and compacts them. */
  write(seriesId: "meter" | "t", readings: readonly Point[]): Promise<void>;
  purge(): ReturnType<typeof purgeSeries>;
}

/**
 * Readings of a register retained before the first day: the first and the last of four slots of
 * five minutes.
 */
const STAYING = 8;

const KINDS = { meter: "index", t: "instant" } as const;

/** A residence, and the purge that runs on it. */
function withPurge(test: (place: Place) => Promise<void>): Promise<void> {
  return withResidence(async (built) => {
    const series = new StoredSeries(built.store, PROJECT, () => NOW);
    await writeSeries(built.store, PROJECT);
    const write: Place["write"] = async (seriesId, readings) => {
      await series.append([{ seriesId, kind: KINDS[seriesId], readings }]);
      await compact(built.store, PROJECT, () => NOW);
    };
    await test({ built, series, write, purge: () => purgeSeries(built.store, () => NOW) });
    deepStrictEqual(await Array.fromAsync(seriesFaults(built.store, PROJECT)), []);
  });
}

/** Writes the series whose readings the tests store. */
async function writeSeries(store: Store, projectId: string): Promise<void> {
  await store.atomic()
    .set(keys.dataseries(projectId, "meter"), seriesDraft({ dataUnitId: "GAZV" }))
    .set(keys.dataseries(projectId, "t"), seriesDraft({ dataUnitId: "TEMP" })).commit();
}

/** A register that increases by 2 a day, read each noon. */
function daily(from: string, count: number): Point[] {
  const fromS = Date.parse(`${from}T00:00:00Z`) / 1_000 + NOON_S;
  return Array.from({ length: count }, (_, day) => ({
    epochS: fromS + day * 86_400,
    value: 1_000 + 2 * day,
  }));
}

/** A temperature every half hour: 18, and a tenth more each day of the month. */
function halfHourly(from: string, days: number): Point[] {
  const fromS = Date.parse(`${from}T00:00:00Z`) / 1_000;
  return Array.from({ length: 48 * days }, (_, rank) => ({
    epochS: fromS + rank * 1_800,
    value: 18 + Math.floor(rank / 48) / 10,
  }));
}

const span = (from: string, to: string) => ({
  fromS: Date.parse(from) / 1_000,
  toS: Date.parse(to) / 1_000,
});

/** A line of a log: its day, the number of series and of values, and the difference. */
type Line = readonly [string, number, number, number | null];

/** The lines of the log by what they are about. */
async function lines({ built }: Place): Promise<Partial<Record<string, Line[]>>> {
  const ask = await someone(built, { isAdmin: true });
  const found: Partial<Record<string, Line[]>> = {};
  for (const line of await answerOf(ask("listPurges", { orgId: ORG }))) {
    const { what, date, seriesCount, valueCount, difference } = line;
    (found[what] ??= []).push([date, seriesCount, valueCount, difference]);
  }
  return found;
}

Deno.test("readings are deleted after two years, days after three, months after seven; totals stay", () =>
  withPurge(async (place) => {
    const { built, series, write, purge } = place;
    const readings = daily("2018-06-01", 2_800);
    await write("meter", readings);
    const before = await Promise.all(
      [2019, 2022, 2023, 2024].map((year) => series.months("meter", year)),
    );
    const days = await series.days("meter", wholeYear(2024));
    ok((await purge())?.removedCount);
    const after = await Promise.all(
      [2019, 2022, 2023, 2024].map((year) => series.months("meter", year)),
    );
    deepStrictEqual(after, before);
    deepStrictEqual(await series.days("meter", wholeYear(2024)), days);
    strictEqual((await series.months("meter", 2018)).every(({ sum }) => sum === null), true);
    const lastDayOut = (await series.days("meter", wholeYear(2023))).findLast(({ at }) =>
      at < "2023-02-01"
    );
    strictEqual(lastDayOut?.sum, null);
    ok(
      (await series.days("meter", wholeYear(2023))).some(({ at, sum }) =>
        at === "2023-02-01" && sum === 2
      ),
    );
    // The last eight readings before 1 February 2024 are retained to recompute that day.
    const old = await series.points("meter", span("2018-01-01T00:00Z", "2024-01-31T23:00Z"));
    strictEqual(old.length, STAYING);
    const again = await purge();
    strictEqual(again?.removedCount, 0);
    const purged = readings.filter(({ epochS }) => epochS < Date.UTC(2024, 0, 31, 23) / 1_000);
    const { points } = await lines(place);
    deepStrictEqual(points, [["2024-02-01", 1, purged.length - STAYING, null]]);
    const purges = (await auditLines(built)).filter(({ action }) => action === "purgeReadings");
    strictEqual(purges.length, 1);
  }));

Deno.test("after a purge, corrections of retained readings are exact, including on the first day", () =>
  withPurge(async ({ built, series, write, purge }) => {
    await write("t", halfHourly("2023-12-01", 120));
    const [january] = await series.months("t", 2024);
    await purge();
    const first = Date.UTC(2024, 0, 31, 23) / 1_000;
    await series.append([{
      seriesId: "t",
      kind: "instant",
      readings: [{ epochS: first, value: 90 }],
    }]);
    const days = await series.days("t", wholeYear(2024));
    strictEqual(days.find(({ at }) => at === "2024-02-01")?.max, 90);
    deepStrictEqual((await series.months("t", 2024))[0], january);
    await compact(built.store, PROJECT, () => NOW);
    deepStrictEqual((await series.months("t", 2024))[0], january);
  }));

Deno.test("correction of a purged day changes it, its month and the next day by the difference, once", () =>
  withPurge(async (place) => {
    const { series, write, purge } = place;
    await write("meter", daily("2023-06-01", 900));
    await purge();
    const year = await series.months("meter", 2023);
    // The register of 30 September was 1 higher: September gains what October loses.
    const known = daily("2023-06-01", 900).find(({ epochS }) =>
      epochS === Date.UTC(2023, 8, 30, 11) / 1_000
    );
    const wrong = { epochS: known?.epochS ?? 0, value: (known?.value ?? 0) + 1 };
    for (let times = 0; times < 2; times++) {
      await write("meter", [wrong]);
      const now = await series.months("meter", 2023);
      strictEqual((now[8]?.sum ?? 0) - (year[8]?.sum ?? 0), 1);
      strictEqual((now[9]?.sum ?? 0) - (year[9]?.sum ?? 0), -1);
    }
    deepStrictEqual((await lines(place)).corrected, [["2023-09-30", 1, 1, 1]]);
  }));

Deno.test("one late reading of a day of forty-eight is set aside and recorded; the day is unchanged", () =>
  withPurge(async (place) => {
    const { series, write, purge } = place;
    await write("t", halfHourly("2023-11-01", 200));
    await purge();
    const before = await series.days("t", wholeYear(2023));
    const late = { epochS: Date.UTC(2023, 11, 10, 12) / 1_000, value: -40 };
    await write("t", [late]);
    deepStrictEqual(await series.days("t", wholeYear(2023)), before);
    deepStrictEqual((await lines(place)).ignored, [["2023-12-10", 1, 1, null]]);
  }));

Deno.test("late readings of deleted days are set aside and recorded, only of the days that have some", () =>
  withPurge(async (place) => {
    const { write, purge } = place;
    await write("meter", daily("2022-06-01", 700));
    await purge();
    const late = [1, 20].map((day) => ({ epochS: Date.UTC(2022, 11, day) / 1_000, value: 1_500 }));
    await write("meter", late);
    const { ignored = [] } = await lines(place);
    deepStrictEqual(ignored.map(([date]) => date).toSorted(), ["2022-12-01", "2022-12-20"]);
  }));

Deno.test("purgeSeries() deletes readings of the residences of every organisation", () =>
  withPurge(async ({ built: { store }, series, purge }) => {
    await store.atomic().set(keys.org("o2"), { name: "Autre bailleur" })
      .set(keys.projectOfOrg("o2", "p2"), true).commit();
    await writeSeries(store, "p2");
    const ofOther = new StoredSeries(store, "p2", () => NOW);
    const readings = daily("2022-01-01", 100);
    for (const [one, projectId] of [[series, PROJECT], [ofOther, "p2"]] as const) {
      await one.append([{ seriesId: "meter", kind: "index", readings }]);
      await compact(store, projectId, () => NOW);
    }
    await purge();
    const all = span("2022-01-01T00:00Z", "2023-01-01T00:00Z");
    const counts = [series, ofOther].map(async (one) => (await one.points("meter", all)).length);
    deepStrictEqual(await Promise.all(counts), [STAYING, STAYING]);
  }));

Deno.test("purge interrupted between two commits continues at the next run, and counts no key twice", () =>
  withPurge(async (place) => {
    const { write, purge } = place;
    const readings = halfHourly("2022-01-01", 900);
    await write("t", readings);
    const writeOnce = SeriesLease.prototype.write;
    let writes = 0;
    SeriesLease.prototype.write = function (fill) {
      if (++writes > 1) throw new Error("stopped");
      return writeOnce.call(this, fill);
    };
    try {
      await purge().then(() => ok(false), (fault) => ok(fault instanceof AggregateError));
    } finally {
      SeriesLease.prototype.write = writeOnce;
    }
    await purge();
    const purged = readings.filter(({ epochS }) => epochS < Date.UTC(2024, 0, 31, 23) / 1_000);
    const { points } = await lines(place);
    deepStrictEqual(points?.[0]?.slice(1, 3), [1, purged.length - STAYING]);
  }));

Deno.test("getNextPurge() returns the counts that the purge then deletes and logs, kind by kind", () =>
  withPurge(async (place) => {
    const { built, series, purge } = place;
    // 2,071 noons from 1 June 2018 to 31 January 2024, 1,706 days to 31 January 2023, 7 months of 2018.
    const meter = {
      seriesId: "meter",
      kind: "index",
      readings: daily("2018-06-01", 2_800),
    } as const;
    // January 2024 ends at 23:00 UTC: 31 days of 48 half hours but two.
    const air = { seriesId: "t", kind: "instant", readings: halfHourly("2024-01-01", 60) } as const;
    await series.append([meter, air]);
    const ask = await someone(built, { email: "admin@bailleur.fr", isAdmin: true });
    const coming = await ask("getNextPurge", { orgId: ORG });
    deepStrictEqual(coming.ok && [coming.answer?.pointCount, coming.answer?.arrivingCount], [0, 1]);
    await compact(built.store, PROJECT, () => NOW);
    const next = await answerOf(ask("getNextPurge", { orgId: ORG }));
    // The last four readings of each series are retained.
    const counts = {
      pointCount: 2_071 - STAYING + 1_486 - STAYING,
      dayCount: 1_706,
      monthCount: 7,
    };
    deepStrictEqual(next, {
      at: "2026-02-11T02:43:00.000Z",
      kept: { points: "2024-02-01", days: "2023-02-01", months: "2019-01-01" },
      ...counts,
      projectCount: 1,
      arrivingCount: 0,
      uncountedCount: 0,
    });
    await purge();
    const { points, days, months, ...others } = await lines(place);
    const logged = [points, days, months].map((of) => of?.map(([, , valueCount]) => valueCount));
    deepStrictEqual(logged, Object.values(counts).map((count) => [count]));
    deepStrictEqual(others, {});
    const after = await answerOf(ask("getNextPurge", { orgId: ORG }));
    const none = { pointCount: 0, dayCount: 0, monthCount: 0, projectCount: 0 };
    deepStrictEqual(after, { ...next, ...none });
  }));

Deno.test("getNextPurge() leaves out the residences after three thousand series, unless called for all", () =>
  withPurge(async ({ built }) => {
    const head: SeriesMetadata = {
      kind: "index",
      last: null,
      previousS: null,
      events: [],
      falls: [],
      purged: null,
      earlierChanges: 0,
    };
    for (let from = 0; from < 3_000; from += 500) {
      const atomic = built.store.atomic();
      for (let at = from; at < from + 500; at++) {
        atomic.set(keys.seriesHead(PROJECT, `s${at}`), head);
      }
      await atomic.commit();
    }
    const other = new StoredSeries(built.store, "p2", () => NOW);
    await other.append([{ seriesId: "meter", kind: "index", readings: daily("2023-12-01", 10) }]);
    await built.store.atomic().set(keys.projectOfOrg(ORG, "p2"), true).commit();
    await compact(built.store, "p2", () => NOW);
    const { services } = built.platform.own;
    let some = await getNextPurge(services, { orgId: ORG });
    // A count that takes longer than a page waits goes on, and the next page shows it.
    for (let turn = 0; turn < 100 && some.ok && some.answer?.uncountedCount === 2; turn++) {
      some = await getNextPurge(services, { orgId: ORG });
    }
    deepStrictEqual(some.ok && [some.answer?.pointCount, some.answer?.uncountedCount], [0, 1]);
    const all = await getNextPurge(services, { orgId: ORG, everything: "true" });
    deepStrictEqual(all.ok && [all.answer?.pointCount, all.answer?.uncountedCount], [
      10 - STAYING,
      0,
    ]);
  }));
