import { firstDayOf, STATIONS } from "@/lib/backend/demo/simulation/climate.ts";
import { stationYear } from "@/lib/backend/demo/simulation/plant.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic, Store } from "@/lib/backend/kv/store.ts";
import type { OutdoorSourceRecord } from "@/lib/backend/records/facilities.ts";
import { DAY_MS } from "@/lib/domain/periods/durations.ts";
import type { DemoSite } from "./site_table.ts";

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
