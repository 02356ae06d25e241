import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import { dayBounds } from "@/lib/base/time_zones.ts";
import {
  NO_REPORT_SETTINGS,
  type ReportSettingsRecord,
} from "@/lib/consumption_reports/records.ts";
import type { OccupancyRecord } from "@/lib/housing/records.ts";
import type { HouseSettings } from "@/lib/housing/schema.ts";
import type { ProjectFeatures } from "@/lib/residences/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHouse, type Place, withHousing } from "@/tests/helpers/a_dwelling.ts";
import type { PlatformChoices } from "@/tests/helpers/a_platform.ts";
import { PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";

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
    const { built, ask, series } = place;
    const stored = storedSeries(built);
    return test({
      ...place,
      async drawing(daily, settings = {}) {
        const id = await aHouse(ask, settings);
        const seriesId = storedSeriesId(series, id);
        await stored.append([{ seriesId, kind: "index", readings: registers(daily) }]);
        return id;
      },
      async set(settings) {
        const record = { ...NO_REPORT_SETTINGS, ...settings };
        await built.store.atomic().set(keys.reportSettings(PROJECT), record).commit();
      },
    });
  }, choices);
}

/** The register of a meter at each midnight from 1 January 2025 to 10 February 2026. */
export function registers(daily: Daily): { epochS: number; value: number }[] {
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
