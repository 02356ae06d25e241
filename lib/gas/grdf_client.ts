/** Requests tokens, consents and gas lines from the service of GRDF. @module */

import * as z from "zod";
import { boundedText, retryAfterMs } from "@/lib/api/outside_answers.ts";
import { parsedJson } from "@/lib/base/records.ts";
import { HEADER_TEXT } from "@/lib/base/strings.ts";
import { type AdictLine, adictLine, type GasSpan } from "./grdf.ts";
import type { GasType } from "./lines.ts";
import type { GasFault } from "./schema.ts";

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
