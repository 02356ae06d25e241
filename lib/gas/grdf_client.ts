/** Requests tokens, consents and gas lines from the service of GRDF, parses them, and decides which days to request when. @module */

import * as z from "zod";
import { boundedText, retryAfterMs } from "@/lib/api/upstream_answers.ts";
import { addDays, addYears, isIsoDate, type IsoDate } from "@/lib/base/civil_dates.ts";
import { HOUR_MS } from "@/lib/base/durations.ts";
import { parsedJson } from "@/lib/base/records.ts";
import { HEADER_TEXT } from "@/lib/base/strings.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { plainWord } from "@/lib/ui/search.ts";
import type { GasType } from "./lines.ts";
import type { GasConsent, GasConsentState, GasFault, GasLine } from "./schema.ts";

type AdictLine =
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

interface GasSpan {
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

interface AdictTokenOptions {
  readonly tokenUrl: string;
  /** Scope of the token: the path of the service. */
  readonly scope: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** Epoch ms. */
  now(): number;
}

/** A token, or the fault; a temporary fault is worth another attempt. */
type TokenAnswer =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly fault: GasFault; readonly isPassing: boolean };

const TOKEN_TIMEOUT_MS = 15_000;
const TOKEN_MAX_BYTES = 64 * 1_024;
/** A token is not used in its last minute. */
const SPARED_MS = 60_000;

const tokenAnswer = z.object({
  access_token: z.string().min(1).max(8_000).regex(HEADER_TEXT),
  expires_in: z.number().min(0),
});

/** The token of a client's credentials, cached until it expires. @spec gas.grdf-requests */
class AdictToken {
  #kept: { readonly value: string; readonly untilMs: number } | null = null;

  constructor(private readonly options: AdictTokenOptions) {}

  /** Drops a token that the service refused as expired. */
  drop(): void {
    this.#kept = null;
  }

  async read(): Promise<TokenAnswer> {
    const { now } = this.options;
    if (this.#kept !== null && now() < this.#kept.untilMs) return { ok: true, ...this.#kept };
    const response = await this.#asked();
    const text = response && await boundedText(response, TOKEN_MAX_BYTES);
    if (response === null || text === null || response.status >= 500) {
      return { ok: false, fault: "unreachable", isPassing: true };
    }
    if (response.status === 429) return { ok: false, fault: "too-many-requests", isPassing: true };
    if (!response.ok) return { ok: false, fault: "refused", isPassing: false };
    const token = tokenAnswer.safeParse(parsedJson(text));
    if (!token.success) return { ok: false, fault: "unreadable", isPassing: false };
    const { access_token: value, expires_in } = token.data;
    this.#kept = { value, untilMs: now() + expires_in * 1_000 - SPARED_MS };
    return { ok: true, value };
  }

  #asked(): Promise<Response | null> {
    const { tokenUrl, scope, client } = this.options;
    return fetch(tokenUrl, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: client.id,
        client_secret: client.secret,
        scope,
      }),
      redirect: "error",
      signal: AbortSignal.timeout(TOKEN_TIMEOUT_MS),
    }).catch(() => null);
  }
}

/** Settings of the client of GRDF. */
interface AdictOptions extends AdictTokenOptions {
  /** Base URL, without its last slash: `https://api.grdf.fr/adict/v6`. */
  readonly api: string;
  /** Waits, ms; a test advances its clock instead. */
  pause(ms: number): Promise<void>;
}

/** GRDF's answer: its lines, or the fault. */
type AdictAnswer =
  | { readonly ok: true; readonly lines: readonly AdictLine[] }
  | { readonly ok: false; readonly fault: GasFault };

/** Time limit of GRDF, ms: a first answer has three years of gas days. */
const TIMEOUT_MS = 60_000;
/** Maximum size of an answer, bytes; three years of gas days take a tenth of it. */
const MAX_BYTES = 32 * 1_048_576;
/** Maximum number of lines of an answer, empty ones included; five years of gas days take a fifth of it. */
const MOST_LINES = 10_000;
/** Maximum length of a line, characters; real ones take one or two thousand. */
const LINE_LENGTH = 64_000;
/** Interval between two calls, ms. @spec ingestion §6 "wait ≥1 s between calls" */
const BETWEEN_CALLS_MS = 1_000;
/** Delays before the new attempts of a failed call without Retry-After, ms. */
const RETRY_MS = [2_000, 10_000, 30_000];
/** Maximum Retry-After, ms: with a longer one, the next run asks again. */
const LONGEST_WAIT_MS = 60_000;

const ENDPOINTS: Readonly<Record<GasType, string>> = {
  published: "donnees_consos_publiees",
  informative: "donnees_consos_informatives",
};

/**
 * Client of GRDF's ADICT service: the consents of the platform, and the consumption lines they give access to.
 *
 * One call at a time, a second apart; a call that fails temporarily is repeated, and an expired token is renewed
 * once. Answers are NDJSON regardless of the Accept header.
 *
 * @spec gas.grdf-format
 */
export class AdictService {
  #token: AdictToken;
  #askedAtMs = -Infinity;

  constructor(private readonly options: AdictOptions) {
    this.#token = new AdictToken(options);
  }

  consents(pces: readonly string[]): Promise<AdictAnswer> {
    return this.#asked("/droits_acces", { id_pce: pces });
  }

  lines(pce: string, type: GasType, { from, to }: GasSpan): Promise<AdictAnswer> {
    const query = new URLSearchParams({ date_debut: from, date_fin: to });
    return this.#asked(`/pce/${encodeURIComponent(pce)}/${ENDPOINTS[type]}?${query}`);
  }

  async #asked(path: string, body?: object): Promise<AdictAnswer> {
    for (let attempt = 0;; attempt++) {
      const outcome = await this.#once(path, body);
      if (outcome.kind === "answer") return answerOf(outcome.text);
      if (outcome.kind === "none") return { ok: true, lines: [] };
      if (outcome.kind === "fault") return { ok: false, fault: outcome.fault };
      const waitMs = outcome.waitMs ?? RETRY_MS[attempt];
      if (attempt >= RETRY_MS.length || waitMs === undefined || waitMs > LONGEST_WAIT_MS) {
        return { ok: false, fault: outcome.fault };
      }
      await this.options.pause(waitMs);
    }
  }

  async #once(path: string, body: object | undefined): Promise<Outcome> {
    const first = await this.#sent(path, body);
    if (first.kind !== "unauthorised") return first;
    // The token expired early: it is renewed once.
    this.#token.drop();
    const second = await this.#sent(path, body);
    return second.kind === "unauthorised" ? { kind: "fault", fault: "refused" } : second;
  }

  async #sent(path: string, body: object | undefined): Promise<Outcome | Unauthorised> {
    await this.#spaced();
    const token = await this.#token.read();
    if (!token.ok) return { kind: token.isPassing ? "later" : "fault", fault: token.fault };
    const response = await fetch(`${this.options.api}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        accept: "application/x-ndjson, application/json",
        authorization: `Bearer ${token.value}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null);
    return response === null ? UNREACHABLE : await outcomeOf(response, body === undefined);
  }

  async #spaced(): Promise<void> {
    const { now, pause } = this.options;
    // After the clock was set back, the last call is in the future.
    const leftMs = Math.min(this.#askedAtMs + BETWEEN_CALLS_MS - now(), BETWEEN_CALLS_MS);
    if (leftMs > 0) await pause(leftMs);
    this.#askedAtMs = now();
  }
}

interface Unauthorised {
  readonly kind: "unauthorised";
}

type Outcome =
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "none" }
  | { readonly kind: "fault"; readonly fault: GasFault }
  | { readonly kind: "later"; readonly fault: GasFault; readonly waitMs?: number | undefined };

const UNREACHABLE = { kind: "later", fault: "unreachable" } as const;

/** @param isRead true for lines, of which there may be none */
async function outcomeOf(response: Response, isRead: boolean): Promise<Outcome | Unauthorised> {
  const { status, headers } = response;
  const text = await boundedText(response, MAX_BYTES);
  if (text === null) return UNREACHABLE;
  if (response.ok) return { kind: "answer", text };
  if (status === 401) return { kind: "unauthorised" };
  if (status === 404 && isRead) return { kind: "none" };
  const waitMs = retryAfterMs(headers);
  if (status === 429) return { kind: "later", fault: "too-many-requests", waitMs };
  if (status >= 500) return { ...UNREACHABLE, waitMs };
  return { kind: "fault", fault: "refused" };
}

/** An answer without a readable line, or with too many, does not come from ADICT. */
function answerOf(text: string): AdictAnswer {
  const written = text.split("\n", MOST_LINES + 1);
  const lines = written.map((line) => line.trim()).filter((line) => line !== "").map(boundedLine);
  const isUnreadable = written.length > MOST_LINES ||
    lines.every(({ kind }) => kind === "unreadable");
  return isUnreadable ? { ok: false, fault: "unreadable" } : { ok: true, lines };
}

function boundedLine(line: string): AdictLine {
  return line.length > LINE_LENGTH ? { kind: "unreadable" } : adictLine(line);
}
