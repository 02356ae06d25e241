import { deepStrictEqual } from "node:assert/strict";
import type { MonitoredItem, WatchRule } from "@/lib/alarms/subjects.ts";
import { monthOf } from "@/lib/base/civil_dates.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { isHeatingDay, seasonYearOf } from "@/lib/energy_balance/heating_season.ts";
import { seasonByWeather } from "@/lib/energy_balance/season_by_weather.ts";
import type { SensorValue } from "@/lib/facilities/faults.ts";
import type { HeatingSeason } from "@/lib/facilities/schema.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { aSubject, DAY_S, Followed, HOUR_S, type SeenAlarm } from "./followed.ts";
import { heatsToday, type KnownSeasons, parisDay } from "./slow_season.ts";
import { SlowSubject } from "./slow_subject.ts";

const ZONE = "Europe/Paris";
const HEATING_SUBJECT = aCircuit("heating");
const WATER_SUBJECT = aCircuit("water");
const VALUES = [82, 84, 82, 70, 79.8];

/** A step in a boiler room with a heating circuit and a hot-water circuit, after some seconds. */
export type SeasonStep =
  & { readonly gapS: number; readonly evaluates: boolean }
  & (
    | { readonly what: "read"; readonly isWater: boolean; readonly value: number }
    | {
      readonly what: "type";
      /** Days from the present one; null for an open date. */
      readonly fromDays: number | null;
      readonly toDays: number | null;
    }
    | { readonly what: "untype" }
    | { readonly what: "calculate"; readonly isCalculated: boolean }
    | { readonly what: "weather"; readonly dayCount: number; readonly dju: number | null }
    | { readonly what: "clock"; readonly backS: number }
    | { readonly what: "nothing" }
  );

export interface SeasonHistory {
  /** Start instant, near a bound of a season. */
  readonly start: string;
  readonly steps: readonly SeasonStep[];
}

/** How often histories covered each case. */
export interface SeenSeasons {
  /** Alarms of the heating circuit that ended with its season. */
  endedCount: number;
  raisedCount: number;
  outCount: number;
  /** Evaluations with a season calculated from the weather. */
  calculatedCount: number;
}

/**
 * Runs a history with the seasons of the program and with those of a simple model, and compares all
 * alarms.
 */
export function compareSeasonHistory({ start, steps }: SeasonHistory, seen: SeenSeasons): void {
  const followed = new Followed();
  const model = new SlowRoom();
  const typed = new Map<number, { start: string | null; stop: string | null }>();
  const dju = new Map<string, number>();
  let isCalculated = false;
  let nowS = Date.parse(start) / 1_000;
  for (const step of steps) {
    nowS += step.gapS;
    const year = seasonYearOf(monthOf(civilDateOf(nowS * 1_000, ZONE)));
    if (step.what === "clock") nowS -= step.backS;
    if (step.what === "calculate") isCalculated = step.isCalculated;
    if (step.what === "untype") typed.delete(year);
    if (step.what === "type") typed.set(year, typedSeason(step, year, nowS));
    if (step.what === "read") {
      followed.send(step.isWater ? "water" : "heating", [nowS, VALUES[step.value] ?? 0]);
    }
    for (let ago = 1; step.what === "weather" && ago <= step.dayCount; ago++) {
      const day = parisDay(nowS - ago * DAY_S);
      if (step.dju === null) dju.delete(day);
      else dju.set(day, step.dju);
    }
    if (!step.evaluates) continue;
    const known: KnownSeasons = { typed, isCalculated, dju };
    const isWatched = isInSeason(known, nowS);
    followed.subjects = isWatched ? [HEATING_SUBJECT, WATER_SUBJECT] : [WATER_SUBJECT];
    followed.at(nowS);
    model.evaluate((id) => followed.readingsOf(id), heatsToday(known, parisDay(nowS)), nowS);
    deepStrictEqual(sorted(followed.alarms), sorted(model.alarms), JSON.stringify([...typed]));
    seen.outCount += isWatched ? 0 : 1;
    seen.calculatedCount += isCalculated && dju.size > 0 ? 1 : 0;
  }
  seen.endedCount += model.endedCount;
  seen.raisedCount += model.alarms.length;
}

/** Valid typed dates: within the year of the season, in order. */
function typedSeason(
  { fromDays, toDays }: Extract<SeasonStep, { what: "type" }>,
  year: number,
  nowS: number,
) {
  const dayOf = (days: number | null) => {
    if (days === null) return null;
    const day = parisDay(nowS + days * DAY_S);
    return day < `${year}-07-01`
      ? `${year}-07-01`
      : day > `${year + 1}-06-30`
      ? `${year + 1}-06-30`
      : day;
  };
  const [start, stop] = [dayOf(fromDays), dayOf(toDays)];
  return start !== null && stop !== null && stop < start ? { start, stop: start } : { start, stop };
}

/** The functions of the program, composed as in an evaluation. */
function isInSeason({ typed, isCalculated, dju }: KnownSeasons, nowS: number): boolean {
  const today = civilDateOf(nowS * 1_000, ZONE);
  const yearStart = seasonYearOf(monthOf(today));
  const seasons: HeatingSeason[] = [...typed].map(([year, { start, stop }]) => ({
    yearStart: year,
    dateStart: start,
    dateStop: stop,
  }));
  const weather = isCalculated ? seasonByWeather(yearStart, Object.fromEntries(dju), today) : null;
  return isHeatingDay(weather === null ? seasons : [weather], today);
}

function aCircuit(id: string): MonitoredItem {
  const rule: WatchRule = { kind: "bounds", min: 60, max: 80, unit: "°C" };
  return aSubject(rule, { key: id, seriesIds: [id], delayS: 900 });
}

/**
 * The same boiler room, where each circuit is evaluated from the beginning, the heating one from
 * the start of its season.
 */
class SlowRoom {
  readonly alarms: SeenAlarm[] = [];
  endedCount = 0;
  readonly #water = new SlowSubject(WATER_SUBJECT, this.alarms, []);
  #heating: SlowSubject | null = null;
  /** The readings of the last evaluation. */
  #known: readonly SensorValue[] = [];

  evaluate(
    readingsOf: (id: string) => readonly SensorValue[],
    isHeating: boolean,
    nowS: number,
  ): void {
    const readings = readingsOf("heating");
    if (isHeating) this.#heating ??= new SlowSubject(HEATING_SUBJECT, this.alarms, [], this.#known);
    else this.#endSeason(nowS);
    this.#heating?.evaluate(readings, [], nowS);
    this.#known = readings;
    this.#water.evaluate(readingsOf("water"), [], nowS);
  }

  #endSeason(nowS: number): void {
    this.#heating = null;
    for (const [rank, alarm] of this.alarms.entries()) {
      if (alarm.key !== "heating" || alarm.endS !== null) continue;
      this.alarms[rank] = { ...alarm, endS: Math.max(alarm.startS, nowS) };
      this.endedCount++;
    }
  }
}

function sorted(alarms: readonly SeenAlarm[]): string[] {
  return alarms.map((alarm) => JSON.stringify(alarm)).sort();
}

const days = fc.option(fc.constantFrom(-60, -20, -2, -1, 0, 1, 2, 20, 60), { nil: null, freq: 4 });

const what = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      what: fc.constant("read" as const),
      isWater: fc.boolean(),
      value: fc.nat(VALUES.length - 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant("type" as const), fromDays: days, toDays: days }),
  },
  fc.record({ what: fc.constant("untype" as const) }),
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant("calculate" as const), isCalculated: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant("weather" as const),
      dayCount: fc.constantFrom(1, 3, 5, 40, 120),
      dju: fc.constantFrom(null, 0, 3, 8, 12),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant("clock" as const),
      backS: fc.constantFrom(60, HOUR_S, 2 * DAY_S, 40 * DAY_S),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("nothing" as const) }) },
);

const gapS = fc.constantFrom(
  ...[60, 600, 600, 901, 901, HOUR_S, HOUR_S, 12 * HOUR_S, DAY_S, 3 * DAY_S, 20 * DAY_S],
);

/** Histories around the bounds of seasons, in summer time and in winter time. */
export const ANY_SEASON_HISTORY: fc.Arbitrary<SeasonHistory> = fc.record({
  start: fc.constantFrom(
    ...["2025-09-30T21:30:00Z", "2026-05-31T21:30:00Z", "2026-06-30T21:30:00Z"],
    ...["2025-10-31T22:30:00Z", "2026-01-15T10:00:00Z", "2026-09-02T10:00:00Z"],
  ),
  steps: fc.array(
    fc.tuple(gapS, fc.boolean(), what).map(([gapS, evaluates, one]) => ({
      gapS,
      evaluates,
      ...one,
    })),
    { minLength: 20, maxLength: 80 },
  ),
});
