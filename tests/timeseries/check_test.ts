/** Readings far in time from the others cost their own size, not that of the years between. */

import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { type Key, MUTATIONS_PER_COMMIT, type Store } from "@/lib/store/store.ts";
import type { Aggregates } from "@/lib/timeseries/rollups.ts";
import { type Point, storedSeriesId } from "@/lib/timeseries/readings.ts";
import { seriesFaults } from "@/lib/timeseries/store/check.ts";
import { decodePoints, encodePoints } from "@/lib/timeseries/store/chunk_encoding.ts";
import { partKey } from "@/lib/timeseries/store/chunk_parts.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { compaction } from "@/lib/timeseries/store/compaction_lease.ts";
import { removeLeftReadings } from "@/lib/timeseries/store/removal.ts";
import { seriesMetadata } from "@/lib/timeseries/store/series_metadata.ts";
import {
  dayOf,
  decodeRollup,
  encodeRollup,
  placeOf,
  type Rollup,
} from "@/lib/timeseries/store/stored_rollups.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { seriesIdsOf } from "@/lib/timeseries/store/stored_rollups.ts";
import { zoneDays } from "@/lib/timeseries/store/zone_days.ts";
import { DATA_KINDS, type DataKind } from "@/lib/timeseries/units.ts";
import { houseDraft } from "@/tests/helpers/a_dwelling.ts";
import { observedStore } from "@/tests/helpers/changed_stores.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { second } from "@/tests/helpers/stores.ts";

const clock = () => Date.UTC(2026, 5);
const [P, S] = ["p", "s"];
const FIRST_S = Date.UTC(2025, 0, 10, 6) / 1_000;
/** The day of the first reading. */
const FIRST_DAY = 20_098;
const MONTH = 2025 * 12;
const APART: Aggregates = {
  millionths: 7,
  min: 0,
  max: 0,
  last: 7,
  count: 1,
  coveredS: 60,
  drawnAtStart: false,
  drawnAtEnd: false,
};

/** Readings of four hours over two months, with two silent months in between. */
function readings(kind: DataKind): Point[] {
  return Array.from({ length: 400 }, (_, at) => ({
    epochS: FIRST_S + at * 14_400 + (at < 200 ? 0 : 60 * 86_400),
    value: kind === "index" ? at * (at === 77 ? 0 : 3) : at % 7 * Math.PI,
  }));
}

async function fill(store: Store, kind: DataKind = "instant"): Promise<void> {
  await new StoredSeries(store, P, clock).append([{ seriesId: S, kind, readings: readings(kind) }]);
  await compact(store, P, clock);
}

async function faults(store: Store): Promise<readonly string[]> {
  return await Array.fromAsync(seriesFaults(store, P));
}

/** The faults reported for a series after a change to the store. */
function said(change: (store: Store) => Promise<unknown>, expected: readonly string[]) {
  return withStore(async (store) => {
    await fill(store);
    deepStrictEqual(await faults(store), []);
    await change(store);
    deepStrictEqual(await faults(store), expected);
  });
}

async function set(store: Store, key: Key, value: unknown): Promise<void> {
  strictEqual((await store.atomic().set(key, value).commit()).ok, true);
}

async function patch(
  store: Store,
  key: Key,
  change: (figures: (Aggregates | null)[]) => void,
): Promise<void> {
  const { value } = await store.get(key);
  const before: Rollup = value === null
    ? { kind: "instant", aggregates: Array.from({ length: 15 }, () => null) }
    : decodeRollup(value);
  const figures = [...before.aggregates];
  change(figures);
  await set(store, key, encodeRollup({ ...before, aggregates: figures }));
}

const patchDay = (store: Store, day: number, figures: Aggregates | null) =>
  patch(store, keys.seriesDays(P, S, placeOf(day).halfMonth), (all) => {
    all[placeOf(day).at] = figures;
  });

Deno.test("seriesFaults() finds no fault in a series of any kind, across a silence and a change of the clock", async () => {
  for (const kind of DATA_KINDS) {
    await withStore(async (store) => {
      await fill(store, kind);
      deepStrictEqual(await faults(store), []);
    });
  }
});

Deno.test("seriesFaults() names a day that is wrong, missing, or stored without a reading", async () => {
  await said((store) => patchDay(store, FIRST_DAY + 3, APART), [
    `s: day ${FIRST_DAY + 3} is wrong`,
  ]);
  await said((store) => patchDay(store, FIRST_DAY, null), [`s: day ${FIRST_DAY} is wrong`]);
  await said((store) => patchDay(store, FIRST_DAY + 50, APART), [
    `s: day ${FIRST_DAY + 50} is wrong`,
  ]);
  await said((store) => patchDay(store, dayOf((MONTH - 24) * 2, 0), APART), [
    `s: day ${dayOf((MONTH - 24) * 2, 0)} is wrong`,
  ]);
});

Deno.test("seriesFaults() names the first wrong days, and counts the others", () =>
  said((store) => {
    const { halfMonth } = placeOf(FIRST_DAY + 10);
    return patch(store, keys.seriesDays(P, S, halfMonth), (all) => all.fill(APART));
  }, [
    ...[15, 16, 17, 18, 19].map((at) => `s: day ${dayOf(MONTH * 2, at)} is wrong`),
    "s: 11 more days are wrong",
  ]));

Deno.test("seriesFaults() names a month that is wrong, missing, or stored without a day", async () => {
  const year = keys.seriesMonths(P, S, 2025);
  await said((store) => patch(store, year, (all) => all[0] = APART), [
    `s: month ${MONTH} is wrong`,
  ]);
  await said((store) => patch(store, year, (all) => all[0] = null), [`s: month ${MONTH} is wrong`]);
  await said((store) => patch(store, year, (all) => all[11] = APART), [
    `s: month ${MONTH + 11} is wrong`,
  ]);
});

Deno.test("seriesFaults() names parts that are damaged, out of order or of a wrong size, and a wrong last reading", async () => {
  const last = readings("instant").at(-1);
  const late = [{ epochS: FIRST_S - 60, value: 20 }];
  await said((store) => set(store, partKey(P, S, FIRST_S), new Uint8Array(40)), [
    "s: A series value does not match its CRC",
  ]);
  await withStore(async (store) => {
    await fill(store);
    await set(store, partKey(P, S, (last?.epochS ?? 0) + 60), encodePoints(late));
    const found = await faults(store);
    ok(found.includes(`s: points out of order at ${FIRST_S - 60}`), found.join());
    ok(found.includes("s: its last reading is not the last"), found.join());
  });
  await said(async (store) => {
    const parts = await Array.fromAsync(store.list({ prefix: keys.points.under(P, S) }));
    const [first, second] = parts;
    if (first === undefined || second === undefined) throw new Error("There are two parts");
    const joined = encodePoints([...decodePoints(first.value), ...decodePoints(second.value)]);
    await store.atomic().delete(second.key).set(first.key, joined).commit();
  }, ["s: a part of 1068 bytes"]);
  await said(async (store) => {
    const key = keys.seriesHead(P, S);
    const head = seriesMetadata.parse((await store.get(key)).value);
    await set(store, key, { ...head, last: null });
  }, ["s: its last reading is not the last"]);
});

Deno.test("seriesFaults() accepts figures ahead of the points only while an interrupted compaction is pending", () =>
  withStore(async (store) => {
    await fill(store);
    const series = new StoredSeries(store, P, clock);
    const coming = [{ epochS: FIRST_S + 90 * 86_400, value: 3 }];
    await series.append([{ seriesId: S, kind: "instant", readings: coming }]);
    await patchDay(store, FIRST_DAY + 3, APART);
    strictEqual((await faults(store)).length, 1);
    const key = keys.compaction(P);
    const state = compaction.parse((await store.get(key)).value);
    await set(store, key, { ...state, dirty: true });
    deepStrictEqual(await faults(store), []);
  }));

Deno.test("seriesFaults() accepts figures retained from before the readings", () =>
  withStore(async (store) => {
    await fill(store);
    const zone = zoneDays("Europe/Paris");
    const key = keys.seriesHead(P, S);
    const head = seriesMetadata.parse((await store.get(key)).value);
    const [anchor] = readings("instant");
    const cut = zone.startOf(dayOf((MONTH + 4) * 2, 0));
    const purged = { anchorS: anchor?.epochS ?? 0, pointsBeforeS: cut, daysBefore: 0 };
    await set(store, key, { ...head, purged });
    for await (const part of store.list({ prefix: keys.points.under(P, S) })) {
      if (Number(part.key.at(-2)) < 12 * 55 + 3) await store.atomic().delete(part.key).commit();
    }
    deepStrictEqual(await faults(store), []);
  }));

const fixedClock = () => second("2026-11-22T10:00:00Z") * 1000;
const RECENT_S = second("2026-10-01T00:00:00Z");

function register(...points: readonly Point[]) {
  return [{ seriesId: "s", kind: "index" as const, readings: points }];
}

/** Hourly registers, the second of which is below the one of 1970. */
const RECENT = [5, 7, ...Array.from({ length: 40 }, (_, hour) => 8 + hour)]
  .map((value, hour) => ({ epochS: RECENT_S + hour * 3600, value }));

Deno.test("compact() writes a reading of 1970 in a few small commits, before any later changes", () =>
  withStore(async (opened) => {
    let most = 0;
    const store = observedStore(opened, (count) => void (most = Math.max(most, count)));
    const series = new StoredSeries(store, "p", fixedClock);
    await series.append(register(...RECENT));
    await compact(store, "p", fixedClock);
    most = 0;
    await series.append(register({ epochS: 0, value: 6 }));
    await compact(store, "p", fixedClock);
    ok(most > 0 && most < MUTATIONS_PER_COMMIT / 10, `${most} mutations`);
    deepStrictEqual(await Array.fromAsync(seriesFaults(store, "p")), []);
    strictEqual((await series.months("s", 1970))[0]?.count, 1);
  }));

Deno.test("StoredSeries returns a pending reading of 1970 together with today's", () =>
  withStore(async (store) => {
    const series = new StoredSeries(store, "p", fixedClock);
    await series.append(register(...RECENT, { epochS: 0, value: 0 }));
    // The 42 registers rise from 5 to 47, all of them in October.
    strictEqual((await series.months("s", 2026))[9]?.sum, 42);
    strictEqual((await series.months("s", 1970))[0]?.last, 0);
  }));

Deno.test("compact() stores a register read once a year for half a century", () =>
  withStore(async (store: Store) => {
    const series = new StoredSeries(store, "p", fixedClock);
    const yearly = Array.from({ length: 50 }, (_, rank) => ({
      epochS: second(`${1976 + rank}-06-01T00:00:00Z`),
      value: rank * 10,
    }));
    await series.append(register(...yearly));
    await compact(store, "p", fixedClock);
    deepStrictEqual(await Array.fromAsync(seriesFaults(store, "p")), []);
    const sums = (await series.months("s", 2000)).map(({ sum }) => Math.round((sum ?? 0) * 1e6));
    // From June to June: a unit every 36.6 days of the leap year, 36.5 of the next one.
    strictEqual(Math.round(sums.reduce((total, sum) => total + sum, 0) / 1e6), 10);
  }));

Deno.test("removeLeftReadings() removes the readings of deleted series and dwellings, and no other", () =>
  withStore(async (store, { now }) => {
    const house = { ...houseDraft(), config: {} };
    await store.atomic()
      .set(keys.dataseries("p", "gas"), seriesDraft({ dataUnitId: "GAZV" }))
      .set(keys.dataseries("p", "water"), seriesDraft({ dataUnitId: "EFSV", scope: "housing" }))
      .set(keys.house("p", "h1"), house)
      .set(keys.house("elsewhere", "h2"), house).commit();
    const kept = ["gas", storedSeriesId("water", "h1")];
    const left = [
      "deleted",
      storedSeriesId("water", "h2"),
      storedSeriesId("deleted", "h1"),
    ];
    const readings = [{ epochS: now() / 1_000 - 60, value: 4 }];
    await new StoredSeries(store, "p", now).append(
      [...kept, ...left].map((seriesId) => ({ seriesId, kind: "index", readings })),
    );
    await compact(store, "p", now);
    await removeLeftReadings(store, "p", now);
    deepStrictEqual(await seriesIdsOf(store, "p"), kept);
    const points = new StoredSeries(store, "p", now);
    const all = { fromS: 0, toS: 2 ** 32 };
    const counts = kept.map(async (id) => (await points.points(id, all)).length);
    deepStrictEqual(await Promise.all(counts), [1, 1]);
    deepStrictEqual(await Array.fromAsync(seriesFaults(store, "p")), []);
  }));
