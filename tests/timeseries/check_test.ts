import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import type { Key, Store } from "@/lib/store/store.ts";
import type { Aggregates } from "@/lib/timeseries/aggregates.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { seriesFaults } from "@/lib/timeseries/store/check.ts";
import { decodePoints, encodePoints } from "@/lib/timeseries/store/chunk_encoding.ts";
import { partKey } from "@/lib/timeseries/store/chunk_parts.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { compaction } from "@/lib/timeseries/store/compaction_lease.ts";
import { seriesMetadata } from "@/lib/timeseries/store/series_metadata.ts";
import {
  dayOf,
  decodeRollup,
  encodeRollup,
  placeOf,
  type Rollup,
} from "@/lib/timeseries/store/stored_rollups.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { zoneDays } from "@/lib/timeseries/store/zone_days.ts";
import { DATA_KINDS, type DataKind } from "@/lib/timeseries/units.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

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
