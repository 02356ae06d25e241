import { FIRST_YEAR } from "@/lib/backend/demo/simulation/simulated_days.ts";
import {
  equipmentOf,
  seriesOfSite,
  siteId,
} from "@/lib/backend/demo/simulation/simulated_series.ts";
import type { SimulatedSeries } from "@/lib/backend/demo/simulation/simulation.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import {
  NO_FEATURES,
  type ProjectRecord,
  type SeriesRecord,
} from "@/lib/backend/records/projects.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { HOUSE_HOURLY, HOUSE_MODES, type ProjectFeatures } from "@/lib/domain/projects/types.ts";
import { setAccessories } from "./accessories.ts";
import { setBoilerRoom } from "./boiler_room.ts";
import { CORRECTED_PROJECT } from "./demo_houses.ts";
import { DEMO_ORG, tagValueId } from "./demo_org.ts";
import { displayModeOf } from "./display.ts";
import { seedHouses } from "./houses.ts";
import { hasReports, setReportSettings } from "./report_settings.ts";
import type { DemoSite } from "./site_table.ts";
import { importWeather, setOutdoorSources } from "./weather.ts";

const FEATURES: Omit<ProjectFeatures, "houseMode"> = {
  ...NO_FEATURES,
  houseHourly: HOUSE_HOURLY.All,
  houseOnConnection: true,
  houseTypes: true,
  housesAppAlarm: true,
};

/** Writes a residence of the demo with its boiler rooms, series, weather and settings. */
export async function seedSite(
  store: Store,
  site: DemoSite,
  { index, now, orgId = DEMO_ORG.id }: { index: number; now: number; orgId?: string },
): Promise<void> {
  const projectId = siteId(index);
  const series = seriesOfSite(site, projectId);
  const atomic = store.atomic()
    .set(keys.project(projectId), projectOf(site, { index, orgId }))
    .set(keys.projectFeatures(projectId), featuresOf(site, index))
    .set(keys.projectOfOrg(orgId, projectId), true)
    .set(keys.projectByCode(orgId, codeOf(index)), projectId);
  for (const one of series) {
    atomic.set(keys.dataseries(projectId, one.id), seriesRecord(projectId, one));
  }
  site.boilerRooms.forEach((room, rank) => {
    setBoilerRoom(atomic, { projectId, site, room, rank, code: codeOf(index), now });
  });
  setAccessories(atomic, projectId, site);
  setOutdoorSources(atomic, projectId, site);
  setReportSettings(atomic, index);
  await atomic.commit();
  await seedHouses(store, site, { projectId, code: codeOf(index) });
  await importWeather(store, projectId, { site, now, sinceYear: FIRST_YEAR });
}

/**
 * One residence has thermometers to correct; the contacts of another are read one by one, as finely as can be; not all
 * have an information screen, nor consumption reports; a few show their dwellings in another way.
 *
 * @spec demo.features
 */
function featuresOf(site: DemoSite, index: number): ProjectFeatures {
  const { hasWindowContacts, houseMode = "Configurable", hasCalculatedSeason = false } = site;
  const houseHourly = hasWindowContacts ? HOUSE_HOURLY.AllFiveMin : FEATURES.houseHourly;
  const tempOffset = siteId(index) === CORRECTED_PROJECT;
  const display = displayModeOf(index) !== "none";
  return {
    ...FEATURES,
    houseMode: HOUSE_MODES[houseMode],
    houseHourly,
    tempOffset,
    display,
    housesConsreport: hasReports(index),
    calculatedHeatingSeason: hasCalculatedSeason,
  };
}

function codeOf(index: number): string {
  return String(301 + index * 7).padStart(4, "0");
}

function projectOf(
  site: DemoSite,
  { index, orgId }: { index: number; orgId: string },
): ProjectRecord {
  const { name, address, position, tags } = site;
  return {
    orgId,
    name,
    code: codeOf(index),
    location: { ...address, ...position },
    // The other organisation has no tags.
    tags: orgId === DEMO_ORG.id
      ? [tagValueId("branch", tags.branch), tagValueId("decade", tags.decade)]
      : [],
    hasPilot: site.hasPilot ?? false,
    hasTempPilot: site.hasPilot ?? false,
    instrumented: true,
    ecotouchAdmin: site.hasOccupantPages ? 2 : 0,
    timeZone: DEFAULT_TIME_ZONE,
  };
}

function seriesRecord(projectId: string, series: SimulatedSeries): SeriesRecord {
  return {
    dataUnitId: series.dataUnitId,
    scope: "facilities",
    renamed: series.name,
    importedUnit: series.importedUnit ?? null,
    manualIndex: false,
    equipmentId: equipmentOf(projectId, series.id),
    dataSourceOptions: {},
  };
}
