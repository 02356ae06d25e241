import { accountCaller } from "@/lib/backend/embedded/accounts/account_record.ts";
import { getDisplayScreen } from "@/lib/backend/embedded/display/display.ts";
import { rangeOf } from "@/lib/backend/embedded/facilities/facility_data.ts";
import { readFeatures } from "@/lib/backend/embedded/projects/projects.ts";
import { countedSlots } from "@/lib/backend/embedded/series/range_slots.ts";
import { projectSeries } from "@/lib/backend/embedded/series/series.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import type { HouseRecord } from "@/lib/backend/records/housing.ts";
import { homesOf, ownOccupancy } from "@/lib/backend/records/own_occupancy.ts";
import { ANONYMOUS, type Caller } from "@/lib/contract/caller.ts";
import {
  changedConsent,
  type HouseAt,
  ownContact,
  ownMessage,
  ownMessages,
  ownPeriod,
} from "@/lib/domain/housing/own_house.ts";
import { correctedReader } from "@/lib/domain/housing/temp_offset.ts";
import type { OwnSeries } from "@/lib/domain/housing/types.ts";
import { finenessOf, finestData, houseDetail, reaches } from "@/lib/domain/housing/visibility.ts";
import type { ProjectFeatures, ProjectSeries } from "@/lib/domain/projects/types.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import { OWN_CONSENT_SOURCE } from "@/lib/text/housing/own_house.ts";
import { readHouse } from "./houses.ts";
import { listHousingAlerts } from "./housing_alerts.ts";
import { readOccupied, writeOccupancies } from "./occupancies.ts";
import { occupantFile } from "./occupant_export.ts";

export const listOwnHouses: Handler<"listOwnHouses"> = async (services, _, caller) => {
  const { accountId } = accountCaller(caller);
  const given = await homesOf(services.store, accountId);
  const homes = await Promise.all(given.map(({ key }) => {
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
  if (!reaches(shown.finest, finenessOf(range.type))) return { ok: false, code: "forbidden" };
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
