/** Report months to compute by hand, and residences that have reports. @module */

import type { CallFunction } from "@/lib/app/catalogue.ts";
import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import { dayBounds } from "@/lib/base/time_zones.ts";
import {
  type AnalysisInput,
  analysisOf,
  residenceMeans,
  sheetOf,
} from "@/lib/consumption_reports/analysis.ts";
import {
  type DwellingMonth,
  type ReportReferences,
  reportSource,
  type SeriesMonth,
} from "@/lib/consumption_reports/items.ts";
import {
  NO_REPORT_SETTINGS,
  type ReportSettingsRecord,
} from "@/lib/consumption_reports/records.ts";
import type { ReportSheet } from "@/lib/consumption_reports/schema.ts";
import type { OccupancyRecord } from "@/lib/housing/records.ts";
import type { HouseSettings } from "@/lib/housing/schema.ts";
import type { ProjectFeatures } from "@/lib/residences/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { DataUnitId, EnergyUse } from "@/lib/timeseries/units.ts";
import { aHouse, type Place, withHousing } from "@/tests/helpers/a_dwelling.ts";
import type { PlatformChoices, TestPlatform } from "@/tests/helpers/a_platform.ts";
import { PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";

/** References that are easy to compute by hand for a month of 31 days in a year of 365. */
export const REFERENCES: ReportReferences = {
  lightsReference: 365,
  plugsReference: 730,
  cookingReference: 365,
  elecPricing: 0.25,
  coldWaterReference: 36.5,
  hotWaterReference: 14.6,
  waterPricing: 4,
  waterHeatingEnergy: "gas",
  waterHeatingPricing: 0.12,
  heatingReference: 50,
  tempReference: 19,
  heatingPricing: 0.1,
  djuSource: "station",
};

/** A series of a dwelling in a completely read month, with the same value a year before. */
export function seriesMonth(
  dataUnitId: DataUnitId,
  value: number | null,
  { yearBefore = null, use = null, ...rest }: {
    yearBefore?: number | null;
    use?: EnergyUse | null;
  } & Partial<Omit<SeriesMonth, "yearBefore">> = {},
): SeriesMonth {
  const source = reportSource({ scope: "housing", dataUnitId, use });
  if (source === null) throw new Error(`${dataUnitId} is on no report`);
  return {
    source,
    month: { value, completeness: value === null ? 0 : 1 },
    projected: null,
    yearBefore: { value: yearBefore, completeness: yearBefore === null ? 0 : 1 },
    yearToDate: value,
    isShown: true,
    isDetailed: true,
    ...rest,
  };
}

/** A dwelling of 60 m² and two people, of one occupancy, in January 2026. */
export function dwellingMonth(
  houseId: string,
  series: readonly SeriesMonth[],
  rest: Partial<DwellingMonth> = {},
): DwellingMonth {
  return {
    houseId,
    days: { from: "2026-01-01", to: "2026-01-31" },
    isShared: false,
    isVacant: false,
    began: null,
    ended: null,
    area: 60,
    people: 2,
    dju: 400,
    djuYearBefore: 380,
    series,
    ...rest,
  };
}

/** An analysis whose means are those of its own dwellings. */
export function analysis(input: Omit<AnalysisInput, "means">) {
  return analysisOf({ ...input, means: residenceMeans(input.dwellings, input) });
}

/** The report of one of some equal dwellings. */
export function sheetOfSeries(
  series: readonly SeriesMonth[],
  { count = 1, isRunning = false }: { count?: number; isRunning?: boolean } = {},
): ReportSheet {
  const dwellings = Array.from({ length: count }, (_, rank) => dwellingMonth(`h${rank}`, series));
  const until = isRunning ? "2026-01-14" : "2026-01-31";
  const input = { month: "2026-01", until, isRunning, settings: REFERENCES, dwellings };
  const analysed = analysis(input);
  const [house] = analysed.houses;
  if (house === undefined) throw new Error("No house");
  const named = { residence: "Les Tilleuls", dwelling: "A12", occupant: null };
  const place = { projectId: "p1", hasImage: false, ...named };
  return sheetOf({ analysis: analysed, house, settings: REFERENCES, place });
}

/** A report of 300 kWh of heating after 250, and of 4.5 m³ of cold water. */
export function aSheet(rest: Partial<ReportSheet> = {}): ReportSheet {
  const series = [seriesMonth("EFSV", 4.5), seriesMonth("CHAE", 300, { yearBefore: 250 })];
  return { ...sheetOfSeries(series), ...rest };
}

/** Litres drawn each day, from a day on; the clock stands on 10 February 2026. */
export type Daily = Readonly<Record<IsoDate, number>>;

/** A residence whose dwellings count cold water and have reports. */
export interface ReportedPlace extends Place {
  /**
   * A dwelling whose register was read each midnight from 1 January 2025 to today, with the given
   * daily consumption.
   */
  drawing(daily: Daily, settings?: Partial<HouseSettings>): Promise<string>;
  set(settings: Partial<ReportSettingsRecord>): Promise<void>;
}

/** Runs a test on a residence that has consumption reports. */
export function withReports(
  test: (place: ReportedPlace) => Promise<void>,
  features: Partial<ProjectFeatures> = {},
  choices: PlatformChoices = {},
): Promise<void> {
  return withHousing({ housesConsreport: true, ...features }, (place) => {
    const { built } = place;
    return test({
      ...place,
      drawing: dwellingsOf(place),
      async set(settings) {
        const record = { ...NO_REPORT_SETTINGS, ...settings };
        await built.store.atomic().set(keys.reportSettings(PROJECT), record).commit();
      },
    });
  }, choices);
}

/** Dwellings that each count cold water with a series. */
export function dwellingsOf(
  { built, ask, series }: { built: TestPlatform; ask: CallFunction; series: string },
): ReportedPlace["drawing"] {
  const stored = storedSeries(built);
  return async (daily, settings = {}) => {
    const id = await aHouse(ask, settings);
    const seriesId = storedSeriesId(series, id);
    await stored.append([{ seriesId, kind: "index", readings: registers(daily) }]);
    return id;
  };
}

/** The register of a meter at each midnight from 1 January 2025 to 10 February 2026. */
function registers(daily: Daily): { epochS: number; value: number }[] {
  const readings: { epochS: number; value: number }[] = [];
  let [litres, rate] = [0, 0];
  for (let day = "2025-01-01"; day <= "2026-02-10"; day = addDays(day, 1)) {
    readings.push({ epochS: dayBounds(day, "Europe/Paris").from / 1_000, value: litres / 1_000 });
    rate = daily[day] ?? rate;
    litres += rate;
  }
  return readings;
}

/** The occupant of a dwelling, without access to its page. */
export const ADA: OccupancyRecord = {
  id: "o1",
  name: "Ada Morel",
  email: "ada@ici.fr",
  from: "2024-03-01",
  to: null,
  consent: null,
  accountId: null,
};
