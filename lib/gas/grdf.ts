/** Parses the lines that GRDF publishes, and decides which days to request when. @module */

import { addDays, addYears, isIsoDate, type IsoDate } from "@/lib/base/civil_dates.ts";
import { HOUR_MS } from "@/lib/base/durations.ts";
import { parsedJson } from "@/lib/base/records.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { plainWord } from "@/lib/ui/search.ts";
import type { GasType } from "./lines.ts";
import type { GasConsent, GasConsentState, GasFault, GasLine } from "./schema.ts";

export type AdictLine =
  | { readonly kind: "reading"; readonly pce: string; readonly line: GasLine }
  | { readonly kind: "consent"; readonly pce: string; readonly consent: GasConsent }
  /** The status line of the request, without a reading. */
  | { readonly kind: "treatment"; readonly code: string }
  | { readonly kind: "unreadable" };

/** Gas days use the clock of metropolitan France, not that of the residence. */
const GAS_TIME_ZONE = "Europe/Paris";

/** States of a consent by their ADICT names. @spec gas.grdf-format */
const STATES: Readonly<Record<string, GasConsentState>> = {
  "active": "active",
  "a valider": "to-validate",
  "revoquee": "revoked",
  "a reverifier": "to-recheck",
  "obsolete": "obsolete",
  "refusee": "refused",
};

/** Proof states that make an active consent unusable. @spec gas.grdf-format */
const CLOSED_BY_PROOF: ReadonlySet<string> = new Set(["preuve en attente", "preuve verifiee ko"]);

/**
 * Parses one line of an ADICT response, which is NDJSON.
 *
 * Energy is read from the line, never computed from the volume: indexes are whole m³.
 *
 * @spec gas.grdf-format
 * @returns "unreadable" for invalid JSON, a missing delivery point or a missing period
 */
export function adictLine(text: string): AdictLine {
  const record = parsedJson(text);
  if (at(record, "code_statut_traitement") !== undefined) {
    return { kind: "treatment", code: String(at(record, "code_statut_traitement")) };
  }
  const pce = textAt(record, "pce", "id_pce") ?? textAt(record, "id_pce");
  if (pce === null) return { kind: "unreadable" };
  const state = textAt(record, "etat_droit_acces");
  if (state !== null) return { kind: "consent", pce, consent: consentOf(record, state) };
  const line = lineOf(record);
  return line === null ? { kind: "unreadable" } : { kind: "reading", pce, line };
}

function lineOf(record: unknown): GasLine | null {
  const consumption = at(record, "consommation");
  const fromDate = dayAt(consumption, "date_debut_consommation");
  const toDate = dayAt(consumption, "date_fin_consommation");
  if (fromDate === null || toDate === null || toDate < fromDate) return null;
  return {
    fromDate,
    toDate,
    informative: textAt(consumption, "type_conso")?.startsWith("Informative") ?? false,
    fromIndex: numberAt(record, "releve_debut", "index_brut_debut", "valeur_index"),
    toIndex: numberAt(record, "releve_fin", "index_brut_fin", "valeur_index"),
    volume: numberAt(consumption, "volume_brut"),
    energy: numberAt(consumption, "energie"),
    factorPta: numberAt(consumption, "coeff_calcul", "coeff_pta"),
    factorPcs: numberAt(consumption, "coeff_calcul", "valeur_pcs"),
    factorConversion: numberAt(consumption, "coeff_calcul", "coeff_conversion"),
  };
}

function consentOf(record: unknown, state: string): GasConsent {
  const known = STATES[plainWord(state)] ?? "unknown";
  const proof = plainWord(textAt(record, "statut_controle_preuve") ?? "");
  return {
    state: known,
    isUsable: known === "active" && !CLOSED_BY_PROOF.has(proof),
    endDate: dayAt(record, "date_fin_droit_acces"),
  };
}

function at(value: unknown, ...names: readonly string[]): unknown {
  let found = value;
  for (const name of names) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) {
      return undefined;
    }
    found = Reflect.get(found, name);
  }
  return found;
}

function textAt(value: unknown, ...names: readonly string[]): string | null {
  const found = at(value, ...names);
  return typeof found === "string" && found !== "" ? found : null;
}

/** Figures from here on are of no meter: the same as for an imported file, whose sums stay finite. */
const TOO_LARGE = 1e12;

function numberAt(value: unknown, ...names: readonly string[]): number | null {
  const found = at(value, ...names);
  return typeof found === "number" && Math.abs(found) < TOO_LARGE ? found : null;
}

/** The gas day that begins at an instant, 06:00 local time; a date is returned unchanged. */
function dayAt(value: unknown, name: string): IsoDate | null {
  const text = textAt(value, name);
  if (text === null) return null;
  if (isIsoDate(text)) return text;
  const epochMs = INSTANT.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(epochMs) ? null : civilDateOf(epochMs, GAS_TIME_ZONE);
}

/** An instant from the year 1000 on, with its UTC offset: without one it would be parsed in the server's time zone. */
const INSTANT = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** Years of history stored by GRDF. @spec gas.grdf-requests "published 5 years back, informative 3" */
const GAS_DEPTH_YEARS: Readonly<Record<GasType, number>> = { published: 5, informative: 3 };

/** Days requested again, since lines may be corrected that late. */
const GAS_OVERLAP_DAYS: Readonly<Record<GasType, number>> = { published: 400, informative: 40 };

export interface GasSpan {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/**
 * The days to request for a delivery point: all that GRDF stores the first time, then new days and days that may have
 * been corrected.
 *
 * @param pulledTo last day received; null before the first time
 */
export function gasSpan(
  type: GasType,
  { pulledTo, today }: { pulledTo: IsoDate | null; today: IsoDate },
): GasSpan {
  const oldest = addYears(today, -GAS_DEPTH_YEARS[type]);
  const again = pulledTo === null ? oldest : addDays(pulledTo, -GAS_OVERLAP_DAYS[type]);
  return { from: again > oldest ? again : oldest, to: today };
}

/** Last request for a delivery point. */
export interface LastGasRequest {
  /** ISO instant; null when never requested. */
  readonly askedAt: string | null;
  readonly fault: GasFault | null;
  /** Number of consecutive failures. */
  readonly failureCount: number;
}

/** Interval between daily requests, under a day so that their hour does not drift. */
const DAILY_HOURS = 20;
/** Hours before a failed host is retried; afterwards, once a day. */
const BACKOFF_HOURS = [1, 2, 4, 8];
/** Temporary faults, retried sooner. */
const PASSING: ReadonlySet<GasFault> = new Set(["unreachable", "too-many-requests", "unreadable"]);

/**
 * Whether GRDF must be queried again: once a day, sooner after a temporary fault, with growing delays; immediately if
 * the clock was set back since.
 */
export function isGasRequestDue(
  { askedAt, fault, failureCount }: LastGasRequest,
  nowMs: number,
): boolean {
  if (askedAt === null) return true;
  const isPassing = fault !== null && PASSING.has(fault);
  const hours = isPassing ? BACKOFF_HOURS[failureCount - 1] ?? DAILY_HOURS : DAILY_HOURS;
  const sinceMs = nowMs - Date.parse(askedAt);
  return sinceMs < 0 || sinceMs >= hours * HOUR_MS;
}
