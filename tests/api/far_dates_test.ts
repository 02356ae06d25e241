import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { Call } from "@/lib/api/call.ts";
import {
  documentEffects,
  isDueDate,
  settingEffects,
  silenceEffects,
  startEffects,
} from "@/lib/api/far_dates.ts";
import { callSchemas, type JsonSchema, jsonSchemas } from "@/lib/api/openapi.ts";
import { parameterNames } from "@/lib/api/routing.ts";
import { AREAS, CALLS, isCallName } from "@/lib/app/catalogue.ts";
import { isRecord } from "@/lib/base/records.ts";
import { readText } from "@/tools/files.ts";

// @spec forms.far-dates
Deno.test("isDueDate() is true from 1 January of last year to the same day in 30 years", () => {
  const today = "2026-11-28";
  const dates = [
    "2016-12-20",
    "2024-12-31",
    "2025-01-01",
    "2056-11-28",
    "2056-11-29",
    "9999-12-31",
  ];
  deepStrictEqual(dates.map((date) => isDueDate(date, today)), [
    false,
    false,
    true,
    true,
    false,
    false,
  ]);
  // 31 December and 1 January are of different last years.
  deepStrictEqual([isDueDate("2025-01-01", "2026-12-31"), isDueDate("2025-12-31", "2027-01-01")], [
    true,
    false,
  ]);
  // 30 years after a leap day: 2054 has none, so 28 February is the last.
  deepStrictEqual([isDueDate("2054-02-28", "2024-02-29"), isDueDate("2054-03-01", "2024-02-29")], [
    true,
    false,
  ]);
});

// @spec forms.far-dates
Deno.test("documentEffects() counts the documents already late, and those due over 400 days ahead", () => {
  const today = "2026-11-28";
  deepStrictEqual(documentEffects(["2026-11-28", "2028-01-02"], today), []);
  // 400 days after 28 November 2026: 33 to the end of the year, 365 of 2027, then 2 January 2028.
  deepStrictEqual(
    documentEffects(["2026-11-27", "2025-06-01", "2026-12-31", "2028-01-03"], today),
    [
      { kind: "late-documents", count: 2, firstDueDate: "2025-06-01", lastDueDate: "2026-11-27" },
      { kind: "early-documents", count: 1, firstDueDate: "2028-01-03", lastDueDate: "2028-01-03" },
    ],
  );
});

const PARIS = "Europe/Paris";

/** Days that works of a residence last beyond those that are not asked for; null when nothing is asked. */
function asked(from: string, to: string, timeZone = PARIS) {
  const [effect] = silenceEffects({ from, to }, timeZone);
  return effect?.kind === "long-silence" ? effect.days : null;
}

// @spec forms.far-dates
Deno.test("works of 31 days are not asked for, a minute more is 32 days, on the clock of the residence", () => {
  strictEqual(asked("2027-01-01T08:00:00Z", "2027-02-01T08:00:00Z"), null);
  strictEqual(asked("2027-01-01T08:00:00Z", "2027-02-01T08:01:00Z"), 32);
  // A leap February: 29 days and two.
  strictEqual(asked("2028-02-01T08:00:00Z", "2028-03-03T08:00:00Z"), null);
  strictEqual(asked("2027-02-01T08:00:00Z", "2027-03-04T08:00:00Z"), null);
  strictEqual(asked("2027-02-01T08:00:00Z", "2027-03-05T08:00:00Z"), 32);
  // From 8:00 on 1 October to 8:00 on 1 November is 31 days in Paris, though they have 745 hours.
  strictEqual(asked("2026-10-01T06:00:00Z", "2026-11-01T07:00:00Z"), null);
  strictEqual(asked("2026-10-01T06:00:00Z", "2026-11-01T07:00:00Z", "UTC"), 32);
  // From 8:00 on 10 March to 8:30 on 10 April, 743.5 hours.
  strictEqual(asked("2027-03-10T07:00:00Z", "2027-04-10T06:30:00Z"), 32);
  strictEqual(asked("2027-03-10T07:00:00Z", "2027-04-10T06:30:00Z", "UTC"), null);
});

// @spec forms.far-dates
Deno.test("a start is asked for from five years and a day ahead, unless it is unchanged or past", () => {
  const today = "2026-11-28";
  const kinds = (date: string | null, before?: string) =>
    startEffects(date, { today, before }).map(({ kind }) => kind);
  deepStrictEqual(kinds("2031-11-28"), []);
  deepStrictEqual(kinds("2031-11-29"), ["far-start"]);
  deepStrictEqual(kinds("9999-12-31"), ["far-start"]);
  deepStrictEqual(kinds("2056-01-01", "2056-01-01"), []);
  deepStrictEqual(kinds("2056-01-02", "2056-01-01"), ["far-start"]);
  deepStrictEqual([kinds("1975-04-01"), kinds(null)], [[], []]);
  // Five years after a leap day: 2029 has none.
  deepStrictEqual(startEffects("2029-02-28", { today: "2024-02-29" }), []);
  deepStrictEqual(startEffects("2029-03-01", { today: "2024-02-29" }), [
    { kind: "far-start", date: "2029-03-01" },
  ]);
});

// @spec forms.far-dates
Deno.test("a setting is asked for from five years and a day away, before and after", () => {
  const today = "2026-12-31";
  const kinds = (date: string, before?: string) =>
    settingEffects(date, { today, before }).map(({ kind }) => kind);
  deepStrictEqual([kinds("2021-12-31"), kinds("2021-12-30")], [[], ["old-setting"]]);
  deepStrictEqual([kinds("2031-12-31"), kinds("2032-01-01")], [[], ["far-start"]]);
  deepStrictEqual([kinds("2015-07-01", "2015-07-01"), kinds("9999-12-31", "9999-12-31")], [[], []]);
});

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

/** The rows of the table "Dates that reach far" of the specification. */
function farDates() {
  const [, table = ""] = readText("docs/specification.md").split("## Dates that reach far");
  const rows = table.split("\n").filter((line) => line.startsWith("| ")).slice(2);
  return rows.map((row) => {
    const [, calls = "", fields = "", , requested = ""] = row.split("|").map((cell) => cell.trim());
    return { calls: calls.split(", "), fields: fields.split(", "), requested };
  });
}

const FAR_DATES = farDates();

/** Fields of a call that choose documents of a list: they store nothing. */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  createDocumentAction: ["from", "year"],
};

// @spec forms.far-dates
Deno.test("the table of far dates has every date of every write", () => {
  const missing = Object.entries<Call>(CALLS).flatMap(([name, { method, path }]) => {
    if (method === "GET" || method === "DELETE") return [];
    const members = membersOf(byKey[`${name} body`]);
    const dates = members.flatMap(([member, schema]) => isDate(schema) ? [member] : []);
    const inPath = parameterNames(path).filter((one) => DATED.includes(one));
    const known = FAR_DATES.filter(({ calls }) => calls.includes(name))
      .flatMap(({ fields }) => fields);
    const filters = FILTERS[name] ?? [];
    return [...new Set([...dates, ...inPath.map((one) => `:${one}`)])]
      .filter((one) => !known.includes(one) && !filters.includes(one))
      .map((one) => `${name} ${one}`);
  });
  deepStrictEqual(missing, []);
});

// @spec forms.far-dates
Deno.test("the table of far dates names calls and fields that exist, and its calls ask when it says so", () => {
  ok(FAR_DATES.length > 30);
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
