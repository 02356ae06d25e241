/** Writes a boiler room with its circuits and settings, and the outdoor sources with their weather. @module */

import type { Authored } from "@/lib/api/entity.ts";
import { DAY_MS } from "@/lib/base/durations.ts";
import { machinesOf } from "@/lib/demo/simulation/boiler_room_series.ts";
import { FIRST_YEAR } from "@/lib/demo/simulation/calendar.ts";
import { firstDayOf, STATIONS } from "@/lib/demo/simulation/climate.ts";
import { heatingStop, stationYear } from "@/lib/demo/simulation/plant.ts";
import { twelveDigits } from "@/lib/demo/simulation/random.ts";
import { boilerRoomId, plantOf } from "@/lib/demo/simulation/site_series.ts";
import type {
  EfficiencySettings,
  EfficiencySources,
  GasFactors,
  SiteMarks,
} from "@/lib/facilities/energy_settings_schema.ts";
import type {
  BoilerRoomRecord,
  EquipmentRecord,
  OutdoorSourceRecord,
} from "@/lib/facilities/records.ts";
import type { HeatingSeason } from "@/lib/facilities/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Atomic, Store } from "@/lib/store/store.ts";
import { DEMO_ACCOUNTS } from "./accounts.ts";
import type { DemoBoilerRoom, DemoSite } from "./site_table.ts";

/** Id of an outdoor source of a residence: its weather station, or its own sensor. */
export function outdoorId(projectId: string, which: "meteo" | "sonde"): string {
  return `${projectId}-${which}`;
}

export function setOutdoorSources(atomic: Atomic, projectId: string, site: DemoSite): void {
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
  const today = Math.floor(now / DAY_MS);
  const lastYear = new Date(now).getUTCFullYear();
  for (let year = sinceYear; year <= lastYear; year++) {
    const first = firstDayOf(year);
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

interface RoomToSet {
  projectId: string;
  site: DemoSite;
  room: DemoBoilerRoom;
  position: number;
  code: string;
  now: number;
}

/** Bounds of the supply and return temperatures of hot water, °C. */
export const HOT_WATER_BOUNDS = { outMin: 60, outMax: 70, backMin: 50, backMax: 60 } as const;

/** Bounds of the air of a boiler room. */
export const ROOM_BOUNDS = { tempMin: 5, tempMax: 35, humMin: null, humMax: 80 } as const;

export function setBoilerRoom(atomic: Atomic, toSet: RoomToSet): void {
  const { projectId, site, room, position, code } = toSet;
  const id = boilerRoomId(projectId, position);
  const own: BoilerRoomRecord = {
    location: position === 0 ? "Sous-sol, bâtiment A" : "Rez-de-chaussée, bâtiment B",
    operator: room.operator,
    ...ROOM_BOUNDS,
  };
  atomic
    .set(keys.equipment(projectId, id), {
      ...equipment("boilerroom", room.name),
      code: `${code}-CH${String(position + 1).padStart(2, "0")}`,
    })
    .set(keys.boilerRoom(projectId, id), own)
    .set(keys.efficiencySources(projectId, id), typed(sourcesOf(id, room)))
    .set(keys.efficiencySettings(projectId, id), settingsOf(projectId, site, room).map(typed))
    .set(keys.heatingSeasons(projectId, id), seasonsOf(toSet).map(typed));
  if (room.kind === "gaz-volume") {
    atomic.set(keys.gasFactors(projectId, id), factorsOf(room).map(typed));
  }
  setCircuits(atomic, projectId, { id, room });
  for (const machine of machinesOf(id, room)) {
    atomic.set(keys.device(projectId, id, machine.id), machine.device);
  }
}

/** What the landlord of the demo typed. */
function typed<Value>(value: Value): Authored<Value> {
  return { ...value, accountId: DEMO_ACCOUNTS.landlord.id };
}

function equipment(kind: EquipmentRecord["kind"], name: string): EquipmentRecord {
  return { kind, name, code: "", parentId: null, instrumented: true, details: {} };
}

function setCircuits(
  atomic: Atomic,
  projectId: string,
  { id, room }: Pick<RoomToSet, "room"> & { id: string },
): void {
  const heating = { outMin: 20, outMax: 80, backMin: 15, backMax: 65, isHotWater: false };
  const hotWater = { ...HOT_WATER_BOUNDS, isHotWater: true };
  const circuit = (
    name: string,
    suffix: string,
    bounds: typeof heating | typeof hotWater,
  ): EquipmentRecord => ({
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

/** The district network of the demo. */
const NETWORK: SiteMarks = {
  networkKgPerKwh: 0.108,
  networkYear: 2023,
  dpe: null,
  altitudeM: null,
  zone: null,
};

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
    ...room.kind.startsWith("urban") && { marks: NETWORK },
  };
}

/** Number of a boiler room's gas delivery point: fourteen digits, always the same. */
export function pceOf(id: string): string {
  return `21${twelveDigits(id)}`;
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
    target: room.heating.target + 3,
    threshold: 5,
    djuContract: STATIONS[site.station].contractDju,
  };
  const { target } = room.heating;
  return [settings, { ...settings, fromDate: `${FIRST_YEAR + 3}-07-01`, target }];
}

function factorsOf(room: DemoBoilerRoom): GasFactors[] {
  const pta = room.gas === "300 mbar" ? 1.206 : 0.968;
  return [
    { fromDate: `${FIRST_YEAR}-01-01`, pta, pcs: 11.3 },
    { fromDate: `${FIRST_YEAR + 3}-07-01`, pta, pcs: 11.4 },
  ];
}

/** 1 October to 20 May; later when heating went on too long. */
function seasonsOf({ room, now }: RoomToSet): HeatingSeason[] {
  const stop = heatingStop(room.flaws);
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
