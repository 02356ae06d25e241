import type { JsonSchema } from "../lib/contract/json_schemas.ts";

/**
 * A JSON Schema as a short type: `Team[]`, `{ name: string, version?: string }`, `"a" | "b"`.
 *
 * What only bounds a value is left to the schema itself.
 */
export function shapeText(schema: JsonSchema): string {
  const { $ref, enum: values, items, type, format } = schema;
  if (typeof $ref === "string") return $ref.slice($ref.lastIndexOf("/") + 1);
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return choices.map(shapeText).join(" | ");
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(type)) return type.join(" | ");
  if (type === "array") return listText(items);
  if (type === "object") return objectText(schema);
  if (typeof format === "string") return format;
  return typeof type === "string" ? type : "any";
}

function listText(items: unknown): string {
  const text = innerText(items);
  return text.includes(" | ") && !text.startsWith("{") ? `(${text})[]` : `${text}[]`;
}

function objectText({ properties, required, additionalProperties }: JsonSchema): string {
  if (!isSchema(properties)) return `{ [name]: ${innerText(additionalProperties)} }`;
  const needed = Array.isArray(required) ? required : [];
  const members = Object.entries(properties).map(([name, member]) =>
    `${name}${needed.includes(name) ? "" : "?"}: ${innerText(member)}`
  );
  return `{ ${members.join(", ")} }`;
}

function innerText(schema: unknown): string {
  return isSchema(schema) ? shapeText(schema) : "any";
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
