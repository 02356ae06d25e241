/** Answers the energy signature of a boiler room over a heating season. @module */

import { FRESH_DATA_SECONDS } from "@/lib/api/call.ts";
import type { Services } from "@/lib/api/services.ts";
import { addDays, type IsoDate, isoDate, monthOf, yearOf } from "@/lib/base/civil_dates.ts";
import { civilDateOf, dayBounds } from "@/lib/base/time_zones.ts";
import { latestOnOrBefore } from "@/lib/energy_balance/dated_settings.ts";
import { cachedEfficiency } from "@/lib/energy_balance/energy_settings.ts";
import { conversionFactor, gasFactorsOf } from "@/lib/energy_balance/formulas.ts";
import { isHeatingDay, seasonYearOf } from "@/lib/energy_balance/heating_season.ts";
import { seasonsInForce } from "@/lib/energy_balance/heating_seasons.ts";
import type { BoilerRoomEfficiency } from "@/lib/facilities/energy_settings_schema.ts";
import { cachedEquipments } from "@/lib/facilities/equipment.ts";
import { inQuantity, SOURCE_KINDS } from "@/lib/facilities/source_kinds.ts";
import { cachedProject } from "@/lib/residences/residences.ts";
import { readRhythms } from "@/lib/series/rhythms.ts";
import { cachedSeries } from "@/lib/series/series.ts";
import { isSlow } from "@/lib/timeseries/rhythm.ts";
import type { ProjectSeries } from "@/lib/timeseries/series_schema.ts";
import { cachedOutdoor, readOutdoorYears } from "@/lib/weather/outdoor_temperatures.ts";
import type { Handler } from "./calls.ts";
import { comparedSeason, type ReadDay } from "./season_signature.ts";

/** Complete seasons among which the reference is found. */
const EARLIER_SEASONS = 3;

interface Place {
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
  const years = Array.from({ length: EARLIER_SEASONS + 1 }, (_, before) => yearStart - before);
  const [season, ...earlier] = await seasonsOf(services, { projectId, boilerRoomId }, years);
  if (season === undefined) return { ok: false, code: "bad-period" };
  const about = { boilerRoomName: room.name, ...season };
  const basis = await basisOf(services, { projectId, boilerRoomId }, { timeZone, today, season });
  if (basis === null) return { ok: true, answer: { ...about, ...UNKNOWN } };
  const chosen = reference === undefined ? null : Number(reference);
  const dependencies = {
    reader: basis.reader,
    seriesIds: [],
    past: { seriesIds: basis.seriesIds, before: today },
  };
  const compared = await services.memory.ofSeries(
    projectId,
    { what: `signature ${boilerRoomId} ${year} ${chosen}`, freshForS: FRESH_DATA_SECONDS },
    dependencies,
    async () =>
      comparedSeason({
        days: await readSeason(services, basis, season),
        earlier: await Promise.all(
          earlier.filter(({ to }) => to <= today).map(async (one) => ({
            yearStart: one.yearStart,
            days: await readSeason(services, basis, one),
            meterChanged: await isMeterChanged(basis, { since: one.to, until: season.to }),
          })),
        ),
        chosen,
      }),
  );
  return { ok: true, answer: { ...about, ...compared } };
};

/** The answer of a boiler room without source or outdoor temperatures. */
const UNKNOWN = { fit: null, earlier: [], reference: null, days: [], limit: null, drift: null };

/** The seasons that start in some years: those in force, else October to May. */
async function seasonsOf(
  services: Services,
  place: Place,
  years: readonly number[],
): Promise<Season[]> {
  const months = years.map((year) => monthOf(isoDate(year, 10, 1)));
  const inForce = await seasonsInForce(services, { ...place, months });
  return years.map((yearStart) => {
    const end = isoDate(yearStart + 1, 7, 1);
    let from = isoDate(yearStart, 7, 1);
    while (from < end && !isHeatingDay(inForce, from)) from = addDays(from, 1);
    let to = end;
    while (to > from && !isHeatingDay(inForce, addDays(to, -1))) to = addDays(to, -1);
    return { yearStart, from, to };
  });
}

type Basis = NonNullable<Awaited<ReturnType<typeof basisOf>>>;

/** What the days are read from; null without a source in a usable unit, or without outdoor temperatures. */
async function basisOf(
  services: Services,
  place: Place,
  { timeZone, today, season }: { timeZone: string; today: IsoDate; season: Season },
) {
  const { projectId } = place;
  const [efficiency, all, outdoorSources] = await Promise.all([
    cachedEfficiency(services, place),
    cachedSeries(services, projectId),
    cachedOutdoor(services, projectId),
  ]);
  if (!efficiency.ok || efficiency.answer.sources === null) return null;
  const { sources: { sourceType, sourceKind }, settings, gazFactors } = efficiency.answer;
  const series = all.find(({ id }) => id === sourceType);
  const version = latestOnOrBefore(settings, season.to < today ? season.to : today) ?? settings[0];
  const source = outdoorSources.find(({ id }) => id === version?.djuSource) ?? outdoorSources[0];
  if (series === undefined || source === undefined) return null;
  const { seriesId } = source.record;
  return {
    ...{ projectId, timeZone, today, series, source, sourceKind, gazFactors },
    reader: services.seriesOf(projectId, timeZone),
    seriesIds: [series.id, ...seriesId === null ? [] : [seriesId]],
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

/** Whether the meter was replaced or reset between two days. @spec signature.reference */
async function isMeterChanged(
  { reader, series, timeZone }: Basis,
  { since, until }: { since: IsoDate; until: IsoDate },
): Promise<boolean> {
  const [fromMs, toMs] = [dayBounds(since, timeZone).from, dayBounds(until, timeZone).from];
  const events = (await reader.eventsOfMany([series.id])).get(series.id) ?? [];
  return events.some(({ epochS }) => epochS * 1_000 >= fromMs && epochS * 1_000 < toMs);
}
