import type { EfficiencySources } from "../../contract/energy_balance_shapes.ts";
import type { HeatingSeason } from "../../domain/facilities/heating_season.ts";
import type { EfficiencySettings, GasFactors } from "../../domain/energy_balance/types.ts";
import { DEFAULT_TIME_ZONE } from "../../domain/periods/zoned_days.ts";
import type { ProjectFeatures } from "../../domain/projects/types.ts";
import type {
  BoilerRoomRecord,
  EquipmentRecord,
  OutdoorSourceRecord,
} from "../embedded/facility_records.ts";
import { NO_FEATURES, type ProjectRecord, type SeriesRecord } from "../embedded/project_records.ts";
import { keys } from "../kv/keys.ts";
import type { Atomic, Store } from "../kv/store.ts";
import { dayNumber, STATIONS } from "./climate.ts";
import { stationYear } from "./plant.ts";
import { chance, seedOf } from "./random.ts";
import { DEMO_ORG, tagValueId } from "./demo_org.ts";
import { FIRST_YEAR } from "./simulated_days.ts";
import {
  boilerRoomId,
  plantOf,
  seriesOfSite,
  type SimulatedSeries,
  siteId,
} from "./simulated_series.ts";
import type { DemoBoilerRoom, DemoSite } from "./sites.ts";

/** DJU of the contracts' reference season, per station. */
const CONTRACT_DJU = {
  nancy: 2_850,
  lille: 2_600,
  lyon: 2_300,
  havre: 2_450,
  orly: 2_450,
  dijon: 2_700,
  rennes: 2_250,
} as const;

const FEATURES: ProjectFeatures = { ...NO_FEATURES, houseMode: 3, houseHourly: 1, display: true };

/** Writes a residence of the demo with its boiler rooms, series, weather and settings. */
export async function seedSite(
  store: Store,
  site: DemoSite,
  { index, now }: { index: number; now: number },
): Promise<void> {
  const projectId = siteId(index);
  const series = seriesOfSite(site, projectId);
  const atomic = store.atomic()
    .set(keys.project(projectId), projectOf(site, index))
    .set(keys.projectFeatures(projectId), FEATURES)
    .set(keys.projectOfOrg(DEMO_ORG.id, projectId), true)
    .set(keys.projectByCode(DEMO_ORG.id, codeOf(index)), projectId);
  for (const one of series) {
    atomic.set(keys.dataseries(projectId, one.id), seriesRecord(projectId, one));
  }
  site.boilerRooms.forEach((room, rank) => {
    setBoilerRoom(atomic, { projectId, site, room, rank, code: codeOf(index), now });
  });
  setOutdoorSources(atomic, projectId, site);
  await atomic.commit();
  await importWeather(store, projectId, { site, now, sinceYear: FIRST_YEAR });
}

function codeOf(index: number): string {
  return String(301 + index * 7).padStart(4, "0");
}

function projectOf(site: DemoSite, index: number): ProjectRecord {
  const { name, street, zipCode, city, latitude, longitude } = site;
  return {
    orgId: DEMO_ORG.id,
    name,
    code: codeOf(index),
    location: { street, zipCode, city, latitude, longitude },
    tags: [tagValueId("branch", site.branch), tagValueId("decade", site.decade)],
    hasPilot: site.hasPilot ?? false,
    hasTempPilot: site.hasPilot ?? false,
    instrumented: true,
    ecotouchAdmin: 0,
    timeZone: DEFAULT_TIME_ZONE,
  };
}

function seriesRecord(projectId: string, series: SimulatedSeries): SeriesRecord {
  const [room] = series.id.slice(projectId.length + 1).split("-");
  return {
    dataUnitId: series.dataUnitId,
    scope: "facilities",
    renamed: series.name,
    importedUnit: series.importedUnit,
    manualIndex: false,
    equipmentId: room?.startsWith("c") ? `${projectId}-${room}` : null,
    dataSourceOptions: {},
  };
}

interface RoomToSet {
  projectId: string;
  site: DemoSite;
  room: DemoBoilerRoom;
  rank: number;
  code: string;
  now: number;
}

function setBoilerRoom(atomic: Atomic, toSet: RoomToSet): void {
  const { projectId, site, room, rank, code } = toSet;
  const id = boilerRoomId(projectId, rank);
  const own: BoilerRoomRecord = {
    location: rank === 0 ? "Sous-sol, bâtiment A" : "Rez-de-chaussée, bâtiment C",
    operator: room.operator,
    tempMin: 5,
    tempMax: 35,
    humMin: null,
    humMax: 80,
  };
  atomic
    .set(keys.equipment(projectId, id), {
      ...equipment("boilerroom", room.name),
      code: `${code}-CH${String(rank + 1).padStart(2, "0")}`,
    })
    .set(keys.boilerRoom(projectId, id), own)
    .set(keys.efficiencySources(projectId, id), sourcesOf(id, room))
    .set(keys.efficiencySettings(projectId, id), settingsOf(projectId, site, room))
    .set(keys.heatingSeasons(projectId, id), seasonsOf(toSet));
  if (room.kind === "gaz-volume") atomic.set(keys.gasFactors(projectId, id), factorsOf(room));
  setCircuits(atomic, projectId, { id, room });
}

function equipment(kind: EquipmentRecord["kind"], name: string): EquipmentRecord {
  return { kind, name, code: "", parentId: null, instrumented: true, details: {} };
}

function setCircuits(
  atomic: Atomic,
  projectId: string,
  { id, room }: { id: string; room: DemoBoilerRoom },
): void {
  const heating = { outMin: 20, outMax: 80, backMin: 15, backMax: 65, isHotWater: false };
  const hotWater = { outMin: 60, outMax: 70, backMin: 50, backMax: 65, isHotWater: true };
  const circuit = (name: string, suffix: string, bounds: typeof heating): EquipmentRecord => ({
    ...equipment("boilerroom-circuit", name),
    parentId: id,
    details: {
      circuit: {
        enabled: true,
        ...bounds,
        outType: `${id}-${suffix}dep`,
        backType: `${id}-${suffix}ret`,
      },
    },
  });
  atomic.set(keys.equipment(projectId, `${id}-r1`), circuit("Circuit chauffage", "", heating));
  if (room.hotWater === "none") return;
  atomic.set(keys.equipment(projectId, `${id}-r2`), circuit("Circuit ECS", "ecs-", hotWater));
}

function sourcesOf(id: string, room: DemoBoilerRoom): EfficiencySources {
  const suffix = { "gaz": "gaz", "urb": "rcu", "woo": "bois" }[room.kind.slice(0, 3)] ?? "gaz";
  const isEnergy = room.hotWater === "energy";
  const hotWater = {
    hotWaterType: `${id}-${isEnergy ? "ecse" : "ecs"}`,
    hotWaterKind: isEnergy ? "energy" as const : "volume" as const,
  };
  return {
    sourceKind: room.kind,
    sourceType: `${id}-${suffix}`,
    hotWaterTypes: room.hotWater === "none" ? [] : [hotWater],
    solarTypes: room.solarM2 ? [`${id}-sol`] : [],
    gazPce: room.kind.startsWith("gaz") ? pceOf(id) : null,
  };
}

/** Fourteen digits, the same each time. */
function pceOf(id: string): string {
  const digits = Array.from(
    { length: 12 },
    (_, index) => Math.floor(chance(seedOf(id), index) * 10),
  );
  return `21${digits.join("")}`;
}

/** A first contract, and an amendment two years ago with a target renegotiated lower. */
function settingsOf(projectId: string, site: DemoSite, room: DemoBoilerRoom): EfficiencySettings[] {
  const { areaM2, peopleCount } = plantOf(site, room);
  const settings: EfficiencySettings = {
    fromDate: `${FIRST_YEAR}-07-01`,
    area: areaM2,
    peopleNb: peopleCount,
    djuSource: outdoorId(projectId, "meteo"),
    q: room.flaws?.includes("q-too-high") ? 170 : 100,
    target: room.target + 3,
    threshold: 5,
    djuContract: CONTRACT_DJU[site.station],
  };
  return [settings, { ...settings, fromDate: `${FIRST_YEAR + 3}-07-01`, target: room.target }];
}

function factorsOf(room: DemoBoilerRoom): GasFactors[] {
  const pta = room.gas === "300 mbar" ? 1.206 : 0.968;
  return [
    { fromDate: `${FIRST_YEAR}-01-01`, pta, pcs: 11.3 },
    { fromDate: `${FIRST_YEAR + 3}-07-01`, pta, pcs: 11.4 },
  ];
}

/** 1 October to 20 May; where heating went on too long, the season recorded says so. */
function seasonsOf({ room, now }: RoomToSet): HeatingSeason[] {
  const stop = room.flaws?.includes("late-season") ? "06-12" : "05-20";
  const today = new Date(now).toISOString().slice(0, 10);
  const seasons: HeatingSeason[] = [];
  for (let year = FIRST_YEAR - 1; `${year}-10-01` <= today; year++) {
    const dateStop = `${year + 1}-${stop}`;
    seasons.push({
      yearStart: year,
      dateStart: `${year}-10-01`,
      dateStop: dateStop <= today ? dateStop : null,
    });
  }
  return seasons;
}

function outdoorId(projectId: string, which: "meteo" | "sonde"): string {
  return `${projectId}-${which}`;
}

function setOutdoorSources(atomic: Atomic, projectId: string, site: DemoSite): void {
  const station: OutdoorSourceRecord = {
    name: `Météo-France ${STATIONS[site.station].name}`,
    method: "meteo",
    seriesId: null,
    station: STATIONS[site.station].name,
  };
  const sensor: OutdoorSourceRecord = {
    name: "Sonde extérieure de la résidence",
    method: "mean",
    seriesId: `${projectId}-ext`,
    station: "",
  };
  atomic
    .set(keys.outdoorSource(projectId, outdoorId(projectId, "meteo")), station)
    .set(keys.outdoorSource(projectId, outdoorId(projectId, "sonde")), sensor);
}

/** Writes the station's file of a residence up to yesterday, one entry a year. */
export async function importWeather(
  store: Store,
  projectId: string,
  { site, now, sinceYear }: { site: DemoSite; now: number; sinceYear: number },
): Promise<void> {
  const today = Math.floor(now / 86_400_000);
  const lastYear = new Date(now).getUTCFullYear();
  for (let year = sinceYear; year <= lastYear; year++) {
    const first = dayNumber(`${year}-01-01`);
    const days = stationYear(site.station, year).slice(0, Math.max(0, today - first));
    const key = keys.djuDays(outdoorId(projectId, "meteo"), year);
    const rounded = (pick: (day: (typeof days)[number]) => number) =>
      days.map((day) => Math.round(pick(day) * 10) / 10);
    await store.atomic().set(key, {
      minC: rounded((day) => day.lowC),
      maxC: rounded((day) => day.highC),
      meanC: rounded((day) => day.meanC),
    }).commit();
  }
}
