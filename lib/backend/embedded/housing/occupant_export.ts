import { sortedInSlices } from "@/lib/backend/core/slices.ts";
import { participationsOf } from "@/lib/backend/embedded/autoconsumption/people.ts";
import { heatingChoicesOf } from "@/lib/backend/embedded/pilot/occupant_choices.ts";
import { readProject } from "@/lib/backend/embedded/projects/projects.ts";
import { daysRead } from "@/lib/backend/embedded/series/days_read.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { note, type Write } from "@/lib/backend/embedded/writes.ts";
import { csvFile, jsonPieces } from "@/lib/backend/files/written.ts";
import { zipped } from "@/lib/backend/files/zip.ts";
import type { OccupancyRecord } from "@/lib/backend/records/occupancies.ts";
import type { FileAnswer } from "@/lib/contract/shapes.ts";
import type { DaySpan } from "@/lib/domain/housing/occupancy.ts";
import type { HouseAt } from "@/lib/domain/housing/own_house.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import { PARTICIPATION_COLUMNS } from "@/lib/text/autoconsumption/participations.ts";
import {
  OCCUPANT_COLUMNS,
  OCCUPANT_READING_COLUMNS,
  type OccupantReading,
} from "@/lib/text/housing/occupancies.ts";
import { HEATING_CHOICE_COLUMNS } from "@/lib/text/pilot/own_heating.ts";
import { type HousingWorld, readHousing } from "./housing_readings.ts";
import { type OccupiedHouse, readOccupied } from "./occupancies.ts";

/**
 * The data stored about a current or former occupant of a dwelling: their card, their readings by day, their heating
 * choices and their participation in a collective self-consumption.
 * @spec housing.personal-data
 */
export const exportOccupant: Handler<"exportOccupant"> = async (services, input, caller) => {
  const { projectId, houseId, occupancyId } = input;
  const found = await readOccupied(services, { projectId, houseId });
  const record = found?.records.find(({ id }) => id === occupancyId);
  if (found === null || record === undefined) return { ok: false, code: "not-found" };
  const change = { caller, action: "exportOccupant" } as const;
  const answer = await occupantFile(services, { projectId, houseId, found, record }, change);
  return { ok: true, answer };
};

interface OccupantAt extends HouseAt {
  found: OccupiedHouse;
  record: OccupancyRecord;
}

/** The card and the days of an occupant, as a zip; the audit line names only the dwelling. */
export async function occupantFile(
  services: Services,
  { projectId, houseId, found, record }: OccupantAt,
  change: Pick<Write, "caller" | "action">,
): Promise<FileAnswer> {
  const [world, { name: residence }] = await Promise.all([
    readHousing(services, projectId, change.caller),
    readProject(services, projectId),
  ]);
  const now = services.now();
  const { today } = world;
  const dwelling = found.house.value.settings.name;
  const days = { from: record.from, to: record.to ?? today };
  const others = found.records.filter((other) => other !== record);
  const [readings, heating, participations] = await Promise.all([
    readingsOf(world, { houseId, days }),
    heatingChoicesOf(services.store, { projectId, houseId, occupancyId: record.id }),
    participationsOf(services, { projectId, houseId }, { own: record, others }),
  ]);
  const { id: _, accountId: __, ...person } = record;
  const occupant = { residence, dwelling, ...person };
  const json = jsonPieces({ occupant, heating, participations, readings });
  const files = [
    { name: "occupant.json", pieces: json },
    csvFile("occupant.csv", OCCUPANT_COLUMNS, [occupant]),
    csvFile("chauffage.csv", HEATING_CHOICE_COLUMNS, heating),
    csvFile("autoconsommation.csv", PARTICIPATION_COLUMNS, participations),
    csvFile("releves.csv", OCCUPANT_READING_COLUMNS, readings),
  ];
  await note(services, { ...change, projectId, subject: dwelling });
  return { fileName: `occupant-${today}.zip`, bytes: await zipped(files, now) };
}

async function readingsOf(
  { reader, series }: HousingWorld,
  { houseId, days }: { houseId: string; days: DaySpan },
): Promise<OccupantReading[]> {
  const measured = series.filter(({ unit }) => unit.kind !== "state");
  const read = await Promise.all(
    measured.map((one) =>
      daysRead(reader, one, { storedId: storedSeriesId(one.id, houseId), days })
    ),
  );
  return await sortedInSlices(read.flat(), byDate);
}

function byDate(left: OccupantReading, right: OccupantReading): number {
  return left.date < right.date ? -1 : Number(left.date > right.date);
}
