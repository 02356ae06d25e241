/** Identifiers, equipment and series of each simulated residence. @module */

import { round } from "@/lib/base/rounding.ts";
import { accessoriesOf } from "@/lib/demo/seed/accessories.ts";
import {
  type DemoBoilerRoom,
  type DemoSite,
  demoSites,
  sampleSites,
} from "@/lib/demo/seed/site_table.ts";
import {
  circuitSeries,
  irradianceSeries,
  machineSeries,
  MEASURED_KWH_PER_M3,
  meterSeries,
  outdoorSeries,
  photovoltaicPlant,
  roomClimateSeries,
  TAP_HOURS,
} from "./boiler_room_series.ts";
import { winter } from "./climate.ts";
import type { Plant } from "./plant.ts";
import { seedOf, swing } from "./random.ts";
import { daily, type SimulatedSeries } from "./simulation.ts";

/** Lifts, lights and ventilation of the common parts: kWh a day for each dwelling. */
const COMMON_KWH_PER_HOUSE = 0.9;
/** Meters count in tenths of a kWh. */
const METER_DECIMALS = 1;

export function sharedSolarId(projectId: string): string {
  return `${projectId}-pv`;
}

export function commonPartsId(projectId: string): string {
  return `${projectId}-elec`;
}

/** Series of the meters of a collective self-consumption, except those of dwellings. */
function operationSeries(
  { station, dwellings, sharedSolarKWp }: DemoSite,
  projectId: string,
): SimulatedSeries[] {
  if (sharedSolarKWp === undefined) return [];
  const seed = seedOf(projectId);
  const commonParts = daily(TAP_HOURS, (day) => {
    const season = 1 + 0.2 * winter(day);
    const habit = 1 + 0.06 * swing(seed, day);
    return round(dwellings.count * COMMON_KWH_PER_HOUSE * season * habit, METER_DECIMALS);
  });
  return [
    {
      id: sharedSolarId(projectId),
      dataUnitId: "PVE",
      name: "Photovoltaïque des toitures",
      simulation: photovoltaicPlant(station, sharedSolarKWp),
    },
    {
      id: commonPartsId(projectId),
      dataUnitId: "ELEC",
      name: "Électricité des parties communes",
      simulation: commonParts,
    },
  ];
}

/** Source energy per m³ of hot water: boiler, storage and loop losses included. */
const SPENT_KWH_PER_M3 = 98;

/** The residences of both data sets, in the order of their ids: first the landlord's 22. */
export function allSites(): readonly DemoSite[] {
  return [...demoSites(), ...sampleSites()];
}

/** Ids of the demo: `p01`, its boiler rooms `p01-c1`, their series `p01-c1-gaz`. */
export function siteId(index: number): string {
  return `p${String(index + 1).padStart(2, "0")}`;
}

export function boilerRoomId(projectId: string, index: number): string {
  return `${projectId}-c${index + 1}`;
}

/** The plant behind a boiler room: its share of the residence's dwellings. */
export function plantOf(site: DemoSite, room: DemoBoilerRoom): Plant {
  const houses = Math.round(site.dwellings.count / site.boilerRooms.length);
  const spent = room.hotWater === "energy" ? MEASURED_KWH_PER_M3 : SPENT_KWH_PER_M3;
  return {
    seed: seedOf(`${site.name}/${room.name}`),
    station: site.station,
    areaM2: houses * site.dwellings.areaM2 + (site.commonAreaM2 ?? 0),
    peopleCount: Math.round(houses * 2.15),
    heatingWhPerM2Dju: room.heating.target * room.heating.real,
    hotWaterKWhPerM3: room.hotWater === "none" ? 0 : spent,
    solarM2: room.solarM2 ?? 0,
    flaws: room.flaws ?? [],
  };
}

export function seriesOfSite(site: DemoSite, projectId: string): SimulatedSeries[] {
  const rooms = site.boilerRooms.flatMap((room, index) => {
    const id = boilerRoomId(projectId, index);
    const plant = plantOf(site, room);
    return [
      ...meterSeries(id, room, plant),
      ...machineSeries(id, room, plant),
      ...roomClimateSeries(id),
      ...circuitSeries(id, plant),
    ];
  });
  const accessories = accessoriesOf(site, projectId).map(({ series }) => series);
  const isSunny = site.boilerRooms.some(({ solarM2, solarKWp }) => solarM2 || solarKWp);
  const sun = isSunny ? [irradianceSeries(projectId, site.station)] : [];
  const operation = operationSeries(site, projectId);
  return [...rooms, ...accessories, outdoorSeries(projectId, site.station), ...sun, ...operation];
}

/** The equipment a series is measured on: a boiler room, or what is in a building; none for the residence's own. */
export function equipmentOf(projectId: string, seriesId: string): string | null {
  const parts = seriesId.slice(projectId.length + 1).split("-");
  const isInRoom = parts[0]?.startsWith("c") ?? false;
  const own = isInRoom ? parts.slice(0, 1) : parts.slice(0, -1);
  return own.length === 0 ? null : [projectId, ...own].join("-");
}
