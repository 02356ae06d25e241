import type { Call } from "../contract/call.ts";
import type { Caller, Standing } from "../contract/caller.ts";
import {
  type Backend,
  type CallName,
  CALLS,
  type Handler,
  type Input,
  type Outcome,
  type Result,
} from "../contract/catalogue.ts";
import { type DoorRefusal, type ErrorCode, ERRORS } from "../contract/errors.ts";
import { notImplemented } from "../contract/not_implemented.ts";
import { type InputIssue, parseInput } from "../contract/parse_input.ts";
import { fillPath } from "../contract/paths.ts";
import { verdict } from "./access.ts";
import type { Attempts } from "./accounts/attempts.ts";
import { PasswordsBusy } from "./accounts/passwords.ts";
import type { AnswerCache } from "./answer_cache.ts";
import { StoreUnavailable } from "./kv/open.ts";
import { limitsOf, type Rates } from "./limits.ts";
import { Refused } from "./refused.ts";

/** Whoever answers a caller: one of the backends on one of the stores. */
export interface Answerer {
  backend: Backend;
  standingOf(caller: Caller): Standing;
  /** False when another host decides who may ask: its 401, 403 and 404 are passed on. */
  decidesAccess: boolean;
  cache: AnswerCache | null;
  isDemo: boolean;
}

/** Who asks, from where, and who answers them. */
export interface Asking {
  caller: Caller;
  answerer: Answerer;
  clientAddress: string;
  requestId: string;
}

/** What the door leans on. */
export interface DoorOptions {
  attempts: Attempts;
  rates: Rates;
  now(): number;
  reportFault(requestId: string, fault: unknown): void;
}

/** A refusal, as whoever asks gets it. */
export interface Failure<Code extends ErrorCode> {
  readonly ok: false;
  readonly code: Code;
  readonly status: number;
  readonly message: string;
  readonly retryAt?: string;
  readonly issues?: readonly InputIssue[];
}

/** After how long to ask again when passwords wait to be checked, ms. */
const BUSY_MS = 2_000;

/** The one door: every call of a page, an island or an outside caller goes through {@link Door.answer}. */
export class Door {
  constructor(private readonly options: DoorOptions) {}

  /** Allows, parses, asks the backend, and answers. It never throws. */
  async answer<Name extends CallName>(
    name: Name,
    input: Input<Name>,
    asking: Asking,
  ): Promise<Result<Name>> {
    return await this.answerRaw(name, input, asking);
  }

  /** The same for an input that comes from outside and has no type yet. */
  async answerRaw<Name extends CallName>(
    name: Name,
    input: Readonly<Record<string, unknown>>,
    asking: Asking,
  ): Promise<Result<Name>> {
    try {
      return await this.#answered(name, input, asking);
    } catch (fault) {
      return this.#failureOf(fault, asking.requestId);
    }
  }

  async #answered<Name extends CallName>(
    name: Name,
    given: Readonly<Record<string, unknown>>,
    asking: Asking,
  ): Promise<Result<Name>> {
    const { caller, answerer } = asking;
    const call: Call = CALLS[name];
    if (answerer.decidesAccess) {
      const standing = answerer.standingOf(caller);
      const access = await verdict(call.access, placesOf(given), { caller, standing });
      if (access !== "allowed") return failure(access);
    }
    const handler: Backend[Name] = answerer.backend[name];
    if (handler === notImplemented) {
      return failure("not-implemented", { path: pathOf(call, given) });
    }
    const parsed = parseInput(name, given);
    if (!parsed.ok) return failure(parsed.code, { issues: parsed.issues });
    const outcome = await this.#limited(name, parsed.input, {
      asking,
      handler: handler as Handler<Name>,
    });
    return outcome.ok ? outcome : failure(outcome.code);
  }

  /** Counts the attempt where attempts are counted; one that turns out well is not held against anybody. */
  async #limited<Name extends CallName>(
    name: Name,
    input: Input<Name>,
    { asking, handler }: { asking: Asking; handler: Handler<Name> },
  ): Promise<Outcome<Name>> {
    const { rates, attempts } = this.options;
    const limits = limitsOf(name, input, { rates, clientAddress: asking.clientAddress });
    if (limits.length === 0) return await this.#asked(name, input, { asking, handler });
    const attempt = await attempts.take(limits);
    if (!attempt.ok) throw new Refused("too-many-requests", attempt.retryAt);
    const outcome = await handler(input, asking.caller);
    if (outcome.ok) await attempts.giveBack(limits);
    return outcome;
  }

  #asked<Name extends CallName>(
    name: Name,
    input: Input<Name>,
    { asking, handler }: { asking: Asking; handler: Handler<Name> },
  ): Promise<Outcome<Name>> {
    const { caller, answerer } = asking;
    const ask = () => handler(input, caller);
    return answerer.cache?.answer(name, input, { caller, ask }) ?? ask();
  }

  #failureOf(fault: unknown, requestId: string): Failure<DoorRefusal> {
    if (fault instanceof Refused) {
      const retryAt = fault.retryAt;
      return failure(fault.code, retryAt === null ? {} : { retryAt });
    }
    if (fault instanceof PasswordsBusy) {
      return failure("too-many-requests", { retryAt: this.options.now() + BUSY_MS });
    }
    this.options.reportFault(requestId, fault);
    return failure(isStoreFault(fault) ? "store-unavailable" : "unknown-error");
  }
}

/** What a refusal adds to its code. */
interface FailureFacts {
  path?: string;
  retryAt?: number;
  issues?: readonly InputIssue[];
}

/** A refusal, with its status and its English sentence. */
export function failure<Code extends ErrorCode>(
  code: Code,
  { path, retryAt, issues }: FailureFacts = {},
): Failure<Code> {
  const { status, message } = ERRORS[code];
  return {
    ok: false,
    code,
    status,
    message: path === undefined ? message : `Not implemented: ${path}`,
    ...(retryAt !== undefined && { retryAt: new Date(retryAt).toISOString() }),
    ...(issues && { issues }),
  };
}

const PLACES = ["orgId", "projectId", "requestId", "documentId"] as const;

function placesOf(input: Readonly<Record<string, unknown>>) {
  const places: Partial<Record<(typeof PLACES)[number], string>> = {};
  for (const name of PLACES) {
    const value = input[name];
    if (typeof value === "string") places[name] = value;
  }
  return places;
}

function pathOf(call: Call, input: Readonly<Record<string, unknown>>): string {
  return `/api${fillPath(call.path, input)}`;
}

/** What SQLite and Deno KV say when the store can be read but not written, or not reached. */
const STORE_FAULT =
  /readonly database|database or disk is full|disk I\/O error|unable to open database|database is locked|error sending request/i;

function isStoreFault(fault: unknown): boolean {
  return fault instanceof StoreUnavailable || STORE_FAULT.test(String(fault));
}
