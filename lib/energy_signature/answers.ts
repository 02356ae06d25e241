/** Answers the energy signature of a boiler room over a heating season. @module */

import { FRESH_DATA_SECONDS } from "@/lib/api/call.ts";
import type { Services } from "@/lib/api/services.ts";
import { addDays, type IsoDate, isoDate, monthOf, yearOf } from "@/lib/base/civil_dates.ts";
import { civilDateOf, dayBounds } from "@/lib/base/time_zones.ts";
import { statesOf } from "@/lib/energy_balance/balance.ts";
import { outdoorSourceOf } from "@/lib/energy_balance/dated_settings.ts";
import { cachedEfficiency } from "@/lib/energy_balance/energy_settings.ts";
import { conversionFactor, gasFactorsOf } from "@/lib/energy_balance/formulas.ts";
import { seasonDays, seasonYearOf } from "@/lib/energy_balance/heating_season.ts";
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
  const place = { projectId, boilerRoomId };
  const about = { boilerRoomName: room.name, yearStart };
  const basis = await basisOf(services, place, { timeZone, today, yearStart });
  if (basis === null) {
    const [{ from, to }] = await seasonsOf(services, place, [yearStart]);
    return { ok: true, answer: { ...about, from, to, ...UNKNOWN } };
  }
  const chosen = reference === undefined ? null : Number(reference);
  const compared = await services.memory.ofSeries(
    projectId,
    { what: `signature ${boilerRoomId} ${year} ${chosen}`, freshForS: FRESH_DATA_SECONDS },
    basis.dependencies,
    async () => {
      const [season, ...earlier] = await seasonsOf(services, place, [
        yearStart,
        ...Array.from({ length: EARLIER_SEASONS }, (_, before) => yearStart - before - 1),
      ]);
      const query = {
        days: await readSeason(services, basis, season),
        earlier: await Promise.all(
          earlier.filter(({ to }) => to <= today).map(async (one) => ({
            yearStart: one.yearStart,
            days: await readSeason(services, basis, one),
            meterChanged: await isMeterChanged(basis, { since: one.to, until: season.to }),
          })),
        ),
        chosen,
      };
      return { from: season.from, to: season.to, ...comparedSeason(query) };
    },
  );
  return { ok: true, answer: { ...about, ...compared } };
};

/** The answer of a boiler room without source or outdoor temperatures. */
const UNKNOWN = { fit: null, earlier: [], reference: null, days: [], limit: null, drift: null };

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

type Basis = NonNullable<Awaited<ReturnType<typeof basisOf>>>;

/** What the days are read from; null without a source in a usable unit, or without outdoor temperatures. */
async function basisOf(
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
    ...{ projectId, timeZone, today, series, source, sourceKind, gazFactors, reader },
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

/** Whether the meter was replaced or reset between two days. @spec signature.reference */
async function isMeterChanged(
  { reader, series, timeZone }: Basis,
  { since, until }: { since: IsoDate; until: IsoDate },
): Promise<boolean> {
  const [fromMs, toMs] = [dayBounds(since, timeZone).from, dayBounds(until, timeZone).from];
  const events = (await reader.eventsOfMany([series.id])).get(series.id) ?? [];
  return events.some(({ epochS }) => epochS * 1_000 >= fromMs && epochS * 1_000 < toMs);
}
