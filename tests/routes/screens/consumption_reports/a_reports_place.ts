import { keys } from "@/lib/backend/kv/keys.ts";
import { NO_REPORT_SETTINGS } from "@/lib/backend/records/consumption_reports.ts";
import type { Ask } from "@/lib/contract/catalogue.ts";
import type { HouseFloor } from "@/lib/domain/housing/floors.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import { aHouse, aHousingSeries } from "@/tests/backend/a_dwelling.ts";
import {
  OTHER_WRITER,
  PROJECT,
  someone,
  storedSeries,
  writeResidence,
} from "@/tests/backend/a_residence.ts";
import { type Daily, registers } from "@/tests/backend/reported_place.ts";
import { type Site, type Visitor, withSite } from "@/tests/routes/screens/a_site.ts";

/** A residence with reports, and a visitor of its pages. */
export interface ReportsPlace {
  site: Site;
  visitor: Visitor;
  landlord: Ask;
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
