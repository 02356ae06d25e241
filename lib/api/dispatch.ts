/** Answers every call: limits, access, input, backend and failures. @module */

import {
  CallError,
  type DispatchRefusal,
  type ErrorCode,
  ERRORS,
  OVERLOAD_WAIT_MS,
} from "@/lib/base/errors.ts";
import {
  type Caller,
  type CallerRoles,
  credentialsOf,
  type ProviderOf,
} from "@/lib/identity/caller.ts";
import { ignoreStoreFailure, storeFaultCode } from "@/lib/store/store_errors.ts";
import { isAmong, listLenient, readAlike, UnreadableValue } from "@/lib/store/unreadable_values.ts";
import { accessTo, callerOfCall } from "./access.ts";
import { type AnswerCache, isCacheable } from "./answer_cache.ts";
import type { Catalogue, Failure, InputOf, NamedCall, OutcomeOf, ResultOf } from "./call.ts";
import { parseInput } from "./parameters.ts";
import type { Attempts } from "./rate_counters.ts";
import { limitsOf, type Rates } from "./rate_limits.ts";
import { type Match, type Matcher, pathMatcher } from "./routing.ts";

/** Fields of a refusal besides its code. */
interface FailureFacts
  extends Pick<Failure<ErrorCode>, "progress" | "issues" | "effects" | "confirmation"> {
  /** Epoch ms. */
  retryAt?: number;
}

/** A refusal, with its status and its English message. */
export function failure<Code extends ErrorCode>(
  code: Code,
  { retryAt, ...facts }: FailureFacts = {},
): Failure<Code> {
  return {
    ...facts,
    ok: false,
    code,
    ...ERRORS[code],
    ...retryAt !== undefined && { retryAt: new Date(retryAt).toISOString() },
  };
}

/** An embedded backend, on one of the stores. */
export interface OwnResponder {
  kind: "own";
  /** The handler of each call, by its name. */
  backend: Readonly<
    Record<string, (input: never, caller: Caller) => Promise<OutcomeOf<NamedCall>>>
  >;
  rolesOf(caller: Caller): CallerRoles;
  /** The providers that have an e-mail address now. */
  providersOf(email: string): Promise<readonly ProviderOf[]>;
  cache: AnswerCache;
  isDemo: boolean;
}

/** Another host: it checks access, and its 401, 403 and 404 are passed on. */
export interface OtherHost {
  kind: "other-host";
  /** Origin of the host, to which collectors write. */
  origin: string;
  /** @param token the caller's token at that host; null for none */
  ask<C extends NamedCall>(
    call: C,
    input: InputOf<C>,
    token: string | null,
    confirmation?: string,
  ): Promise<ResultOf<C>>;
}

/** The backend of a caller: embedded, or another host. */
export type Responder = OwnResponder | OtherHost;

/** The caller and its origin. */
interface RequestContext {
  caller: Caller;
  clientAddress: string;
  requestId: string;
  /** The value that confirms the effects of a call, when it was asked for. */
  confirmation?: string | undefined;
}

interface DispatcherOptions {
  readonly calls: Catalogue;
  /** The responder of a caller; a sign-in is answered by the store that has its e-mail address. */
  responderFor(caller: Caller, call?: NamedCall, input?: unknown): Promise<Responder>;
  attempts: Attempts;
  rates: Rates;
  now(): number;
  logFault(requestId: string, fault: unknown): void;
}

/** Input of a call: path and query parameters by name, and the body, or how to read it. */
interface GivenInput {
  input: Readonly<Record<string, unknown>>;
  readBody: (() => Promise<unknown>) | null;
}

/** Delay before a retry of what names none, ms: while the server holds much, or many passwords wait. */
const WAITS_MS: Readonly<Partial<Record<ErrorCode, number>>> = {
  "overloaded": OVERLOAD_WAIT_MS,
  "too-many-requests": 2_000,
};

/** Every call of a page, an island or an API client goes through {@link Dispatcher.answer}. @spec calls.order */
export class Dispatcher {
  readonly #match: Matcher;

  constructor(private readonly options: DispatcherOptions) {
    this.#match = pathMatcher(options.calls);
  }

  /** The call of a method and a path under `/api`. @spec calls.catalogue */
  match(method: string, path: string): Match {
    return this.#match(method, path);
  }

  /** Checks access, parses, calls the backend, and answers. It never throws. */
  answer<C extends NamedCall>(
    call: C,
    input: InputOf<C> & GivenInput["input"],
    context: RequestContext,
  ): Promise<ResultOf<C>> {
    return this.answerRequest(call, { input, readBody: null }, context);
  }

  /** As `answer()`, for input from outside: its body is read only after the access check. */
  async answerRequest<C extends NamedCall>(
    call: C,
    input: GivenInput,
    context: RequestContext,
  ): Promise<ResultOf<C>> {
    try {
      const answer = () => this.#answered(call, input, context);
      return isCacheable(call) ? await this.#inPart(answer, input.input, context) : await answer();
    } catch (fault) {
      return this.#failureOf(fault, context.requestId, call.method === "GET");
    }
  }

  /** An answer whose lists leave out values that do not fit their schema, and names them. @spec calls.unread */
  async #inPart<C extends NamedCall>(
    answer: () => Promise<ResultOf<C>>,
    input: GivenInput["input"],
    { requestId }: RequestContext,
  ): Promise<ResultOf<C>> {
    const { value, unread } = await listLenient(answer);
    if (unread.size === 0) return value;
    for (const fault of unread.values()) this.options.logFault(requestId, fault);
    const keys = [...unread.keys()];
    // What was not found may be what cannot be read.
    const isMissed = !value.ok && value.code === "not-found" && isAmong(keys, Object.values(input));
    return { ...(isMissed ? failure("unknown-error") : value), unread: keys };
  }

  async #answered<C extends NamedCall>(
    call: C,
    { input, readBody }: GivenInput,
    context: RequestContext,
  ): Promise<ResultOf<C>> {
    const responder = await this.options.responderFor(context.caller);
    if (responder.kind === "own") {
      const { value: access, unread } = await readAlike(() =>
        accessTo(call, input, { responder, caller: context.caller })
      );
      // What cannot be read may have given the access.
      if (access !== "allowed") return failure(unread.size === 0 ? access : "unknown-error");
    }
    const whole = readBody ? { ...input, body: await readBody() } : input;
    const parsed = parseInput(call, whole, this.options.calls);
    if (!parsed.ok) return failure(parsed.code, { issues: parsed.issues });
    return await this.#limited(call, parsed.input, context);
  }

  /** Counts the attempt of a call with limits; successful attempts are refunded. */
  async #limited<C extends NamedCall>(
    call: C,
    input: InputOf<C>,
    context: RequestContext,
  ): Promise<ResultOf<C>> {
    const { attempts, rates } = this.options;
    const limits = limitsOf(call.name, input, { ...context, rates });
    const attempt = await attempts.take(limits);
    if (!attempt.ok) return failure("too-many-requests", { retryAt: attempt.retryAt });
    const result = await this.#asked(call, input, context);
    if (!result.ok) return result;
    // The act is done: an attempt that cannot be refunded only counts until the end of its window.
    await ignoreStoreFailure(
      attempts.giveBack(limits.filter(({ counts }) => counts === "failures")),
    );
    return result;
  }

  async #asked<C extends NamedCall>(
    call: C,
    input: InputOf<C>,
    { caller, confirmation }: RequestContext,
  ): Promise<ResultOf<C>> {
    const responder = await this.options.responderFor(caller, call, input);
    if (responder.kind === "other-host") {
      const token = credentialsOf(caller)?.upstreamToken ?? null;
      return await responder.ask(call, input, token, confirmation);
    }
    const handler = responder.backend[call.name];
    if (handler === undefined) throw new Error(`no handler of ${call.name}`);
    const asker = callerOfCall(call, input, { responder, caller, confirmation });
    // The handler of this name takes the input of the call and gives its outcome.
    const ask = (): Promise<OutcomeOf<C>> => Reflect.apply(handler, null, [input, asker]);
    const answer = () => responder.cache.answer(call, input, { caller, ask });
    let outcome = await answer();
    if (!outcome.ok && outcome.code === "not-found" && mayMiss(call, caller)) {
      responder.cache.forgetSeen();
      outcome = await answer();
    }
    if (outcome.ok) return outcome;
    const { code, ...facts } = outcome;
    return failure(code, facts);
  }

  #failureOf(fault: unknown, requestId: string, isRead: boolean): Failure<DispatchRefusal> {
    if (fault instanceof CallError) {
      const { code, progress } = fault;
      const waitMs = WAITS_MS[code];
      const retryAt = fault.retryAt ?? (waitMs === undefined ? null : this.options.now() + waitMs);
      return failure(code, {
        ...retryAt !== null && { retryAt },
        ...progress !== null && { progress },
      });
    }
    this.options.logFault(requestId, fault);
    const refusal = failure(storeFaultCode(fault, isRead) ?? "unknown-error");
    return fault instanceof UnreadableValue
      ? { ...refusal, unread: [fault.key.join("/")] }
      : refusal;
  }
}

/** Whether an answer from memory may miss what another process has just written. Strangers read nothing twice. */
function mayMiss({ method }: NamedCall, { kind }: Caller): boolean {
  return kind === "account" && method === "GET";
}
