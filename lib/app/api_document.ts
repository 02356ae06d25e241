/** The API document of this instance, and what its page shows. @module */

import { openApiDocument } from "@/lib/api/openapi.ts";
import { memoOf } from "@/lib/base/memo.ts";
import { isRecord } from "@/lib/base/records.ts";
import { writtenAnswer } from "@/lib/web/http_api.ts";
import type { App } from "@/lib/web/state.ts";
import { AREAS } from "./catalogue.ts";

/** Version of the calls: their paths and answers do not change under one number. */
const API_VERSION = "1.0.0";

const documentOf = memoOf((platform: Pick<App, "options">) =>
  openApiDocument(AREAS, API_VERSION, platform.options.upstream !== null)
);

export function apiDocument(platform: Pick<App, "options">): Response {
  const { bytes, etag } = writtenAnswer(documentOf(platform));
  return new Response(bytes, { headers: { "content-type": "application/json", etag } });
}

/** A JSON object. */
type Json = { readonly [member: string]: unknown };

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
function referredNames(schema: unknown): string[] {
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

export interface ApiCall {
  readonly name: string;
  readonly method: string;
  /** Under `/api`, with its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** Any of these is enough. */
  readonly access: readonly string[];
  readonly parameters: readonly ApiParameter[];
  /** Type of the body; null without one. */
  readonly body: string | null;
  readonly answer: string;
  readonly refusals: readonly { readonly status: string; readonly codes: string }[];
  /** Every type that its body and answer refer to, directly or not. */
  readonly types: readonly ApiType[];
}

interface ApiType {
  readonly name: string;
  readonly text: string;
}

interface ApiParameter {
  readonly name: string;
  readonly place: string;
  readonly isRequired: boolean;
  readonly type: string;
}

interface ApiArea {
  readonly name: string;
  readonly calls: readonly ApiCall[];
}

let read: readonly ApiArea[] | null = null;

/** The OpenAPI document prepared for the page, area by area; computed once. */
export function apiReference(): readonly ApiArea[] {
  read ??= areasOf(openApiDocument(AREAS, API_VERSION));
  return read;
}

function areasOf(document: Json): ApiArea[] {
  const paths = Object.entries(jsonAt(document, "paths"));
  const typesOf = typesReader(jsonAt(document, "components", "schemas"));
  const operations = paths.flatMap(([path, item]) =>
    Object.entries(isRecord(item) ? item : {}).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: isRecord(operation) ? operation : {},
    }))
  );
  const names = listAt(document, "tags").map((tag) => String(isRecord(tag) ? tag.name : ""));
  return names.map((name) => {
    const mine = operations.filter(({ operation }) => listAt(operation, "tags").includes(name));
    return { name, calls: mine.map((one) => ({ ...callOf(one), types: typesOf(one.operation) })) };
  });
}

function callOf(
  { path, method, operation }: { path: string; method: string; operation: Json },
): Omit<ApiCall, "types"> {
  const responses = Object.entries(jsonAt(operation, "responses"));
  const done = responses.find(([status]) => status.startsWith("2"))?.[1];
  return {
    name: String(operation.operationId),
    method,
    path,
    summary: String(operation.summary),
    access: listAt(operation, "x-access").map(String),
    parameters: listAt(operation, "parameters").filter(isRecord).map(parameterOf),
    body: contentText(operation.requestBody),
    answer: contentText(done) ?? "null",
    refusals: responses
      .filter(([status]) => status.startsWith("4") || status.startsWith("5"))
      .map(([status, response]) => ({
        status,
        codes: isRecord(response) ? String(response.description) : "",
      })),
  };
}

function parameterOf({ name, in: place, required, schema }: Json): ApiParameter {
  return {
    name: String(name),
    place: String(place),
    isRequired: required === true,
    type: schemaText(schema),
  };
}

/** Type of a body or an answer; the name of its format when it is no JSON. */
function contentText(holder: unknown): string | null {
  const [first] = Object.entries(jsonAt(isRecord(holder) ? holder : {}, "content"));
  if (first === undefined) return null;
  const [type, media] = first;
  const schema = isRecord(media) ? media.schema : undefined;
  return type === "application/json" ? schemaText(schema) : `${type}: ${schemaText(schema)}`;
}

/** Finds the types of an operation, except the refusal that all operations share. */
function typesReader(schemas: Json): (operation: Json) => readonly ApiType[] {
  const texts = new Map<string, ApiType>();
  const typeOf = (name: string) =>
    texts.getOrInsertComputed(name, () => ({ name, text: schemaText(schemas[name]) }));
  return (operation) => {
    const found = new Set<string>();
    const visit = (value: unknown) => {
      for (const name of referredNames(value)) {
        if (found.has(name) || schemas[name] === undefined || name === "Error") continue;
        found.add(name);
        visit(schemas[name]);
      }
    };
    visit(operation);
    return [...found].sort().map(typeOf);
  };
}

function jsonAt(value: Json, ...members: readonly string[]): Json {
  const [first, ...others] = members;
  if (first === undefined) return value;
  const inner = value[first];
  return isRecord(inner) ? jsonAt(inner, ...others) : {};
}

function listAt(value: Json, member: string): unknown[] {
  const list = value[member];
  return Array.isArray(list) ? list : [];
}
