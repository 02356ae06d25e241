import { collectedInSlices } from "@/lib/backend/core/slices.ts";
import { type AdictLine, adictLine } from "@/lib/domain/gas/adict.ts";
import type { GasType } from "@/lib/domain/gas/lines.ts";
import type { GasSpan } from "@/lib/domain/gas/requests.ts";
import type { GasFault } from "@/lib/domain/gas/types.ts";
import { AdictToken, type AdictTokenOptions } from "./adict_token.ts";
import { boundedText, retryAfterMs } from "./answers.ts";

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
      if (outcome.kind === "answer") return await answerOf(outcome.text);
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
async function answerOf(text: string): Promise<AdictAnswer> {
  const written = text.split("\n", MOST_LINES + 1);
  const lines = await collectedInSlices(
    written.values().map((line) => line.trim()).filter((line) => line !== "").map(boundedLine),
  );
  const isUnreadable = written.length > MOST_LINES ||
    lines.every(({ kind }) => kind === "unreadable");
  return isUnreadable ? { ok: false, fault: "unreadable" } : { ok: true, lines };
}

function boundedLine(line: string): AdictLine {
  return line.length > LINE_LENGTH ? { kind: "unreadable" } : adictLine(line);
}
