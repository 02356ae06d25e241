/**
 * Sends generated requests to the program and checks its answers against the API document, with an
 * external validator.
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import { openApiDocument } from "@/lib/api/openapi.ts";
import { AREAS, CALLS, isCallName } from "@/lib/app/catalogue.ts";
import { parsedJson } from "@/lib/base/records.ts";
import { anOwner, grantEveryRole } from "@/tests/helpers/a_made_life.ts";
import { signedIn, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { type AskApp, withApp } from "@/tests/helpers/an_app.ts";
import {
  type Case,
  type CaseMaking,
  casesOf,
  type Operation,
  operationsOf,
  schemaOf,
} from "@/tests/helpers/generated_cases.ts";
import { addFormats, Ajv2020, type ValidateFunction } from "@/tests/npm/ajv.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { withAddressServer } from "@/tests/tools/map_services.ts";

const DOCUMENT = JSON.parse(JSON.stringify(openApiDocument(AREAS, "0")));
const NAMED = schemaOf(schemaOf(DOCUMENT.components).schemas);

/** Every operation of the API document. */
export const OPERATIONS: readonly Operation[] = operationsOf(DOCUMENT);

/** The program, and a user with every right. */
interface World {
  readonly ask: AskApp;
  readonly built: TestPlatform;
  readonly making: CaseMaking;
  /** A token of the user; a new one when the last has expired. */
  token(): Promise<string>;
}

/** Results of the cases of an operation. */
interface Run {
  readonly caseCount: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly faults: readonly string[];
}

const OWNER = "ada@bailleur.fr";

/** Path parameters that have another name in the life of calls. */
const NAMES_IN_LIFE: Readonly<Record<string, string>> = {
  boilerRoomId: "room",
  series: "gas",
  outdoorSourceId: "weather",
};

/** Runs `test` on a program with an organisation in which a user holds every role. */
export function withWorld(test: (world: World) => Promise<void>): Promise<void> {
  return withAddressServer(({ url: addressApi }) =>
    withApp(async (ask, built) => {
      const { accountId, made, token: first } = await anOwner(built, OWNER);
      let shown = first;
      await grantEveryRole(built, accountId, made);
      const token = async () => {
        const caller = await built.platform.identities.byToken(shown, "header");
        if (caller.kind === "anonymous") shown = (await signedIn(built, OWNER)).token;
        return shown;
      };
      await test({ ask, built, making: makingOf(made), token });
    }, {
      addressApi,
      rates: {
        loginPerAccountAndMinute: 1e6,
        loginPerAddressAndMinute: 1e6,
        linksPerEmailAndHour: 1e6,
      },
    })
  );
}

/** Existing periods and days: the patterns of the document rarely generate one. */
const PERIODS: Readonly<Record<string, readonly string[]>> = {
  segment: ["monthly-2025", "monthly-shifted-2024", "daily-2025-01", "hourly-2025-01-05"],
  instant: ["2025-01", "2025-01-05", "2025-01-05T08"],
  month: ["2025-01"],
  date: ["2025-01-05"],
  year: ["2025"],
  fromDate: ["2024-07-01"],
};

function makingOf(made: Readonly<Record<string, string>>): CaseMaking {
  const { email: _, other = "", source = "", ...ids } = made;
  const places: Record<string, readonly string[]> = {
    ...PERIODS,
    source: [source, "serial=0101"],
    email: [other],
  };
  for (const [name, value] of Object.entries(ids)) places[`${name}Id`] = [value];
  for (const [name, inLife] of Object.entries(NAMES_IN_LIFE)) places[name] = [made[inLife] ?? "x"];
  const named = Object.fromEntries(
    Object.entries(NAMED).map(([name, schema]) => [name, schemaOf(schema)]),
  );
  return { named, ids: Object.values(ids), emails: [other], places };
}

/** Sends a number of cases of an operation and checks each answer; the same read is sent once. */
export async function runCases(
  operation: Operation,
  world: World,
  { count, seed }: { count: number; seed: number },
): Promise<Run> {
  const judge = judgeOf(operation);
  const statuses: Record<number, number> = {};
  const faults: string[] = [];
  const reads = new Set<string>();
  for (const made of fc.sample(casesOf(operation, world.making), { numRuns: count, seed })) {
    const [path, init] = requestOf(operation, made, await world.token());
    if (init.method === "GET" && reads.has(path)) continue;
    reads.add(path);
    const answer = await world.ask(path, init);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    const fault = await judge(answer, made);
    if (fault !== null) faults.push(`${operation.name}: ${fault}\n  ${described(made)}`);
  }
  for (const fault of world.built.faults.splice(0)) {
    faults.push(`${operation.name} failed: ${fault instanceof Error ? fault.stack : fault}`);
  }
  return { caseCount: count, statuses, faults };
}

function requestOf(
  { method, path, parameters, body }: Operation,
  made: Case,
  token: string,
): [path: string, init: RequestInit] {
  const inPath = path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => encodeURIComponent(made.parameters[name] ?? ""),
  );
  const query = new URLSearchParams();
  for (const { name, in: where } of parameters) {
    const value = made.parameters[name];
    if (where === "query" && value !== undefined) query.append(name, value);
  }
  if (made.extraQuery !== null) query.append(...made.extraQuery);
  const url = `/api${inPath}${query.size > 0 ? `?${query}` : ""}`;
  const headers = new Headers({ "x-authtoken": token });
  const init: RequestInit = { method, headers };
  if (body === null) return [url, init];
  if (made.raw !== null) {
    if (made.raw.type !== "") headers.set("content-type", made.raw.type);
    return [url, { ...init, body: made.raw.bytes }];
  }
  if (body.type !== "multipart/form-data") headers.set("content-type", body.type);
  return [url, { ...init, body: written(body.type, made.body) }];
}

function written(type: string, body: unknown): BodyInit {
  switch (type) {
    case "application/octet-stream":
      return body instanceof Uint8Array ? body.slice() : JSON.stringify(body) ?? "";
    case "application/x-www-form-urlencoded":
      return new URLSearchParams(fieldsOf(body));
    case "multipart/form-data": {
      const form = new FormData();
      for (const [name, value] of fieldsOf(body)) form.append(name, value);
      return form;
    }
    default:
      return JSON.stringify(body) ?? "";
  }
}

function fieldsOf(body: unknown): [string, string][] {
  return Object.entries(schemaOf(body)).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value) ?? "",
  ]);
}

/** The fault of an answer; null when there is none. */
function judgeOf(operation: Operation): (answer: Response, made: Case) => Promise<string | null> {
  const isFit = fitness(operation);
  return async (answer, made) => {
    const { status } = answer;
    const text = await answer.text();
    if (!Object.hasOwn(operation.responses, status)) return `${status} is not in the document`;
    if (status >= 500) return `${status} ${text}`;
    if (status >= 400) {
      return isError(parsedJson(text))
        ? null
        : `${status} breaks its schema: ${text.slice(0, 200)}`;
    }
    if (!isFit(made)) return `accepted with ${status}: ${text.slice(0, 200)}`;
    return breach(operation, answer, text);
  };
}

/** How a successful answer differs from the document. */
function breach({ name, path, method, responses }: Operation, answer: Response, text: string) {
  const { status, headers } = answer;
  const content = schemaOf(schemaOf(responses[status]).content);
  const [type] = Object.keys(content);
  if (type === undefined) return `${status} is not in the document`;
  if (headers.get("content-type") !== type) return `content type ${headers.get("content-type")}`;
  if (status === 201 && !headers.get("x-created-id")) return "no x-created-id";
  if (type !== "application/json") return null;
  const validate = validator([
    "paths",
    path,
    method.toLowerCase(),
    "responses",
    String(status),
    "content",
    type,
    "schema",
  ]);
  if (!validate(parsedJson(text))) return `answer: ${ajv.errorsText(validate.errors)}`;
  // The program's own schema agrees.
  if (!isCallName(name)) return null;
  const read = CALLS[name].answer.safeParse(parsedJson(text));
  if (!read.success) return "zod refuses";
  // Parsing would remove fields that the schema lacks.
  return isDeepStrictEqual(read.data, parsedJson(text))
    ? null
    : "answer: more fields than documented";
}

/** Whether the document accepts a case: values, type of the body, parameters. */
function fitness(operation: Operation): (made: Case) => boolean {
  const { parameters, body, path, method } = operation;
  const at = ["paths", path, method.toLowerCase()];
  const checks = parameters.map((one, index) => ({
    ...one,
    validate: validator([...at, "parameters", String(index), "schema"]),
  }));
  const validateBody = body === null || /octet|multipart/.test(body.type)
    ? null
    : validator([...at, "requestBody", "content", body.type, "schema"]);
  return (made) => {
    const given = { ...made.parameters };
    if (made.extraQuery !== null) {
      const [name, value] = made.extraQuery;
      if (Object.hasOwn(given, name) || !parameters.some((one) => one.name === name)) return false;
      given[name] = value;
    }
    const isEachFit = checks.every(({ name, required, validate }) =>
      given[name] === undefined ? !required : validate(given[name])
    );
    if (!isEachFit) return false;
    if (body !== null && made.raw !== null) return body.type === "application/octet-stream";
    return validateBody === null || validateBody(sentValue(body?.type, made.body)) === true;
  };
}

function sentValue(type: string | undefined, body: unknown): unknown {
  if (type === "application/x-www-form-urlencoded") return Object.fromEntries(fieldsOf(body));
  const text = JSON.stringify(body);
  return text === undefined ? undefined : JSON.parse(text);
}

const ajv = new Ajv2020({ strict: false, allErrors: false });
addFormats.default(ajv);
ajv.addFormat("base64", /^[A-Za-z0-9+/]*={0,2}$/);
ajv.addSchema(DOCUMENT, "api");

const validators = new Map<string, ValidateFunction>();

function validator(pointer: readonly string[]): ValidateFunction {
  const fragment = pointer.map((part) =>
    encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))
  ).join("/");
  const known = validators.get(fragment);
  if (known !== undefined) return known;
  const made = ajv.compile({ $ref: `api#/${fragment}` });
  validators.set(fragment, made);
  return made;
}

const isError = validator(["components", "schemas", "Error"]);

function described({ parameters, extraQuery, body, raw }: Case): string {
  const said = JSON.stringify({ parameters, extraQuery, body, raw: raw?.wrong });
  return said.length > 600 ? `${said.slice(0, 600)}…` : said;
}
