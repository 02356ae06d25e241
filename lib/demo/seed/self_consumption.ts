/** Writes the producers and consumers of a collective self-consumption. @module */

import { addMonths, type IsoDate, isoDate, yearOf } from "@/lib/base/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { houseSeriesId } from "@/lib/demo/simulation/house_series.ts";
import { twelveDigits } from "@/lib/demo/simulation/random.ts";
import { boilerRoomId, commonPartsId, sharedSolarId } from "@/lib/demo/simulation/site_series.ts";
import type { ConsumerRecord, ProducerRecord } from "@/lib/self_consumption/records.ts";
import type { AutoconsumptionInfo } from "@/lib/self_consumption/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { type DemoHouse, housesOfSite } from "./dwellings.ts";
import type { DemoSite } from "./site_table.ts";

/** Dwellings that were asked to take part, from the first after those of the small group. */
const ASKED = { from: 8, count: 26 } as const;
/** The last ones came in later, left, or have not answered. */
const LAST = { late: 3, gone: 1, invited: 2 } as const;

/** Writes the collective self-consumption of a residence that has one: two generators, dwellings and common parts. */
export async function seedOperation(
  store: Store,
  site: DemoSite,
  { projectId, now }: { projectId: string; now: number },
): Promise<void> {
  if (site.sharedSolarKWp === undefined) return;
  const today = civilDateOf(now, DEFAULT_TIME_ZONE);
  const start = isoDate(yearOf(today) - 2, 4, 1);
  const info: AutoconsumptionInfo = {
    name: `Autoconsommation ${site.name}`,
    operationNumber: "ACC00004127",
    startDate: start,
    sharing: "full-dynamic",
  };
  const atomic = store.atomic().set(keys.accOperation(projectId), info);
  for (const [id, producer] of producersOf(site, projectId)) {
    atomic.set(keys.accProducer(projectId, id), producer);
  }
  for (const [id, consumer] of consumersOf(site, projectId, { start, today })) {
    atomic.set(keys.accConsumer(projectId, id), consumer);
  }
  await atomic.commit();
}

function producersOf(site: DemoSite, projectId: string): [string, ProducerRecord][] {
  const roomId = boilerRoomId(projectId, 0);
  const inRoom: ProducerRecord = {
    name: "Toiture de la chaufferie",
    prm: prmOf(`${projectId}/chaufferie`),
    seriesId: `${roomId}-pv`,
    powerKW: site.boilerRooms[0]?.solarKWp ?? null,
  };
  const shared: ProducerRecord = {
    name: "Toitures des bâtiments",
    prm: prmOf(`${projectId}/toitures`),
    seriesId: sharedSolarId(projectId),
    powerKW: site.sharedSolarKWp ?? null,
  };
  return [["chaufferie", inRoom], ["toitures", shared]];
}

interface Days {
  readonly start: IsoDate;
  readonly today: IsoDate;
}

function consumersOf(site: DemoSite, projectId: string, days: Days): [string, ConsumerRecord][] {
  const common: ConsumerRecord = {
    name: "Parties communes",
    prm: prmOf(`${projectId}/communs`),
    houseId: null,
    seriesId: commonPartsId(projectId),
    sharePercent: null,
    status: "active",
    presences: [{ fromDate: days.start, toDate: null }],
  };
  const requested = housesOfSite(site, projectId).slice(ASKED.from, ASKED.from + ASKED.count);
  const dwellings = requested.map((house, position): [string, ConsumerRecord] => [
    house.id,
    dwelling(house, projectId, lifeOf(position, days)),
  ]);
  return [["communs", common], ...dwellings];
}

function dwelling(
  { id, settings }: DemoHouse,
  projectId: string,
  life: Pick<ConsumerRecord, "status" | "presences">,
): ConsumerRecord {
  return {
    name: `Logement ${settings.name}`,
    prm: prmOf(id),
    houseId: id,
    seriesId: houseSeriesId(projectId, { suffix: "elec" }),
    sharePercent: null,
    ...life,
  };
}

function lifeOf(
  position: number,
  { start, today }: Days,
): Pick<ConsumerRecord, "status" | "presences"> {
  const fromEnd = ASKED.count - 1 - position;
  if (fromEnd < LAST.invited) return { status: "invited", presences: [] };
  if (fromEnd < LAST.invited + LAST.gone) {
    return { status: "left", presences: [{ fromDate: start, toDate: addMonths(today, -4) }] };
  }
  const isLate = fromEnd < LAST.invited + LAST.gone + LAST.late;
  const fromDate = isLate ? addMonths(start, 9) : start;
  return { status: "active", presences: [{ fromDate, toDate: null }] };
}

/** Number of a delivery point of electricity: fourteen digits, the same each time. */
function prmOf(name: string): string {
  return `14${twelveDigits(name)}`;
}
