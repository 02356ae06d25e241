import { accessoriesOf } from "@/lib/backend/demo/seed/accessories.ts";
import type { DemoBoilerRoom, DemoSite } from "@/lib/backend/demo/seed/site_table.ts";
import { demoSites, sampleSites } from "@/lib/backend/demo/seed/sites.ts";
import { irradianceSeries, machineSeries } from "./machine_series.ts";
import { MEASURED_KWH_PER_M3, meterSeries } from "./meter_series.ts";
import { operationSeries } from "./operation_series.ts";
import type { Plant } from "./plant.ts";
import { seedOf } from "./random.ts";
import type { SimulatedSeries } from "./simulation.ts";
import { circuitSeries, outdoorSeries, roomClimateSeries } from "./temperature_series.ts";

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
