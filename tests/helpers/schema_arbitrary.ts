import { fc } from "@/tests/npm/fast_check.ts";

/** A JSON Schema, as in the API document. */
export type Schema = Readonly<Record<string, unknown>>;

/** Options of the generator. */
export interface Making {
  /** The schemas of the document, by name. */
  readonly named: Readonly<Record<string, Schema>>;
  /** Existing ids: texts that may be ids are often one of them. */
  readonly ids: readonly string[];
  /** Addresses of existing accounts. */
  readonly emails: readonly string[];
}

/** Values that a JSON Schema accepts, as far as it describes them. */
export function arbitraryOf(schema: Schema, making: Making): fc.Arbitrary<unknown> {
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
