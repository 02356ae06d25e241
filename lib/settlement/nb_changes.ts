/** What another area or target temperature makes of the NB of a contract: proposed, never applied (E §1.5). @module */

import { addDays, daysBetween, monthOf } from "@/lib/base/civil_dates.ts";
import { exact, R } from "@/lib/base/decimals.ts";
import { seasonYearOf } from "@/lib/energy_balance/heating_season.ts";
import type { Effect } from "@/lib/ui/confirmation.ts";
import type { Terms } from "./schema.ts";
import { contractSeason, isSameContract } from "./season_parts.ts";
import { inForce } from "./season_statement.ts";

/** What ADEME says that 1 K more takes, %. */
const ADEME_PERCENT_PER_K = 7;

/** NB′ = NB·A′/A, whole kWh. @spec settlement.nb-area */
export function nbOfArea(nbKWh: number, { before, after }: { before: number; after: number }) {
  return R(exact(nbKWh).times(after).div(before), 0).toNumber();
}

export interface TemperatureHelp {
  readonly ademePercent: number;
  /** ΔT × days of the season/DJU of the contract, %, one decimal. */
  readonly djuPercent: number;
  readonly days: number;
}

/** What a change of temperature may change of NB: help only. @param kelvins may be below 0 @spec settlement.nb-degrees */
export function temperatureHelp(
  { from, djuContract, ...season }: Pick<
    Terms,
    "from" | "djuContract" | "seasonStart" | "seasonStop"
  >,
  kelvins: number | string,
): TemperatureHelp {
  const span = contractSeason(season, seasonYearOf(monthOf(from)));
  const days = daysBetween(span.from, span.to) + 1;
  return {
    days,
    ademePercent: R(exact(kelvins).times(ADEME_PERCENT_PER_K), 1).toNumber(),
    djuPercent: R(exact(kelvins).times(days).times(100).div(djuContract), 1).toNumber(),
  };
}

/**
 * What terms leave of the NB of the version before, of the same contract, with another area or target temperature; what
 * the stored terms leave already is not said again.
 *
 * @spec settlement.nb-area, settlement.nb-degrees
 */
export function keptNbEffects(
  terms: Terms,
  { others, stored }: { readonly others: readonly Terms[]; readonly stored: Terms | null },
): Effect[] {
  const { nbKWh, areaM2 = null, targetTemp = null } = terms;
  const before = inForce(others, addDays(terms.from, -1));
  if (before === undefined || before.nbKWh !== nbKWh || !isSameContract(before, terms)) return [];
  const isNew = (name: "areaM2" | "targetTemp") =>
    stored === null || stored.nbKWh !== nbKWh || (stored[name] ?? null) !== terms[name];
  const area = { before: before.areaM2 ?? null, after: areaM2 };
  const temp = { before: before.targetTemp ?? null, after: targetTemp };
  return [
    ...isChange(area) && isNew("areaM2")
      ? [{ kind: "nb-of-area", nbKWh, ...area, proposedKWh: nbOfArea(nbKWh, area) } as const]
      : [],
    ...isChange(temp) && isNew("targetTemp")
      ? [
        {
          kind: "nb-of-temperature",
          nbKWh,
          ...temp,
          djuContract: terms.djuContract,
          ...temperatureHelp(terms, exact(temp.after).minus(temp.before).toString()),
        } as const,
      ]
      : [],
  ];
}

interface Change<Value> {
  readonly before: Value;
  readonly after: Value;
}

function isChange(change: Change<number | null>): change is Change<number> {
  return change.before !== null && change.after !== null && change.before !== change.after;
}
