import type * as z from "zod/mini";
import type { Asked } from "@/lib/domain/forms/effects.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";
import type { DispatchRefusal, ErrorCode } from "./errors.ts";
import { created, nothing } from "./shapes.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** HTTP method of a call (F §7 "Generic requests"). */
export type Method = (typeof METHODS)[number];

/**
 * A way to be granted access to a call.
 *
 * - `signed-in`: any account; `self`: any account, and the backend only uses the caller's own id.
 * - `org-member` (administrator, or a role on one of its projects) and `org-admin` check the path's `orgId`, or the
 *   organisation of its `projectId`.
 * - `project-member`: any effective role on the path's `projectId`.
 * - A role grant checks the effective roles on the path's `projectId`. With `on: "document"`, on the project of the
 *   path's document; with `on: "any-project"`, on any project of the path's organisation; with `on: "own-house"`, the
 *   role of a user who lives in the path's `houseId` today.
 * - `provider`: a provider's session, of the path's organisation if any; `provider-of-request`: the provider of the
 *   path's request.
 * - `display-token`, `ingest-token`: a token of the path's project.
 */
export type Grant =
  | "public"
  | "signed-in"
  | "self"
  | "org-member"
  | "org-admin"
  | "project-member"
  | "platform-admin"
  | "provider"
  | "provider-of-request"
  | "display-token"
  | "ingest-token"
  | { role: Role; on: "project" | "document" | "any-project" | "own-house" };

/** Access rule as data: one of `any` is enough. */
export interface Access {
  any: readonly Grant[];
}

/** Names of the parameters of a path, `"/orgs/:orgId/x-:year"` → `"orgId" | "year"`. */
export type PathParameters<Path extends string> = Path extends
  `${string}:${infer Name}/${infer Rest}` ? Name | PathParameters<`/${Rest}`>
  : Path extends `${string}:${infer Name}` ? Name
  : never;

type QueryShape = Record<string, unknown>;

export interface Call<
  Path extends string = string,
  Query extends QueryShape = QueryShape,
  Body = unknown,
  Answer = unknown,
  Refusal extends ErrorCode = ErrorCode,
  Verb extends Method = Method,
  Audit extends string | null | undefined = string | null | undefined,
> {
  method: Verb;
  /** Under `/api`: `/collect/orgs/:orgId/…`; a parameter may follow a literal inside a segment (`dailyYear-:year`). */
  path: Path;
  /** One sentence in English for the API document, with its source, as `B §7`. */
  summary: string;
  /** French text of its audit log line; null for a write without a line. */
  audit?: Audit;
  access: Access;
  query?: z.ZodMiniType<Query>;
  body?: z.ZodMiniType<Body>;
  /** Encoding of the body; JSON when omitted. `form` is URL-encoded; files of a `multipart` are `Uint8Array`s. */
  bodyKind?: "json" | "form" | "multipart" | "bytes" | "text";
  answer: z.ZodMiniType<Answer>;
  /** Encoding of the answer; JSON when omitted. */
  answerKind?: "json" | "pdf" | "bytes";
  refusals: readonly Refusal[];
  /** Creation: the answer is `{ id }` in process, and the header `x-created-id` over HTTP (F §7). */
  creates: boolean;
  /** Seconds an answer may be reused: KV cache, page refresh (B §9 "Caches and timing"). */
  freshForSeconds?: number;
}

/** Method and path of a call, `"PUT /orgs/:orgId"`. */
type Request = `${Method} /${string}`;
type MethodOf<Line> = Line extends `${infer Verb extends Method} /${string}` ? Verb : never;
type PathOf<Line> = Line extends `${Method} ${infer Path}` ? Path : never;

interface Declaration<Line extends Request, Query extends QueryShape, Body, Answer, Refusal, Audit>
  extends
    Pick<
      Call<string, Query, Body, Answer>,
      "summary" | "query" | "body" | "bodyKind" | "answerKind" | "freshForSeconds"
    > {
  request: Line;
  audit?: Audit;
  /** null when omitted. */
  answer?: z.ZodMiniType<Answer>;
  /** None when omitted. */
  refusals?: readonly Refusal[];
  /** True when omitted and the answer is `created`. */
  creates?: true;
}

/**
 * Declares the calls of an access rule, the refusals they share and how long their answers may be reused; the type of a call
 * preserves every literal.
 */
export function callFor<const Shared extends ErrorCode = never>(
  { any, ...rule }: Access & Pick<Call, "freshForSeconds">,
  ...shared: readonly Shared[]
) {
  function declare<
    const Line extends Request,
    Query extends QueryShape = Record<never, never>,
    Body = undefined,
    Answer = null,
    const Refusal extends ErrorCode = never,
    Audit extends string | null | undefined = undefined,
  >(
    declared:
      & Declaration<Line, Query, Body, Answer, Refusal, Audit>
      & (MethodOf<Line> extends "GET" ? unknown : { audit: string | null }),
  ): Call<PathOf<Line>, Query, Body, Answer, Shared | Refusal, MethodOf<Line>, Audit>;
  function declare(
    { request, answer = nothing, refusals = [], creates, ...rest }: Declaration<
      Request,
      QueryShape,
      unknown,
      unknown,
      ErrorCode,
      string | null | undefined
    >,
  ): Call {
    const [verb, path = ""] = request.split(" ");
    const method = METHODS.find((one) => one === verb);
    if (method === undefined) throw new Error(`no such method: ${verb}`);
    return {
      ...rule,
      ...rest,
      access: { any },
      method,
      path,
      answer,
      refusals: [...shared, ...refusals],
      creates: creates ?? answer === created,
    };
  }
  return declare;
}

/** The input of a call: its path parameters, its query parameters, and its body under `body`. */
export type InputOf<C> = C extends Call<infer Path, infer Query, infer Body, infer _A, infer _R> ?
    & { readonly [Name in PathParameters<Path>]: string }
    & Readonly<Query>
    & ([Body] extends [undefined] ? unknown : { readonly body: Body })
  : never;

export type AnswerOf<C> = C extends Call<infer _P, infer _Q, infer _B, infer Answer, infer _R>
  ? Answer
  : never;

type RefusalOf<C> = C extends Call<infer _P, infer _Q, infer _B, infer _A, infer Refusal> ? Refusal
  : never;

/** The result of a backend: the answer, or one of the call's own refusals. */
export type OutcomeOf<C> =
  | { readonly ok: true; readonly answer: AnswerOf<C> }
  | {
    readonly ok: false;
    readonly code: RefusalOf<C>;
    /** Invalid fields of the input, when the code alone does not identify them. */
    readonly issues?: readonly { readonly path: string; readonly message: string }[];
  } & Partial<Asked>;

/** The caller's result: the outcome, or the dispatcher's refusal before the backend is called. */
export type ResultOf<C> =
  | {
    readonly ok: true;
    readonly answer: AnswerOf<C>;
    /** Instant of the answer of another host, when it is stale and nothing newer was available in time. */
    readonly keptAt?: string;
    /** Keys of stored values that do not fit their schema, which the answer is given without. */
    readonly unread?: readonly string[];
  }
  | {
    readonly ok: false;
    readonly code: RefusalOf<C> | DispatchRefusal;
    readonly status: number;
    readonly message: string;
    /** Instant from which a retry makes sense (429, 503), ISO. */
    readonly retryAt?: string;
    /** Progress of the work to wait for, 0 to 1. */
    readonly progress?: number;
    /** Invalid fields of the input and their zod messages. */
    readonly issues?: readonly { readonly path: string; readonly message: string }[];
    /** Keys of stored values that do not fit their schema. */
    readonly unread?: readonly string[];
  } & Partial<Asked>;
