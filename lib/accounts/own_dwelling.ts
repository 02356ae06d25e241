/** Answers an occupant's own dwelling, its readings, consent and export. @module */

import type { FileAnswer } from "@/lib/api/call.ts";
import type { Services } from "@/lib/api/services.ts";
import { note, type Write } from "@/lib/api/writes.ts";
import { getDisplayScreen } from "@/lib/display/screens.ts";
import { projectSeries } from "@/lib/facilities/equipment.ts";
import { rangeOf } from "@/lib/facilities/readings.ts";
import { csvFile, jsonPieces } from "@/lib/files/csv_writer.ts";
import { zipped } from "@/lib/files/zip.ts";
import { heatingChoicesOf } from "@/lib/heating_control/module_requests.ts";
import { HEATING_CHOICE_COLUMNS } from "@/lib/heating_control/text.ts";
import { listHousingAlerts, readHouse } from "@/lib/housing/dwellings.ts";
import type { Handler } from "@/lib/housing/calls.ts";
import {
  OCCUPANT_COLUMNS,
  OCCUPANT_READING_COLUMNS,
  type OccupantReading,
} from "@/lib/housing/text.ts";
import { type OccupiedHouse, readOccupied, writeOccupancies } from "@/lib/housing/occupancies.ts";
import {
  homesOf,
  type HouseRecord,
  type OccupancyRecord,
  ownOccupancy,
} from "@/lib/housing/records.ts";
import type { OwnSeries } from "@/lib/housing/schema.ts";
import { correctedReader } from "@/lib/housing/temperature_offset.ts";
import { finestData, houseDetail } from "@/lib/housing/visibility.ts";
import { type HousingWorld, readHousing } from "@/lib/housing/visible_readings.ts";
import { accountCaller, ANONYMOUS, type Caller } from "@/lib/identity/caller.ts";
import { readFeatures, readProject } from "@/lib/residences/residences.ts";
import type { ProjectFeatures } from "@/lib/residences/schema.ts";
import { daysRead, participationsOf } from "@/lib/self_consumption/consumers.ts";
import { PARTICIPATION_COLUMNS } from "@/lib/self_consumption/text.ts";
import type { DaySpan } from "@/lib/series/day_spans.ts";
import { countedSlots } from "@/lib/series/range_reads.ts";
import { allowedResolution, reaches } from "@/lib/series/resolution.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import type { HouseAt } from "@/lib/ui/links.ts";
import {
  changedConsent,
  ownContact,
  ownMessage,
  ownMessages,
  ownPeriod,
} from "./own_dwelling_rules.ts";
import { OWN_CONSENT_SOURCE } from "./own_dwelling_text.ts";

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
async function occupantFile(
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
  return read.flat().sort(byDate);
}

function byDate(left: OccupantReading, right: OccupantReading): number {
  return left.date < right.date ? -1 : Number(left.date > right.date);
}

export const listOwnHouses: Handler<"listOwnHouses"> = async (services, _, caller) => {
  const { accountId } = accountCaller(caller);
  const ownHomes = await homesOf(services.store, accountId);
  const homes = await Promise.all(ownHomes.map(({ key }) => {
    const [projectId, houseId] = key.slice(-2).map(String);
    return projectId && houseId ? readHome(services, { projectId, houseId }, caller) : null;
  }));
  const answer = homes.flatMap((home) => home === null ? [] : [home.name]);
  return { ok: true, answer };
};

/**
 * Data of the caller's dwelling since they moved in, and the messages of the information screen.
 *
 * @spec display.occupant, housing.own-house
 */
export const getOwnHouse: Handler<"getOwnHouse"> = async (services, at, caller) => {
  const home = await readHome(services, at, caller);
  if (home === null) return { ok: false, code: "not-found" };
  const { own: { record, project, today }, house, name } = home;
  const [features, series, alerts, screen] = await Promise.all([
    readFeatures(services, at.projectId),
    projectSeries(services, at.projectId),
    listHousingAlerts(services, at),
    getDisplayScreen(services, at, caller),
  ]);
  const { from, to, consent } = record;
  const stay = ownPeriod(record);
  const messages = features.housesAppAlarm && alerts.ok
    ? ownMessages(alerts.answer, { houseId: at.houseId, stay, today })
    : [];
  const answer = {
    ...name,
    timeZone: project.timeZone,
    from,
    to,
    consent,
    series: series.flatMap((one) => ownSeries(one, { features, house })),
    messages: [...messages, ...(screen.ok ? screen.answer.messages.map(ownMessage) : [])],
    contacts: screen.ok ? screen.answer.contacts.map(ownContact) : [],
    hasReports: features.housesConsreport,
  };
  return { ok: true, answer };
};

/** A series over a range, as if nothing had been read outside the caller's occupancy. */
export const getOwnRangeData: Handler<"getOwnRangeData"> = async (services, input, caller) => {
  const { segment, series: seriesId, ...at } = input;
  const range = rangeOf(segment);
  const home = await readHome(services, at, caller);
  if (home === null) return { ok: false, code: "not-found" };
  const { own: { record, project: { timeZone }, today }, house } = home;
  const [features, all] = await Promise.all([
    readFeatures(services, at.projectId),
    projectSeries(services, at.projectId),
  ]);
  const series = all.find(({ id }) => id === seriesId);
  const [shown] = series === undefined ? [] : ownSeries(series, { features, house });
  if (series === undefined || shown === undefined) return { ok: false, code: "not-found" };
  if (!reaches(shown.finest, allowedResolution(range.type))) {
    return { ok: false, code: "forbidden" };
  }
  const reader = correctedReader(services.seriesOf(at.projectId, timeZone), {
    features,
    series: [series],
    houses: [{ id: at.houseId, config: house.config }],
  });
  const stored = { ...series, id: storedSeriesId(seriesId, at.houseId) };
  const within = ownPeriod(record);
  const slots = await countedSlots(reader, { series: stored, range, timeZone, today, within });
  return { ok: true, answer: { seriesId, unit: series.unit.unit, slots } };
};

/** The audit line names only the dwelling, as every line about occupants. */
export const putOwnConsent: Handler<"putOwnConsent"> = (services, input, caller) => {
  const { body: { isGiven }, ...at } = input;
  const writing = { ...at, caller: ANONYMOUS, action: "putOwnConsent" } as const;
  return writeOccupancies(services, writing, async (found) => {
    const home = await readHome(services, at, caller);
    if (home === null) return "not-found";
    const { record: { id }, today } = home.own;
    const change = { isGiven, today, source: OWN_CONSENT_SOURCE };
    const records = found.records.map((record) =>
      record.id === id ? { ...record, consent: changedConsent(record.consent, change) } : record
    );
    return { records, answer: null };
  });
};

export const exportOwnData: Handler<"exportOwnData"> = async (services, at, caller) => {
  const [found, home] = await Promise.all([
    readOccupied(services, at),
    readHome(services, at, caller),
  ]);
  if (found === null || home === null) return { ok: false, code: "not-found" };
  const { record } = home.own;
  const change = { caller: ANONYMOUS, action: "exportOwnData" } as const;
  return { ok: true, answer: await occupantFile(services, { ...at, found, record }, change) };
};

async function readHome(services: Services, { projectId, houseId }: HouseAt, caller: Caller) {
  const { accountId } = accountCaller(caller);
  const at = { projectId, houseId };
  const [own, { value: house }] = await Promise.all([
    ownOccupancy(services.store, { ...at, accountId, now: services.now() }),
    readHouse(services, { projectId, houseId }),
  ]);
  if (own === null || own.roles.size === 0 || house === null) return null;
  const name = { ...at, residence: own.project.name, dwelling: house.settings.name };
  return { own, house, name };
}

/**
 * A series as its occupant reads it: restrictions and consents for other readers do not apply; the fineness set for the
 * residence and the dwelling does.
 *
 * @returns nothing for a series that no dwelling shows, or without figures
 */
function ownSeries(
  { id, dataUnitId, renamed, unit, scope }: ProjectSeries,
  { features, house: { settings } }: { features: ProjectFeatures; house: HouseRecord },
): OwnSeries[] {
  const quantity = { features, choices: settings, dataUnitId };
  const isShown = scope === "housing" && unit.kind !== "state" &&
    houseDetail(quantity) !== "hidden";
  if (!isShown) return [];
  const finest = finestData({ ...quantity, isFineAgreed: true });
  return [{ id, dataUnitId, renamed, unit, finest }];
}
