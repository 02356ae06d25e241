/** Answers the energy signature of a boiler room over a heating season, its drift and its landing. @module */

import { FRESH_DATA_SECONDS } from "@/lib/api/call.ts";
import type { Services } from "@/lib/api/services.ts";
import {
  addDays,
  addYears,
  daysBetween,
  type IsoDate,
  isoDate,
  monthOf,
  yearOf,
} from "@/lib/base/civil_dates.ts";
import { civilDateOf, clockTimeOf, dayBounds } from "@/lib/base/time_zones.ts";
import { statesOf } from "@/lib/energy_balance/balance.ts";
import { latestOnOrBefore, outdoorSourceOf } from "@/lib/energy_balance/dated_settings.ts";
import { cachedEfficiency } from "@/lib/energy_balance/energy_settings.ts";
import { contractNb, conversionFactor, gasFactorsOf } from "@/lib/energy_balance/formulas.ts";
import { seasonDays, seasonYearOf } from "@/lib/energy_balance/heating_season.ts";
import { seasonsInForce } from "@/lib/energy_balance/heating_seasons.ts";
import { annotationRecords } from "@/lib/facilities/annotations.ts";
import type {
  BoilerRoomEfficiency,
  EfficiencySettings,
} from "@/lib/facilities/energy_settings_schema.ts";
import { cachedEquipments } from "@/lib/facilities/equipment.ts";
import { inQuantity, SOURCE_KINDS } from "@/lib/facilities/source_kinds.ts";
import { cachedProject } from "@/lib/residences/residences.ts";
import { readRhythms } from "@/lib/series/rhythms.ts";
import type { Annotation } from "@/lib/series/schema.ts";
import { cachedSeries } from "@/lib/series/series.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import { isSlow } from "@/lib/timeseries/rhythm.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { compareValues } from "@/lib/ui/tables.ts";
import { cachedOutdoor, readOutdoorYears } from "@/lib/weather/outdoor_temperatures.ts";
import type { Handler } from "./calls.ts";
import { isSetBackLost, nightShare } from "./drift.ts";
import { weeklyLandings } from "./landing.ts";
import type { DatedLanding, Drift, SignatureChange } from "./schema.ts";
import { comparedSeason, type ReadDay, validDays } from "./season_signature.ts";

/** Complete seasons among which the reference is found. */
const EARLIER_SEASONS = 3;

/** A boiler room of a residence. */
export interface Place {
  readonly projectId: string;
  readonly boilerRoomId: string;
}

/** A heating season, `to` excluded. */
interface Season {
  readonly yearStart: number;
  readonly from: IsoDate;
  readonly to: IsoDate;
}

export const getEnergySignature: Handler<"getEnergySignature"> = async (services, input) => {
  const { projectId, boilerRoomId, year, reference } = input;
  const [equipments, { timeZone }] = await Promise.all([
    cachedEquipments(services, projectId),
    cachedProject(services, projectId),
  ]);
  const room = equipments.find(({ id }) => id === boilerRoomId)?.record;
  if (room?.kind !== "boilerroom") return { ok: false, code: "not-found" };
  const today = civilDateOf(services.now(), timeZone);
  const yearStart = Number(year);
  if (yearStart > seasonYearOf(monthOf(today))) return { ok: false, code: "bad-period" };
  const place = { projectId, boilerRoomId };
  const about = { boilerRoomName: room.name, yearStart };
  const basis = await basisOf(services, place, { timeZone, today, yearStart });
  if (basis === null) {
    const [{ from, to }] = await seasonsOf(services, place, [yearStart]);
    return { ok: true, answer: { ...about, from, to, ...UNKNOWN } };
  }
  const chosen = reference === undefined ? null : Number(reference);
  const season = await services.memory.ofSeries(
    projectId,
    { what: `signature ${boilerRoomId} ${year} ${chosen}`, freshForS: FRESH_DATA_SECONDS },
    basis.dependencies,
    async () => {
      const compared = await readCompared(services, basis, { place, yearStart, chosen });
      const { referenceDays: _, ...found } = compared;
      return {
        ...found,
        setBackLost: await isNightLost(basis, { yearStart, ...found }),
        landings: await readLandings(services, basis, compared),
      };
    },
  );
  return { ok: true, answer: { ...about, ...season } };
};

/** The days of a season, compared with those before; with those of the reference, empty without one. */
export async function readCompared(
  services: Services,
  basis: Basis,
  { place, yearStart, chosen }: {
    readonly place: Place;
    readonly yearStart: number;
    readonly chosen: number | null;
  },
) {
  const { today } = basis;
  const [season, ...earlier] = await seasonsOf(services, place, [
    yearStart,
    ...Array.from({ length: EARLIER_SEASONS }, (_, before) => yearStart - before - 1),
  ]);
  const noted = await readNoted(services, place);
  const end = season.to <= today ? season.to : addDays(today, 1);
  const query = {
    days: await readSeason(services, basis, season),
    earlier: await Promise.all(
      earlier.filter(({ to }) => to <= today).map(async (one) => ({
        yearStart: one.yearStart,
        days: await readSeason(services, basis, one),
        change: await firstChange(basis, { season: one, until: season.to, noted }),
      })),
    ),
    chosen,
    closings: noted.flatMap(({ signature, from, text, author }) =>
      signature === "closed" && season.from < from && from < end
        ? [{ date: from, text, author }]
        : []
    ),
  };
  const compared = comparedSeason(query);
  const referenceDays = query.earlier.find((one) => one.yearStart === compared.reference)?.days ??
    [];
  return { from: season.from, to: season.to, ...compared, referenceDays };
}

/** The answer of a boiler room without source or outdoor temperatures. */
const UNKNOWN = {
  fit: null,
  earlier: [],
  reference: null,
  days: [],
  limit: null,
  drift: null,
  closings: [],
  landings: [],
  setBackLost: false,
};

/** The seasons that start in some years: those in force, else October to May. */
async function seasonsOf(
  services: Services,
  place: Place,
  [first, ...others]: readonly [number, ...number[]],
): Promise<[Season, ...Season[]]> {
  const months = [first, ...others].map((year) => monthOf(isoDate(year, 10, 1)));
  const inForce = await seasonsInForce(services, { ...place, months });
  const seasonOf = (yearStart: number) => {
    const { first: from, last } = seasonDays(inForce, yearStart);
    return { yearStart, from, to: addDays(last, 1) };
  };
  return [seasonOf(first), ...others.map(seasonOf)];
}

export type Basis = NonNullable<Awaited<ReturnType<typeof basisOf>>>;

/** What the days are read from; null without a source in a usable unit, or without outdoor temperatures. */
export async function basisOf(
  services: Services,
  place: Place,
  { timeZone, today, yearStart }: { timeZone: string; today: IsoDate; yearStart: number },
) {
  const { projectId } = place;
  const [efficiency, all, sources] = await Promise.all([
    cachedEfficiency(services, place),
    cachedSeries(services, projectId),
    cachedOutdoor(services, projectId),
  ]);
  if (!efficiency.ok || efficiency.answer.sources === null) return null;
  const { sources: { sourceType, sourceKind }, settings, gazFactors } = efficiency.answer;
  const series = all.find(({ id }) => id === sourceType);
  const source = outdoorSourceOf(yearStart, { sources, versions: settings, today });
  if (series === undefined || source === undefined) return null;
  const reader = services.seriesOf(projectId, timeZone);
  const states = statesOf({ series: all, wanted: [series.id], sources, today });
  return {
    ...{ projectId, timeZone, today, series, source, sourceKind, settings, gazFactors, reader },
    dependencies: { reader, ...states },
  };
}

/** The days of a season that are over. @spec signature.days */
async function readSeason(
  services: Services,
  basis: Basis,
  { from, to }: Season,
): Promise<ReadDay[]> {
  const { projectId, series, source, reader, today } = basis;
  const end = to < today ? to : today;
  if (end <= from) return [];
  const [slots, outdoorOf, rhythmOf] = await Promise.all([
    reader.days(series.id, { from, to: end }),
    readOutdoorYears(services, { projectId, source, dates: [from, end] }),
    readRhythms(reader, { series, today }, [yearOf(from), yearOf(end)]),
  ]);
  return slots.map(({ at, sum, coveredS, lengthS, estimated, doubtful }) => ({
    date: at,
    outdoorC: outdoorOf(at).dailyC.on(at),
    energyKwh: sum === null ? null : energyOf(basis, series, { date: at, sum }),
    isWhole: coveredS >= lengthS,
    isEstimated: estimated || isSlow(rhythmOf(monthOf(at))),
    isDoubtful: doubtful === true,
  }));
}

type EnergyBasis = Pick<BoilerRoomEfficiency, "sourceKind" | "gazFactors">;

/** Energy of a day of the source, kWh; null when its unit does not measure it. @spec balance.source */
function energyOf(
  { sourceKind, gazFactors }: EnergyBasis,
  { unit }: ProjectSeries,
  { date, sum }: { date: IsoDate; sum: number },
): number | null {
  const amount = inQuantity(sum, unit.unit, SOURCE_KINDS[sourceKind].measure);
  const factors = gasFactorsOf(gazFactors, monthOf(date));
  return amount === null ? null : amount * conversionFactor(sourceKind, factors);
}

/** The annotations of a boiler room that say something of its signature, in order. */
async function readNoted(
  { store }: Services,
  { projectId, boilerRoomId }: Place,
): Promise<Annotation[]> {
  const { value } = await readEntry(
    store,
    keys.annotations(projectId, boilerRoomId),
    annotationRecords,
  );
  return (value ?? []).filter(({ signature = null }) => signature !== null)
    .sort((a, b) => compareValues(a.from, b.from));
}

/**
 * The first change since a season: of the meter or of the contract since it ended, or, as a person says, of the boiler
 * room since it began.
 *
 * @spec signature.reference
 */
async function firstChange(
  basis: Basis,
  { season, until, noted }: {
    readonly season: Season;
    readonly until: IsoDate;
    readonly noted: readonly Annotation[];
  },
): Promise<SignatureChange | null> {
  const works = noted.find(({ signature, from }) =>
    signature === "changed" && season.from < from && from < until
  );
  const unsaid = { text: "", author: "" };
  const meter = await meterChange(basis, { since: season.to, until });
  const contract = contractChange(basis.settings, { since: season.to, until });
  const changes: readonly (SignatureChange | null)[] = [
    works ? { kind: "works", date: works.from, text: works.text, author: works.author } : null,
    meter === null ? null : { kind: "meter", date: meter, ...unsaid },
    contract === null ? null : { kind: "contract", date: contract, ...unsaid },
  ];
  const found = changes.filter((one) => one !== null);
  return found.toSorted((a, b) => compareValues(a.date, b.date))[0] ?? null;
}

/** Days since the beginning of a drift whose hours are read. */
const SET_BACK_DAYS = 28;
/** Whole weeks in a year: a day is compared with one of the same name. */
const YEAR_DAYS = 364;

/** Whether the nights since a drift lost the set-back that the same days of the reference had. @spec signature.set-back */
async function isNightLost(
  basis: Basis,
  { yearStart, reference, drift, to }: {
    readonly yearStart: number;
    readonly reference: number | null;
    readonly drift: Drift | null;
    readonly to: IsoDate;
  },
): Promise<boolean> {
  if (drift === null || reference === null) return false;
  const end = to < basis.today ? to : basis.today;
  const earliest = addDays(end, -SET_BACK_DAYS);
  const since = drift.since > earliest ? drift.since : earliest;
  const shift = (date: IsoDate) => addDays(date, -YEAR_DAYS * (yearStart - reference));
  const [now, before] = await Promise.all([
    readNightShare(basis, { from: since, to: end }),
    readNightShare(basis, { from: shift(since), to: shift(end) }),
  ]);
  return isSetBackLost(now, before);
}

/** The share of the nights in some days, `to` excluded; null where hours are not read. */
async function readNightShare(
  { reader, series, timeZone }: Basis,
  { from, to }: Pick<Season, "from" | "to">,
): Promise<number | null> {
  if (to <= from) return null;
  const hours = (await reader.hoursOfDays(series.id, { from, to })).flat();
  return nightShare(hours.flatMap(({ at, sum, count, coveredS, lengthS, estimated }) => {
    const isRead = sum !== null && count > 0 && coveredS >= lengthS && !estimated;
    const hour = Number(clockTimeOf(Date.parse(at), timeZone).slice(0, 2));
    return isRead ? [{ hour, energy: sum }] : [];
  }));
}

interface Days {
  readonly since: IsoDate;
  /** Excluded. */
  readonly until: IsoDate;
}

/** The day on which the meter was first replaced or reset. */
async function meterChange(
  { reader, series, timeZone }: Basis,
  { since, until }: Days,
): Promise<IsoDate | null> {
  const [fromMs, toMs] = [dayBounds(since, timeZone).from, dayBounds(until, timeZone).from];
  const events = (await reader.eventsOfMany([series.id])).get(series.id) ?? [];
  const times = events.map(({ epochS }) => epochS * 1_000)
    .filter((ms) => ms >= fromMs && ms < toMs);
  return times.length === 0 ? null : civilDateOf(Math.min(...times), timeZone);
}

/** The day from which the consumption that the contract promises, or its hot water, is another one. */
function contractChange(
  settings: readonly EfficiencySettings[],
  { since, until }: Days,
): IsoDate | null {
  const termsOf = (one: EfficiencySettings | null) =>
    one === null ? null : `${(one.djuContract ?? 0) * one.area * one.target} ${one.q}`;
  const dates = settings.map(({ fromDate }) => fromDate).filter((date) =>
    since <= date && date < until
  );
  return dates.sort(compareValues).find((date) => {
    const before = latestOnOrBefore(settings, addDays(date, -1));
    return before !== null && termsOf(before) !== termsOf(latestOnOrBefore(settings, date));
  }) ?? null;
}

/** Seasons before whose weather is used, where it is known. */
const PAST_SEASONS = 10;

/** The landing of a season, week after week; none without a reference. @spec signature.landing */
async function readLandings(
  services: Services,
  { projectId, source, settings }: Basis,
  compared: Awaited<ReturnType<typeof readCompared>>,
): Promise<DatedLanding[]> {
  const { from, to, days, earlier, reference, closings, referenceDays } = compared;
  const signature = earlier.find(({ yearStart }) => yearStart === reference)?.fit.signature ?? null;
  if (signature === null) return [];
  const dates = Array.from({ length: daysBetween(from, to) }, (_, day) => addDays(from, day));
  const yearsBefore = Array.from({ length: PAST_SEASONS }, (_, at) => at + 1);
  const outdoorOf = await readOutdoorYears(services, {
    projectId,
    source,
    dates: [0, ...yearsBefore].flatMap((years) => [addYears(from, -years), addYears(to, -years)]),
  });
  const weatherOf = (of: readonly IsoDate[]) => ({
    outdoorC: of.map((date) => outdoorOf(date).dailyC.on(date)),
    dju: of.map((date) => outdoorOf(date).dailyDju.on(date)),
  });
  return weeklyLandings({
    baseline: { signature, days: validDays(referenceDays) },
    dates,
    days,
    dju: weatherOf(dates).dju,
    past: yearsBefore.map((years) => weatherOf(dates.map((date) => addYears(date, -years)))),
    closings: closings.map(({ date }) => date),
    contract: contractOf(latestOnOrBefore(settings, to)),
  });
}

/** NB and the DJU it is for; null without contract. */
function contractOf(settings: EfficiencySettings | null) {
  if (settings === null || settings.djuContract === null) return null;
  const { djuContract, area, target } = settings;
  const nbKwh = contractNb({ djuContract, areaM2: area, targetPerAreaDju: target });
  return nbKwh === null ? null : { nbKwh, dju: djuContract };
}
