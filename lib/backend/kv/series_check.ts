import { combinedFigures, type Figures } from "../../domain/series/figures.ts";
import { figuresOf } from "../../domain/series/rollup.ts";
import type { Point } from "../../domain/series/types.ts";
import { readEntry } from "./entries.ts";
import { keys } from "./keys.ts";
import { dayOf, decodeRollup, placeOf } from "./series_figures.ts";
import { seriesHead } from "./series_head.ts";
import { readCompaction } from "./series_lease.ts";
import { isKeptSize, openPartOf } from "./series_parts.ts";
import { seriesIdsOf } from "./series_year.ts";
import type { Store } from "./store.ts";
import { zoneDays } from "./zone_days.ts";

/**
 * What is wrong with the stored series of a project, one sentence a fault: nothing when all is well.
 *
 * Every part is opened (CRC), every figure computed again from all the points at once.
 */
export async function* seriesFaults(store: Store, projectId: string): AsyncGenerator<string> {
  for (const seriesId of await seriesIdsOf(store, projectId)) {
    const points: Point[] = [];
    try {
      for await (const entry of store.list({ prefix: keys.points.under(projectId, seriesId) })) {
        const part = openPartOf(entry);
        if (!isKeptSize(part.bytes.length)) {
          yield `${seriesId}: a part of ${part.bytes.length} bytes`;
        }
        for (const point of part.points) {
          const last = points.at(-1);
          if (last !== undefined && last.epochS >= point.epochS) {
            yield `${seriesId}: points out of order at ${point.epochS}`;
          }
          points.push(point);
        }
      }
      yield* figureFaults(store, projectId, seriesId, points);
    } catch (fault) {
      yield `${seriesId}: ${fault instanceof Error ? fault.message : String(fault)}`;
    }
  }
}

async function* figureFaults(
  store: Store,
  projectId: string,
  seriesId: string,
  points: readonly Point[],
): AsyncGenerator<string> {
  const head = await readEntry(store, keys.seriesHead(projectId, seriesId), seriesHead);
  if (head.value === null) return yield `${seriesId}: no head`;
  const { kind, events, last, purged } = head.value;
  if (last?.epochS !== points.at(-1)?.epochS) yield `${seriesId}: its last reading is not the last`;
  const zone = zoneDays((await readCompaction(store, projectId)).value.timeZone);
  const [first] = points;
  const firstWhole = purged === null ? -Infinity : zone.dayAt(purged.pointsBeforeS);
  const firstDay = first === undefined ? 0 : Math.max(firstWhole, zone.dayAt(first.epochS));
  const lastDay = first === undefined ? -1 : zone.dayAt(points.at(-1)?.epochS ?? 0);
  const days = Array.from({ length: lastDay - firstDay + 1 }, (_, at) => firstDay + at);
  const figures = figuresOf({ kind, points, events }, days.map((day) => zone.spanOf(day)));
  const expected = new Map(days.map((day, at) => [day, figures[at] ?? null]));
  yield* dayFaults(store, { projectId, seriesId, firstWhole }, expected);
  yield* monthFaults(store, projectId, seriesId, expected);
}

async function* dayFaults(
  store: Store,
  { projectId, seriesId, firstWhole }: {
    readonly projectId: string;
    readonly seriesId: string;
    /** First day whose readings are all kept. */
    readonly firstWhole: number;
  },
  expected: ReadonlyMap<number, Figures | null>,
): AsyncGenerator<string> {
  const halves = new Map<number, readonly (Figures | null)[]>();
  const prefix = keys.seriesDays.under(projectId, seriesId);
  let [stored, found] = [0, 0];
  for await (const { key, value } of store.list({ prefix })) {
    const { figures } = decodeRollup(value);
    const half = Number(key.at(-1));
    halves.set(half, figures);
    stored += figures.filter((day, at) => day !== null && dayOf(half, at) >= firstWhole).length;
  }
  for (const [day, figures] of expected) {
    const { halfMonth, at } = placeOf(day);
    if (figures !== null) found++;
    if (!same(halves.get(halfMonth)?.[at] ?? null, figures)) {
      yield `${seriesId}: day ${day} is wrong`;
    }
  }
  if (stored !== found) yield `${seriesId}: ${stored} days are kept, ${found} should be`;
}

async function* monthFaults(
  store: Store,
  projectId: string,
  seriesId: string,
  expected: ReadonlyMap<number, Figures | null>,
): AsyncGenerator<string> {
  const months = new Map<number, (Figures | null)[]>();
  const [firstDay, lastDay] = [[...expected.keys()].at(0), [...expected.keys()].at(-1)];
  if (firstDay === undefined || lastDay === undefined) return;
  for (let day = firstDay - 31; day <= lastDay + 31; day++) {
    const { year, month } = placeOf(day);
    const days = months.get(year * 12 + month) ?? [];
    months.set(year * 12 + month, [...days, expected.get(day) ?? null]);
  }
  const partial = new Set(
    [...months.keys()].filter((_, at, all) => at === 0 || at === all.length - 1),
  );
  for (const [month, days] of months) {
    if (partial.has(month) && days.every((day) => day === null)) continue;
    const year = Math.floor(month / 12);
    const { value } = await store.get(keys.seriesMonths(projectId, seriesId, year));
    const kept = value === null ? null : decodeRollup(value).figures[month % 12] ?? null;
    if (!same(kept, combinedFigures(days))) yield `${seriesId}: month ${month} is wrong`;
  }
}

function same(a: Figures | null, b: Figures | null): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(figures: Figures | null): unknown {
  return figures === null ? null : Object.entries(figures).sort(([a], [b]) => a < b ? -1 : 1);
}
