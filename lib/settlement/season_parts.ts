/** The parts of a season that the contracts of a boiler room cover: each is settled alone. @module */

import { addDays, type IsoDate, isoDate } from "@/lib/base/civil_dates.ts";
import type { HeatingSeason } from "@/lib/facilities/schema.ts";
import type { Days, Terms } from "./schema.ts";
import { inForce } from "./season_statement.ts";

/** Versions of terms that follow each other. */
interface Contract {
  readonly from: IsoDate;
  /** Last day; null of the last contract while it has no end. */
  readonly to: IsoDate | null;
  /** By date. */
  readonly terms: readonly Terms[];
}

/** The days of a season that a contract covers. */
export interface SeasonPart extends Contract {
  readonly to: IsoDate;
  /** The season of the contract. */
  readonly season: Days;
  /** False when they are the whole season. */
  readonly isPart: boolean;
}

/** Whether terms continue those before: of one kind, operator and unit of kWh, before their contract has ended. */
export function isSameContract(before: Terms, after: Terms): boolean {
  const { to = null } = before;
  return before.operator === after.operator && before.kind === after.kind &&
    before.energyBasis === after.energyBasis && (to === null || after.from <= to);
}

/** @param terms in any order */
function contractsOf(terms: readonly Terms[]): Contract[] {
  const groups: [Terms, ...Terms[]][] = [];
  for (const one of terms.toSorted((a, b) => a.from < b.from ? -1 : 1)) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group !== undefined && before !== undefined && isSameContract(before, one)) group.push(one);
    else groups.push([one]);
  }
  return groups.map((group, at) => {
    const next = groups[at + 1]?.[0].from;
    const ends = [group.at(-1)?.to ?? null, next === undefined ? null : addDays(next, -1)];
    const to = ends.filter((day) => day !== null).sort()[0] ?? null;
    return { from: group[0].from, to, terms: group };
  });
}

/** Whether a contract may begin or end within a season: from July to June. */
export function isSeasonCut(terms: readonly Terms[], yearStart: number): boolean {
  const [from, to] = [isoDate(yearStart, 7, 1), isoDate(yearStart + 1, 6, 30)];
  const isWithin = (day: IsoDate | null) => day !== null && day > from && day < to;
  return contractsOf(terms).some((one) => isWithin(one.from) || isWithin(one.to));
}

interface SeasonQuery {
  readonly yearStart: number;
  readonly seasons: readonly HeatingSeason[];
  readonly today: IsoDate;
}

/**
 * The parts of a season, by date: the recorded heating season, else that of each contract, cut where a contract begins
 * and ends. Those that have not begun are left out, unless none has.
 *
 * @spec settlement.parts
 */
export function seasonParts(
  terms: readonly Terms[],
  query: SeasonQuery,
): SeasonPart[] {
  return coveredParts(terms, query).filter(({ from }, at) => at === 0 || from < query.today);
}

/**
 * The days of a season that no contract covers, by date; those to come are left out. None where no contract covers any.
 *
 * @spec settlement.uncovered
 */
export function uncoveredDays(terms: readonly Terms[], query: SeasonQuery): Days[] {
  const parts = coveredParts(terms, query);
  const between = parts.map(({ from, season }, at) => {
    const before = parts[at - 1];
    return {
      from: before === undefined ? season.from : addDays(before.to, 1),
      to: addDays(from, -1),
    };
  });
  const after = parts.slice(-1).map(({ to, season }) => ({ from: addDays(to, 1), to: season.to }));
  return [...between, ...after].filter(({ from, to }) => from <= to && from < query.today);
}

function coveredParts(
  terms: readonly Terms[],
  { yearStart, seasons }: Pick<SeasonQuery, "yearStart" | "seasons">,
): SeasonPart[] {
  return contractsOf(terms).flatMap((contract) => {
    const own = inForce(contract.terms, isoDate(yearStart, 12, 31)) ?? contract.terms[0];
    const season = seasonSpan(seasons, yearStart, own);
    const from = contract.from > season.from ? contract.from : season.from;
    const to = contract.to !== null && contract.to < season.to ? contract.to : season.to;
    const isPart = from !== season.from || to !== season.to;
    return from > to ? [] : [{ from, to, terms: contract.terms, season, isPart }];
  });
}

/** The recorded heating season, else that of the contract, else 1 October to 20 May. @spec settlement.rows */
export function seasonSpan(
  seasons: readonly HeatingSeason[],
  yearStart: number,
  terms?: Terms,
): Days {
  const season = seasons.find((one) => one.yearStart === yearStart);
  const { from, to } = contractSeason(terms, yearStart);
  return { from: season?.dateStart ?? from, to: season?.dateStop ?? to };
}

/** First and last day of a season by its contract, where none is recorded; 1 October to 20 May without dates. */
export function contractSeason(
  terms: Pick<Terms, "seasonStart" | "seasonStop"> | undefined,
  yearStart: number,
): Days {
  return {
    from: `${yearStart}-${terms?.seasonStart ?? "10-01"}`,
    to: `${yearStart + 1}-${terms?.seasonStop ?? "05-20"}`,
  };
}

/** The part of a day: the last one that has begun, else the first. @param day null for the first */
export function partOn(parts: readonly SeasonPart[], day: IsoDate | null): SeasonPart | undefined {
  const begun = day === null ? undefined : parts.findLast(({ from }) => from <= day);
  return begun ?? parts[0];
}
