import { isRecord } from "@/lib/domain/forms/records.ts";

/** A JSON object. */
export type Json = { readonly [member: string]: unknown };

/**
 * A JSON Schema written as a TypeScript type: `{ area: number; djuSource: string; version?: string }`.
 *
 * @param indent spaces in front of the lines after the first
 */
export function schemaText(schema: unknown, indent = ""): string {
  if (!isRecord(schema)) return "unknown";
  if (typeof schema.$ref === "string") return schema.$ref.split("/").at(-1) ?? "unknown";
  const choices = listOf(schema.anyOf ?? schema.oneOf);
  if (choices.length > 0) return unique(choices.map((one) => schemaText(one, indent))).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  const values = listOf(schema.enum);
  if (values.length > 0) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.join(" | ");
  if (schema.type === "array") return arrayText(schemaText(schema.items, indent));
  if (schema.type === "object") return objectText(schema, indent);
  return typeof schema.format === "string" && schema.type === "string"
    ? `string<${schema.format}>`
    : String(schema.type ?? "unknown");
}

/** Names of the schemas that a schema refers to, except itself, in order of appearance. */
export function referredNames(schema: unknown): string[] {
  if (Array.isArray(schema)) return unique(schema.flatMap(referredNames));
  if (!isRecord(schema)) return [];
  const own = typeof schema.$ref === "string" ? [schema.$ref.split("/").at(-1) ?? ""] : [];
  return unique([...own, ...Object.values(schema).flatMap(referredNames)]);
}

function arrayText(item: string): string {
  return item.includes(" | ") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
}

function objectText(schema: Json, indent: string): string {
  const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  if (properties.length === 0) {
    return isRecord(schema.additionalProperties)
      ? `Record<string, ${schemaText(schema.additionalProperties, indent)}>`
      : "{}";
  }
  const required = listOf(schema.required);
  const inner = `${indent}  `;
  const lines = properties.map(([name, value]) =>
    `${inner}${name}${required.includes(name) ? "" : "?"}: ${schemaText(value, inner)};`
  );
  return `{\n${lines.join("\n")}\n${indent}}`;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
