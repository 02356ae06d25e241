import type { CallFunction } from "@/lib/app/catalogue.ts";
import { NO_REPORT_SETTINGS } from "@/lib/consumption_reports/records.ts";
import type { HouseFloor } from "@/lib/housing/dwelling_list.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { type Daily, registers } from "@/tests/consumption_reports/reported_place.ts";
import { aHouse, aHousingSeries } from "./a_dwelling.ts";
import { OTHER_WRITER, PROJECT, someone, storedSeries, writeResidence } from "./a_residence.ts";
import { type Site, type Visitor, withSite } from "./a_site.ts";

/** A residence with reports, and a visitor of its pages. */
export interface ReportsPlace {
  site: Site;
  visitor: Visitor;
  landlord: CallFunction;
  /** A dwelling with the given daily consumption of cold water, in litres. */
  drawing(name: string, daily: Daily, floor?: HouseFloor): Promise<string>;
}

/** A residence with reports, at 4 € a m³; the day is 10 February 2026. */
export function withReports(
  test: (place: ReportsPlace) => Promise<void>,
  { roles = ["collect:read"], housesConsreport = true, houseMode = 1 }: {
    roles?: Role[];
    housesConsreport?: boolean;
    houseMode?: 0 | 1 | 2;
  } = {},
): Promise<void> {
  return withSite(async (site) => {
    await writeResidence(site, { features: { houseMode, housesConsreport } });
    await site.store.atomic()
      .set(keys.reportSettings(PROJECT), { ...NO_REPORT_SETTINGS, waterPricing: 4 }).commit();
    const landlord = await someone(site, OTHER_WRITER);
    const series = await aHousingSeries(landlord, "EFSV");
    const stored = storedSeries(site);
    await someone(site, { roles });
    const visitor = await site.signIn();
    const drawing: ReportsPlace["drawing"] = async (name, daily, floor = null) => {
      const id = await aHouse(landlord, { name, floor });
      const seriesId = storedSeriesId(series, id);
      await stored.append([{ seriesId, kind: "index", readings: registers(daily) }]);
      return id;
    };
    await test({ site, visitor, landlord, drawing });
  });
}
