import { parsedJson } from "@/lib/domain/forms/json.ts";
import { isIsoDate, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import { plainWord } from "@/lib/domain/tables/search.ts";
import type { GasConsent, GasConsentState, GasLine } from "./types.ts";

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
