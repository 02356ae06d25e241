/** Exports and erases the personal data of consumers. @module */

import type { Services } from "@/lib/api/services.ts";
import { note, transact } from "@/lib/api/writes.ts";
import { addDays } from "@/lib/base/civil_dates.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { projectSeries } from "@/lib/facilities/equipment.ts";
import { csvFile, jsonPieces } from "@/lib/files/csv_writer.ts";
import { zipped } from "@/lib/files/zip.ts";
import { OCCUPANT_READING_COLUMNS, type OccupantReading } from "@/lib/housing/text.ts";
import { readHouse } from "@/lib/housing/dwellings.ts";
import type { Occupancy } from "@/lib/housing/schema.ts";
import { readProject } from "@/lib/residences/residences.ts";
import type { DaySpan } from "@/lib/series/day_spans.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, readEntry } from "@/lib/store/store.ts";
import type { SeriesReader } from "@/lib/timeseries/series_reader.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import type { HouseAt } from "@/lib/ui/links.ts";
import type { Handler } from "./calls.ts";
import { isAbout, isErased, presencesDuring, withoutPerson } from "./participation.ts";
import { type ConsumerRecord, consumerRecord, readMembers, readOperation } from "./records.ts";
import type { Presence } from "./schema.ts";
import { type Participation, PARTICIPATION_COLUMNS } from "./text.ts";

/** The days of a series with readings or, between those of a register, with a figure: for the export of personal data. */
export async function daysRead(
  reader: SeriesReader,
  { renamed, dataUnitId, unit }: ProjectSeries,
  { storedId, days }: { storedId: string; days: DaySpan },
): Promise<OccupantReading[]> {
  const slots = await reader.days(storedId, { from: days.from, to: addDays(days.to, 1) });
  return slots.filter(({ count, coveredS }) => count > 0 || coveredS > 0).map((slot) => ({
    date: slot.at,
    series: renamed ?? dataUnitId,
    value: unit.sum ? slot.sum : slot.mean,
    unit: unit.unit,
  }));
}

/** An occupancy of a dwelling, with the days of the dwelling's other occupancies. */
interface Occupant {
  readonly own: Pick<Occupancy, "name" | "from" | "to">;
  readonly others: readonly Pick<Occupancy, "from" | "to">[];
}

/** Participation of a person in their residence's operation, with names and delivery points that are only theirs. */
export async function participationsOf(
  services: Services,
  { projectId, houseId }: HouseAt,
  { own, others }: Occupant,
): Promise<Participation[]> {
  const [{ value: operation }, { consumers }] = await Promise.all([
    readOperation(services, projectId),
    readMembers(services, projectId),
  ]);
  return consumers.filter(({ record }) => record.houseId === houseId).flatMap(({ record }) => {
    const isTheirs = isAbout(record, own, others);
    const presences = presencesDuring(record.presences, own);
    if (presences.length === 0 && !isTheirs) return [];
    return participations(
      operation?.name ?? "",
      isTheirs ? record : withoutPerson(record),
      presences,
    );
  });
}

/** Erases a person erased from a dwelling from the operation too, in the same commit. */
export async function eraseConsumers(
  services: Services,
  { projectId, houseId }: HouseAt,
  { own, others }: Occupant,
  atomic: Atomic,
): Promise<void> {
  const { consumers } = await readMembers(services, projectId);
  for (const { entry, record } of consumers) {
    if (record.houseId === houseId && isAbout(record, own, others)) {
      atomic.set(entry.key, withoutPerson(record));
    }
  }
}

/**
 * A zip of the data stored about a consumer: their card, and their consumption by day while they participated. The
 * readings of a dwelling are in the exports of its occupants.
 */
export const exportConsumer: Handler<"exportConsumer"> = async (services, input, caller) => {
  const { projectId, consumerId } = input;
  const key = keys.accConsumer(projectId, consumerId);
  const [{ value: record }, { value: operation }, { timeZone }] = await Promise.all([
    readEntry(services.store, key, consumerRecord),
    readOperation(services, projectId),
    readProject(services, projectId),
  ]);
  if (record === null) return { ok: false, code: "not-found" };
  const today = civilDateOf(services.now(), timeZone);
  const rows = participations(operation?.name ?? "", record, record.presences);
  const readings = await readingsOf(services, projectId, { record, timeZone, today });
  const files = [
    { name: "consommateur.json", pieces: jsonPieces({ participations: rows, readings }) },
    csvFile("autoconsommation.csv", PARTICIPATION_COLUMNS, rows),
    csvFile("releves.csv", OCCUPANT_READING_COLUMNS, readings),
  ];
  const subject = await consumerSubject(services, projectId, record);
  await note(services, { caller, action: "exportConsumer", projectId, subject });
  const fileName = `consommateur-${today}.zip`;
  return { ok: true, answer: { fileName, bytes: await zipped(files, services.now()) } };
};

/** The days and the meter remain: the shared figures of all participants depend on them. */
export const eraseConsumer: Handler<"eraseConsumer"> = (services, input, caller) => {
  const { projectId, consumerId } = input;
  const key = keys.accConsumer(projectId, consumerId);
  return transact(services, { caller, action: "eraseConsumer", projectId }, async (atomic) => {
    const { value: record } = await readEntry(services.store, key, consumerRecord);
    if (record === null) return { ok: false, code: "not-found" };
    atomic.set(key, withoutPerson(record));
    const subject = await consumerSubject(services, projectId, record);
    return { ok: true, answer: null, subject };
  });
};

/** Subject of a consumer in the audit log: the dwelling, or the operation; never the person. */
export async function consumerSubject(
  services: Services,
  projectId: string,
  { houseId }: Pick<ConsumerRecord, "houseId">,
): Promise<string> {
  const [house, operation] = await Promise.all([
    houseId === null ? null : readHouse(services, { projectId, houseId }),
    readOperation(services, projectId),
  ]);
  return house?.value?.settings.name ?? operation.value?.name ?? "";
}

function participations(
  operation: string,
  record: ConsumerRecord,
  presences: readonly Presence[],
): Participation[] {
  const { name, prm, sharePercent } = record;
  const card = { operation, name: isErased(record) ? null : name, prm, sharePercent };
  if (presences.length === 0) return [{ ...card, from: null, to: null }];
  return presences.map(({ fromDate, toDate }) => ({
    ...card,
    from: fromDate,
    to: toDate === null ? null : addDays(toDate, -1),
  }));
}

async function readingsOf(
  services: Services,
  projectId: string,
  { record, timeZone, today }: { record: ConsumerRecord; timeZone: string; today: string },
): Promise<OccupantReading[]> {
  const { seriesId, houseId, presences } = record;
  const series = (await projectSeries(services, projectId)).find(({ id }) => id === seriesId);
  if (series === undefined || houseId !== null) return [];
  const reader = services.seriesOf(projectId, timeZone);
  const read = await Promise.all(
    presences.map(({ fromDate, toDate }) => {
      const days = { from: fromDate, to: toDate === null ? today : addDays(toDate, -1) };
      return daysRead(reader, series, { storedId: series.id, days });
    }),
  );
  return read.flat();
}
