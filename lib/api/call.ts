/** Declares calls: method, path, access, body, answer, refusals and freshness. @module */

import * as z from "zod/mini";
import type { DispatchRefusal, ErrorCode } from "@/lib/base/errors.ts";
import { id, isoDate, version } from "@/lib/base/field_schemas.ts";
import { namedObject } from "@/lib/base/object_schemas.ts";
import type { Role } from "@/lib/identity/roles.ts";
import type { ConfirmationRequest } from "@/lib/ui/confirmation.ts";

/** Answer of a creation: the new id, also in the HTTP header `x-created-id`. @spec calls.created-id */
type Created = z.output<typeof created>;

/** Empty answer. */
const nothing: z.ZodMiniType<null> = z.null();

export const created = namedObject("Created", { id });

/** A file as an answer, in process, never serialised as JSON: its bytes are the HTTP body, its name is the download name. */
export const fileAnswer = z.object({
  fileName: z.string().check(z.minLength(1)),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});

export type FileAnswer = z.output<typeof fileAnswer>;

/** A streamed file as an answer, in process. */
export const flowingFile = z.object({
  fileName: z.string().check(z.minLength(1)),
  /** Bytes; null when unknown until the end. */
  size: z.nullable(z.number()),
  flow: z.custom<ReadableStream<Uint8Array<ArrayBuffer>>>((value) =>
    value instanceof ReadableStream
  ),
});

/** Maximum length of a text file, characters. */
const FILE_MAX_CHARACTERS = 32_000_000;

export const fileText: z.ZodMiniType<string> = z.string().check(
  z.minLength(1),
  z.maxLength(FILE_MAX_CHARACTERS),
);

/** With `dryRun`, the answer is a preview of the import. */
export const importQuery = z.strictObject({ dryRun: z.optional(z.enum(["true", "false"])) });

/** Page of the lines of a long task. */
export const pageQuery = z.strictObject({
  page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))),
});

/** Selects the occupancy of a dwelling's figures: that of the day `on`, by default of the last day begun. */
export const occupancyQuery = z.strictObject({ on: z.optional(isoDate) });

/** The edited version, for calls whose body cannot contain it. */
export const versionQuery: z.ZodMiniType<{ version?: string | undefined }> = z.strictObject({
  version,
});

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
  /** True when every sheet of a workbook is read, not the first one with data only. */
  everySheet?: true;
  answer: z.ZodMiniType<Answer>;
  /** Encoding of the answer; JSON when omitted. */
  answerKind?: "json" | "pdf" | "bytes";
  refusals: readonly Refusal[];
  /** Creation: the answer is `{ id }` in process, and the header `x-created-id` over HTTP (F §7). */
  creates: boolean;
  /** Seconds an answer may be reused: KV cache, page refresh (B §9 "Caches and timing"). */
  freshForSeconds?: number;
  /** What changes the answer, for a call on a residence or an organisation that is remembered until then. */
  dependsOn?: AnswerData;
}

/**
 * The data of an answer: the settings of its residence or organisation alone, or also the readings or the alarms of a
 * residence, what became of mails and webhooks, or any residence of an organisation ("figures"). When omitted, an answer
 * about a residence depends on its readings, and one about an organisation is not remembered.
 */
export type AnswerData = "settings" | "readings" | "alarms" | "deliveries" | "figures";

/** Method and path of a call, `"PUT /orgs/:orgId"`. */
type Request = `${Method} /${string}`;
type MethodOf<Line> = Line extends `${infer Verb extends Method} /${string}` ? Verb : never;
type PathOf<Line> = Line extends `${Method} ${infer Path}` ? Path : never;

interface Declaration<Line extends Request, Query extends QueryShape, Body, Answer, Refusal, Audit>
  extends
    Pick<
      Call<string, Query, Body, Answer>,
      | "summary"
      | "query"
      | "body"
      | "bodyKind"
      | "everySheet"
      | "answerKind"
      | "freshForSeconds"
      | "dependsOn"
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

/** Whether a call answers a file: bytes, which are no JSON. */
export function answersFile({ answerKind = "json" }: Pick<Call, "answerKind">): boolean {
  return answerKind !== "json";
}

/** A call of a catalogue, which knows its name there. */
export type NamedCall = Call & { readonly name: string };

export type Catalogue = Readonly<Record<string, NamedCall>>;

/** The calls of an area, each with its name. @spec calls.catalogue */
export function named<Calls extends Readonly<Record<string, object>>>(
  calls: Calls,
): { readonly [Name in keyof Calls]: Calls[Name] & { readonly name: Name & string } };
export function named(calls: Readonly<Record<string, object>>): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [name, { ...call, name }]),
  );
}

/** The input of a call: its path parameters, its query parameters, and its body under `body`. */
export type InputOf<C> = C extends Call<infer Path, infer Query, infer Body, infer _A, infer _R> ?
    & { readonly [Name in PathParameters<Path>]: string }
    & Readonly<Query>
    & ([Body] extends [undefined] ? unknown : { readonly body: Body })
  : never;

export type BodyOf<C> = InputOf<C> extends { readonly body: infer Body } ? Body : never;

export type AnswerOf<C> = C extends Call<infer _P, infer _Q, infer _B, infer Answer, infer _R>
  ? Answer
  : never;

type RefusalOf<C> = C extends Call<infer _P, infer _Q, infer _B, infer _A, infer Refusal> ? Refusal
  : never;

/** An invalid field of an input: its path, "body.location.zipCode", and its zod message. */
export interface InputIssue {
  readonly path: string;
  readonly message: string;
}

/** A refusal of a backend. */
export interface Refusal<Code extends ErrorCode> extends Partial<ConfirmationRequest> {
  readonly ok: false;
  readonly code: Code;
  /** Invalid fields of the input, when the code alone does not identify them. */
  readonly issues?: readonly InputIssue[];
}

/** A refusal, as the caller receives it. */
export interface Failure<Code extends ErrorCode> extends Refusal<Code> {
  readonly status: number;
  readonly message: string;
  /** Instant from which a retry makes sense (429, 503), ISO. */
  readonly retryAt?: string;
  /** Progress of the work to wait for, 0 to 1. */
  readonly progress?: number;
  /** Keys of stored values that do not fit their schema. */
  readonly unread?: readonly string[];
}

/** The result of a backend: the answer, or one of the call's own refusals. */
export type OutcomeOf<C> =
  | { readonly ok: true; readonly answer: AnswerOf<C> }
  | Refusal<RefusalOf<C>>;

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
  | Failure<RefusalOf<C> | DispatchRefusal>;

/** Current and range data, pilot configuration and thresholds: 15 minutes. @spec calls.freshness */
export const FRESH_DATA_SECONDS = 900;

/** Alarms: 5 minutes. @spec calls.freshness */
export const FRESH_ALARMS_SECONDS = 300;

/** Queued reports, pilot status and connectivity: 1 minute. @spec calls.freshness */
export const FRESH_STATUS_SECONDS = 60;

/** Anyone, without a token. */
export const publicCall = callFor({ any: ["public"] });

export const signedInCall = callFor({ any: ["signed-in"] });

/** Any account, for its own data only. */
export const ownCall = callFor({ any: ["self"] });

/** A user with a token, checked by the handler: an account or a provider. @spec providers.reach */
export const tokenCall = callFor({ any: ["signed-in", "provider"] });

export const orgMemberCall = callFor({ any: ["org-member"] });

export const orgAdminCall = callFor({ any: ["org-admin"] });

/** Users with any role on the path's project, and the administrators of its organisation. */
export const projectMemberCall = callFor({ any: ["project-member", "org-admin"] });

/** The platform administrator. @spec platform.scope */
export const platformAdminCall = callFor({ any: ["platform-admin"] });

export function onProject(...roles: readonly Role[]): Access {
  return { any: roles.map((role) => ({ role, on: "project" })) };
}

/** As {@link onProject}, plus the administrators of the project's organisation. @spec roles.administrators */
export function onProjectOrAdmin(...roles: readonly Role[]): Access {
  return { any: [...onProject(...roles).any, "org-admin"] };
}

/** Users with one of the roles on any project of the path's organisation; the answer is limited to those projects. */
export function onAnyProject(...roles: readonly Role[]): Access {
  return { any: roles.map((role) => ({ role, on: "any-project" })) };
}

/** As {@link onAnyProject}, plus the administrators of that organisation. */
export function onAnyProjectOrAdmin(...roles: readonly Role[]): Access {
  return { any: [...onAnyProject(...roles).any, "org-admin"] };
}

/** Users who write equipment or dwellings, to which series belong, and administrators. */
export const seriesWriterCall = callFor(onProjectOrAdmin(
  "collect:boilerroom:write",
  "collect:building:write",
  "collect:houseadmin",
));

/** Users who write series, and those who type indexes: each for readings of their own kind. */
export const readingWriterCall = callFor(
  onProjectOrAdmin(
    "collect:boilerroom:write",
    "collect:building:write",
    "collect:houseadmin",
    "collect:config:manualindex:write",
  ),
  "forbidden",
  "not-found",
);

export function onDocument(...roles: readonly Role[]): Access {
  return { any: roles.map((role) => ({ role, on: "document" })) };
}

/** A user who lives in the path's dwelling today and has the role there. @spec roles.at-home */
export const atHomeCall = callFor({ any: [{ role: "ecotouch:houses:read", on: "own-house" }] });

/** Interval between a screen's page requests, s. */
export const REFRESH_S = 300;
