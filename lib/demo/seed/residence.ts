/** Writes one demo residence with its series, buildings, dwellings and report settings. @module */

import { DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import {
  NO_REPORT_SETTINGS,
  type ReportSettingsRecord,
} from "@/lib/consumption_reports/records.ts";
import { FIRST_YEAR } from "@/lib/demo/simulation/calendar.ts";
import {
  houseSeriesId,
  type HouseSeriesKind,
  houseSeriesKinds,
} from "@/lib/demo/simulation/house_series.ts";
import type { SimulatedSeries } from "@/lib/demo/simulation/simulation.ts";
import {
  commonPartsId,
  equipmentOf,
  seriesOfSite,
  sharedSolarId,
  siteId,
} from "@/lib/demo/simulation/site_series.ts";
import type { EquipmentRecord } from "@/lib/facilities/records.ts";
import type { AnonymousGroupRecord, HouseRecord, HouseTypeRecord } from "@/lib/housing/records.ts";
import { HOUSE_HOURLY, HOUSE_MODES } from "@/lib/residences/features.ts";
import { NO_FEATURES, type ProjectRecord } from "@/lib/residences/records.ts";
import type { ProjectFeatures } from "@/lib/residences/schema.ts";
import { commitEach } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Atomic, Store } from "@/lib/store/store.ts";
import type { SeriesRecord } from "@/lib/timeseries/schema.ts";
import { setAccessories } from "./accessories.ts";
import { importWeather, outdoorId, setBoilerRoom, setOutdoorSources } from "./boiler_room.ts";
import {
  buildingId,
  buildingLetters,
  CORRECTED_PROJECT,
  groupId,
  HOUSE_TYPES,
  housesOfSite,
  houseTypeId,
  SMALL_GROUP_LETTER,
  SMALL_GROUP_PROJECT,
  typeAreaM2,
} from "./dwellings.ts";
import { displayModeOf } from "./messages.ts";
import { DEMO_ORG, tagValueId } from "./people.ts";
import type { DemoSite } from "./site_table.ts";

/** Dwellings of one commit: two keys each, of the thousand a commit may hold. */
const BATCH = 400;

/** Residence to fill. */
interface HousesToSeed {
  readonly projectId: string;
  /** The landlord's code of the residence. */
  readonly code: string;
}

/** Writes the buildings, dwellings, kinds and groups of a residence, and the series they measure. */
async function seedHouses(
  store: Store,
  site: DemoSite,
  { projectId, code }: HousesToSeed,
): Promise<void> {
  const atomic = store.atomic();
  for (const letter of buildingLetters(site)) setBuilding(atomic, letter, { projectId, code });
  for (const type of HOUSE_TYPES) {
    const { name, occupants } = type;
    const record: HouseTypeRecord = { name, area: typeAreaM2(site, type), occupants };
    atomic.set(keys.houseType(projectId, houseTypeId(projectId, type)), record);
  }
  if (projectId === SMALL_GROUP_PROJECT) {
    const record: AnonymousGroupRecord = { name: "Logements témoins" };
    atomic.set(keys.anonymousGroup(projectId, groupId(projectId, SMALL_GROUP_LETTER)), record);
  }
  for (const kind of houseSeriesKinds(site)) {
    atomic.set(keys.dataseries(projectId, houseSeriesId(projectId, kind)), seriesRecord(kind));
  }
  await atomic.commit();
  await setHouses(store, site, projectId);
}

function setBuilding(atomic: Atomic, letter: string, { projectId, code }: HousesToSeed): void {
  const name = `Bâtiment ${letter}`;
  const building: EquipmentRecord = {
    kind: "building",
    name,
    code: `${code}-BA${letter}`,
    parentId: null,
    instrumented: true,
    details: {},
  };
  const group: AnonymousGroupRecord = { name };
  atomic
    .set(keys.equipment(projectId, buildingId(projectId, letter)), building)
    .set(keys.anonymousGroup(projectId, groupId(projectId, letter)), group);
}

function setHouses(store: Store, site: DemoSite, projectId: string): Promise<void> {
  return commitEach(store, housesOfSite(site, projectId), {
    perCommit: BATCH,
    fill: (atomic, { id, serial, settings, config }) => {
      const record: HouseRecord = {
        kind: "module",
        projectModuleId: null,
        serial,
        settings,
        config: { ...config },
      };
      atomic.set(keys.house(projectId, id), record).set(keys.houseBySerial(projectId, serial), id);
    },
  });
}

function seriesRecord({ dataUnitId, name, use }: HouseSeriesKind): SeriesRecord {
  return {
    dataUnitId,
    scope: "housing",
    renamed: name,
    importedUnit: null,
    manualIndex: false,
    equipmentId: null,
    dataSourceOptions: {},
    use: use ?? null,
  };
}

/** One residence in three has consumption reports, that of the demo's occupant among them. */
function hasReports(index: number): boolean {
  return index % 3 === 0;
}

/** Writes the references and prices of a residence's reports. @spec reports.demo */
function setReportSettings(atomic: Atomic, index: number): void {
  if (!hasReports(index)) return;
  const projectId = siteId(index);
  const djuSource = outdoorId(projectId, "meteo");
  atomic.set(keys.reportSettings(projectId), { ...SETTINGS, djuSource });
}

/** Consumption of an economical French household, and its prices in 2025. */
const SETTINGS: ReportSettingsRecord = {
  ...NO_REPORT_SETTINGS,
  lightsReference: 200,
  plugsReference: 1_300,
  cookingReference: 500,
  elecPricing: 0.2,
  coldWaterReference: 30,
  hotWaterReference: 13,
  waterPricing: 4.3,
  waterHeatingEnergy: "gas",
  waterHeatingPricing: 0.11,
  heatingReference: 36,
  tempReference: 19,
  heatingPricing: 0.11,
};

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
    atomic.set(keys.dataseries(projectId, one.id), siteSeriesRecord(projectId, one));
  }
  site.boilerRooms.forEach((room, position) => {
    setBoilerRoom(atomic, { projectId, site, room, position, code: codeOf(index), now });
  });
  setAccessories(atomic, projectId, site);
  setOutdoorSources(atomic, projectId, site);
  setReportSettings(atomic, index);
  if (site.sharedSolarKWp !== undefined) {
    atomic.set(keys.computedSeries(projectId, `${projectId}-solde`), {
      name: "Parties communes moins le solaire",
      dataUnitId: "ELEC",
      plus: [commonPartsId(projectId)],
      minus: [sharedSolarId(projectId)],
    });
  }
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

function siteSeriesRecord(projectId: string, series: SimulatedSeries): SeriesRecord {
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
