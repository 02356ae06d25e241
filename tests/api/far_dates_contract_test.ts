import { deepStrictEqual, ok } from "node:assert/strict";
import type { Call } from "@/lib/api/call.ts";
import { FAR_DATES } from "@/lib/api/far_dates.ts";
import { callSchemas, type JsonSchema, jsonSchemas } from "@/lib/api/openapi.ts";
import { parameterNames } from "@/lib/api/routing.ts";
import { AREAS, CALLS, isCallName } from "@/lib/app/catalogue.ts";
import { isRecord } from "@/lib/base/records.ts";
import { readText } from "@/tools/files.ts";

const { byKey, named } = jsonSchemas(callSchemas(AREAS));

/** The members of a body by their path, "consent.givenOn", each with its schemas. */
function membersOf(schema: unknown, at: readonly string[] = []): [string, JsonSchema][] {
  if (!isRecord(schema)) return [];
  const name = typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;
  if (name !== undefined) return membersOf(named[name], at);
  const alike = ["anyOf", "oneOf", "allOf"].flatMap((kind) => schema[kind] ?? []);
  const inner = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  return [
    [at.join("."), schema],
    ...[...alike, schema.items].flatMap((one) => membersOf(one, at)),
    ...inner.flatMap(([member, one]) => membersOf(one, [...at, member])),
  ];
}

/** A day, an instant or a month. */
function isDate({ format, pattern }: JsonSchema): boolean {
  return format === "date" || format === "date-time" || pattern === "^\\d{4}-\\d{2}$";
}

const DATED = ["fromDate", "date", "month", "year", "instant"];

/** Fields of a call that choose documents of a list: they store nothing. */
const FILTERS = { createDocumentAction: ["from", "year"] } as const;

// @spec forms.far-dates
Deno.test("FAR_DATES has every date of every write", () => {
  const missing = Object.entries<Call>(CALLS).flatMap(([name, { method, path }]) => {
    if (method === "GET" || method === "DELETE") return [];
    const members = membersOf(byKey[`${name} body`]);
    const dates = members.flatMap(([member, schema]) => isDate(schema) ? [member] : []);
    const inPath = parameterNames(path).filter((one) => DATED.includes(one));
    const known = FAR_DATES.filter(({ calls }) => calls.includes(name))
      .flatMap(({ fields }) => fields);
    const filters: readonly string[] = name === "createDocumentAction"
      ? FILTERS.createDocumentAction
      : [];
    return [...new Set([...dates, ...inPath.map((one) => `:${one}`)])]
      .filter((one) => !known.includes(one) && !filters.includes(one))
      .map((one) => `${name} ${one}`);
  });
  deepStrictEqual(missing, []);
});

// @spec forms.far-dates
Deno.test("FAR_DATES names calls and fields that exist, and its calls ask when it says so", () => {
  for (const { calls, fields, requested: asked } of FAR_DATES) {
    for (const name of calls) {
      ok(isCallName(name), name);
      const { path, refusals }: Call = CALLS[name];
      const members = membersOf(byKey[`${name} body`]).map(([member]) => member);
      const known = ["body", ...members, ...parameterNames(path).map((one) => `:${one}`)];
      deepStrictEqual(fields.filter((field) => !known.includes(field)), [], name);
      deepStrictEqual(refusals.includes("to-confirm"), !asked.startsWith("never"), name);
    }
  }
});

// @spec forms.far-dates
Deno.test("docs/specification.md has the table of FAR_DATES", () => {
  const text = readText("docs/specification.md").split("## Dates that reach far")[1] ?? "";
  const rows = text.split("\n## ")[0]?.split("\n").filter((line) => line.startsWith("| ")).slice(2);
  const cells = rows?.map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
  deepStrictEqual(
    cells,
    FAR_DATES.map(({ calls, fields, refused, requested: asked }) => [
      calls.join(", "),
      fields.join(", "),
      refused,
      asked,
    ]),
  );
});
