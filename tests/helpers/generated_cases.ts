import { fc } from "@/tests/npm/fast_check.ts";

/** A JSON Schema, as in the API document. */
export type Schema = Readonly<Record<string, unknown>>;

/** Options of the generator. */
interface Making {
  /** The schemas of the document, by name. */
  readonly named: Readonly<Record<string, Schema>>;
  /** Existing ids: texts that may be ids are often one of them. */
  readonly ids: readonly string[];
  /** Addresses of existing accounts. */
  readonly emails: readonly string[];
}

/** Values that a JSON Schema accepts, as far as it describes them. */
function arbitraryOf(schema: Schema, making: Making): fc.Arbitrary<unknown> {
  const known = schemaNamed(schema, making);
  if (known !== null) return arbitraryOf(known, making);
  const choices = schemasOf(schema.anyOf) ?? schemasOf(schema.oneOf);
  if (choices !== null) return fc.oneof(...choices.map((one) => arbitraryOf(one, making)));
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case "object":
      return objects(schema, making);
    case "array":
      return fc.array(arbitraryOf(schemaOf(schema.items), making), {
        minLength: numberOf(schema.minItems) ?? 0,
        maxLength: Math.min(numberOf(schema.maxItems) ?? 4, (numberOf(schema.minItems) ?? 0) + 4),
      });
    case "string":
      return texts(schema, making);
    case "integer":
    case "number":
      return numbers(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objects(schema: Schema, making: Making): fc.Arbitrary<unknown> {
  const properties = Object.entries(schemaOf(schema.properties));
  const required = Array.isArray(schema.required) ? schema.required : [];
  if (properties.length === 0 && typeof schema.additionalProperties === "object") {
    const names = arbitraryOf(schemaOf(schema.propertyNames ?? { type: "string" }), making);
    const values = arbitraryOf(schemaOf(schema.additionalProperties), making);
    return fc.dictionary(names.map(String), values, { maxKeys: 3, noNullPrototype: true });
  }
  const model = Object.fromEntries(
    properties.map(([name, one]) => [name, arbitraryOf(schemaOf(one), making)]),
  );
  return fc.record(model, { requiredKeys: required, noNullPrototype: true });
}

const EMAILS = ["anne@bailleur.fr", "b.o+c@exemple.fr", "nobody@nulle-part.example"] as const;

function texts(schema: Schema, { ids, emails }: Making): fc.Arbitrary<string> {
  const min = numberOf(schema.minLength) ?? 0;
  const max = numberOf(schema.maxLength) ?? 200;
  switch (schema.format) {
    case "email":
      return fc.constantFrom(...EMAILS, ...emails);
    case "date":
      return fc.oneof(
        fc.constantFrom("2024-02-29", "2025-12-31", "1970-01-01"),
        // The first and the last day that a text can name: open ends, and mistakes.
        fc.constantFrom("0001-01-01", "9999-12-31"),
        fc.date({ min: new Date("2000-01-01"), max: new Date("2060-01-01"), noInvalidDate: true })
          .map((date) => date.toISOString().slice(0, 10)),
      );
    case "date-time":
      return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  }
  if (schema.contentEncoding === "base64" || schema.format === "base64") {
    return fc.base64String({ maxLength: 400 });
  }
  const { pattern } = schema;
  const fits = (text: string) => text.length >= min && [...text].length <= max;
  if (typeof pattern === "string" && pattern !== "\\S") {
    return fc.stringMatching(new RegExp(pattern)).filter(fits);
  }
  const free = fc.string({ minLength: min, maxLength: Math.min(max, 60), unit: "grapheme" })
    .filter((text) => fits(text) && text.trim().length >= Math.min(min, 1));
  const known = ids.filter(fits);
  return known.length === 0 || max > 100
    ? free
    : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, free);
}

function numbers(schema: Schema): fc.Arbitrary<number> {
  const min = numberOf(schema.minimum) ?? numberOf(schema.exclusiveMinimum) ?? -1e9;
  const max = numberOf(schema.maximum) ?? numberOf(schema.exclusiveMaximum) ?? 1e9;
  const isOpenBelow = "exclusiveMinimum" in schema;
  if (schema.type === "integer") {
    return fc.integer({
      min: Math.ceil(min) + (isOpenBelow ? 1 : 0),
      max: Math.min(Math.floor(max), Number.MAX_SAFE_INTEGER),
    });
  }
  return fc.double({ min, max, noNaN: true, minExcluded: isOpenBelow });
}

/** The schema of a reference; null when the schema is not a reference. */
function schemaNamed(schema: Schema, { named }: Pick<Making, "named">): Schema | null {
  const { $ref } = schema;
  if (typeof $ref !== "string") return null;
  const found = named[$ref.slice($ref.lastIndexOf("/") + 1)];
  if (found === undefined) throw new TypeError(`The document has no ${$ref}`);
  return found;
}

/** A member of a schema that is itself a schema; empty when it is missing. */
export function schemaOf(value: unknown): Schema {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function schemasOf(value: unknown): Schema[] | null {
  return Array.isArray(value) ? value.map(schemaOf) : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

/** An operation of the API document. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly type: string; readonly schema: Schema } | null;
  readonly responses: Readonly<Record<string, unknown>>;
}

/** A parameter of an operation. */
interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: Schema;
}

/** A request, and how it is invalid apart from its schemas. */
export interface Case {
  readonly parameters: Readonly<Record<string, string>>;
  /** A repeated query parameter, or one that the operation does not have. */
  readonly extraQuery: readonly [string, string] | null;
  /** The value of a JSON body, before encoding. */
  readonly body: unknown;
  /** Bytes sent instead of the body. */
  readonly raw: Raw | null;
}

interface Raw {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** How it differs from the type the operation accepts. */
  readonly wrong: string;
}

/** Options of the generator. */
export interface CaseMaking extends Making {
  /** Usual values of a path parameter. */
  readonly places: Readonly<Record<string, readonly string[]>>;
}

/** Valid requests, requests with invalid values, and invalid requests. */
export function casesOf(operation: Operation, making: CaseMaking): fc.Arbitrary<Case> {
  const right = rightCases(operation, making);
  const wrong: fc.WeightedArbitrary<Case>[] = [{ weight: 5, arbitrary: right }];
  if (operation.parameters.length > 0) {
    wrong.push({ weight: 1, arbitrary: withWrongParameter(operation, right) });
  }
  wrong.push({ weight: 1, arbitrary: withExtraQuery(operation, right) });
  if (operation.body !== null) {
    wrong.push({ weight: 4, arbitrary: withWrongBody(right) });
    wrong.push({ weight: 1, arbitrary: withRawBody(right) });
  }
  return fc.oneof(...wrong);
}

function rightCases({ parameters, body }: Operation, making: CaseMaking): fc.Arbitrary<Case> {
  const model = Object.fromEntries(parameters.map((one) => [one.name, valuesOf(one, making)]));
  const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name);
  return fc.record({
    parameters: fc.record(model, { requiredKeys, noNullPrototype: true }),
    body: body === null ? fc.constant(undefined) : bodies(body, making),
  }).map((made) => ({ ...made, extraQuery: null, raw: null }));
}

function valuesOf({ name, schema }: Parameter, making: CaseMaking): fc.Arbitrary<string> {
  const any = arbitraryOf(schema, making).map(String).filter((text) => !/^\.{0,2}$/.test(text));
  const places = making.places[name];
  return places === undefined
    ? any
    : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...places) }, { weight: 1, arbitrary: any });
}

function bodies(
  { type, schema }: NonNullable<Operation["body"]>,
  making: Making,
): fc.Arbitrary<unknown> {
  if (type === "application/octet-stream") {
    return fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: "grapheme", maxLength: 300 }).map((text) => new TextEncoder().encode(text)),
    );
  }
  return arbitraryOf(schema, making);
}

function withExtraQuery({ parameters }: Operation, right: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  const names = parameters.filter((one) => one.in === "query").map(({ name }) => name);
  const name = fc.constantFrom("unknown", "__proto__", "constructor", "body", ...names);
  return fc.tuple(right, name, fc.constantFrom("", "true", "2024", "<b>")).map((
    [made, key, value],
  ) => ({ ...made, extraQuery: [key, value] }));
}

/**
 * Texts unusual as parameters. The emoji is far from every bound: the program counts UTF-16 units,
 * JSON Schema characters.
 */
const STRANGE = [
  "0",
  "-1",
  "null",
  "2024-13",
  "monthly-99999",
  "a/b",
  "%",
  "é\u{1F3E0}, rue de la Paix",
  "0001-01-01",
  "9999-12-31",
  "monthly-9999",
  "9".repeat(15),
  // Longer than a key of the store, in characters and in bytes alone.
  "x".repeat(3_000),
  "\u{1F3E0}".repeat(490),
];

function withWrongParameter(
  { parameters }: Operation,
  right: fc.Arbitrary<Case>,
): fc.Arbitrary<Case> {
  const name = fc.constantFrom(...parameters.map((one) => one.name));
  return fc.tuple(right, name, fc.constantFrom(...STRANGE)).map(([made, key, value]) => ({
    ...made,
    parameters: { ...made.parameters, [key]: value },
  }));
}

const DEEP = JSON.parse("[".repeat(5_000) + "]".repeat(5_000));

const JUNK: readonly unknown[] = [
  null,
  true,
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "x\udfffy",
  "x".repeat(20_000),
  -1,
  1e308,
  0.1,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [[[]]],
  DEEP,
  { __proto__: { x: 1 }, constructor: "x" },
  "2023-02-29",
  "0001-01-01",
  "9999-12-31",
  "é".repeat(300),
];

/** One place of the body has another value, is missing, or is one too many. */
function withWrongBody(right: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  const act = fc.constantFrom("replace", "drop", "add");
  return fc.tuple(right, fc.nat(), act, fc.constantFrom(...JUNK)).map(([made, at, what, junk]) => ({
    ...made,
    body: changed(made.body, { at, what, junk }),
  }));
}

interface Change {
  readonly at: number;
  readonly what: string;
  readonly junk: unknown;
}

/** The body with its nth place changed; places are counted in order. */
function changed(body: unknown, { at, what, junk }: Change): unknown {
  const places = placesIn(body);
  const place = places[at % places.length] ?? [];
  if (place.length === 0) return what === "add" && isObject(body) ? { ...body, extra: junk } : junk;
  const copy = structuredClone(body);
  const holder = place.slice(0, -1).reduce<unknown>(
    (inner, key) => Reflect.get(Object(inner), key),
    copy,
  );
  const key = place.at(-1) ?? "";
  // A day that does not exist matches the pattern of a date.
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(String(Reflect.get(Object(holder), key)));
  const set = isDay && at % 2 === 0 ? "2023-02-29" : junk;
  if (what === "drop") Reflect.deleteProperty(Object(holder), key);
  else if (what === "add" && !Array.isArray(holder)) Reflect.set(Object(holder), "extra", junk);
  else Reflect.set(Object(holder), key, set);
  return copy;
}

function placesIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (!isObject(value) || value instanceof Uint8Array) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key])),
  ];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

const RAWS: readonly Raw[] = [
  { bytes: bytesOf("{"), type: "application/json", wrong: "no JSON" },
  { bytes: bytesOf(""), type: "application/json", wrong: "empty" },
  { bytes: new Uint8Array([0x22, 0xff, 0x22]), type: "application/json", wrong: "no UTF-8" },
  { bytes: bytesOf("[".repeat(100_000)), type: "application/json", wrong: "deep and unclosed" },
  { bytes: bytesOf("{}"), type: "text/html", wrong: "of another type" },
  { bytes: bytesOf("{}"), type: "", wrong: "of no type" },
  { bytes: bytesOf("--x\r\n\r\n"), type: "multipart/form-data; boundary=x", wrong: "cut" },
  { bytes: bytesOf("%zz=%&&=="), type: "application/x-www-form-urlencoded", wrong: "no form" },
  {
    bytes: bytesOf(`{"name":"${"x".repeat(5_000_000)}"}`),
    type: "application/json",
    wrong: "5 MB",
  },
];

function withRawBody(right: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return fc.tuple(right, fc.constantFrom(...RAWS)).map(([made, raw]) => ({ ...made, raw }));
}

/** The operations of an API document. */
export function operationsOf(document: unknown): Operation[] {
  const { paths } = schemaOf(document);
  return Object.entries(schemaOf(paths)).flatMap(([path, item]) =>
    Object.entries(schemaOf(item)).map(([method, operation]) =>
      operationOf(path, method, schemaOf(operation))
    )
  );
}

function operationOf(path: string, method: string, operation: Schema): Operation {
  const [content] = Object.entries(schemaOf(schemaOf(operation.requestBody).content));
  return {
    name: String(operation.operationId),
    method: method.toUpperCase(),
    path,
    // The header that confirms a call is not of its input.
    parameters: (Array.isArray(operation.parameters) ? operation.parameters : [])
      .filter((one) => one.in !== "header").map((one) => ({
        name: String(one.name),
        in: one.in === "query" ? "query" : "path",
        required: one.required === true,
        schema: schemaOf(one.schema),
      })),
    body: content === undefined
      ? null
      : { type: content[0], schema: schemaOf(schemaOf(content[1]).schema) },
    responses: schemaOf(operation.responses),
  };
}
