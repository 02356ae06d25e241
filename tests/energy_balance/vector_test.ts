import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { CSV_DIALECTS } from "@/lib/base/csv.ts";
import { CSV_FILE_NAME } from "@/lib/energy_balance/columns.ts";
import { BALANCE_CSV_COLUMNS, balanceLines } from "@/lib/energy_balance/csv.ts";
import { BALANCE_LABELS } from "@/lib/energy_balance/text.ts";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, anOutdoorSource, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { csvFile, csvText } from "@/tests/helpers/laws_of_values.ts";
import { dailyRegisters, sendLines } from "@/tests/helpers/some_series.ts";
import { VECTOR, VECTOR_UNITS, vectorInput } from "./builders.ts";

const { expected } = VECTOR;
const REPORT = yearReport(vectorInput());
const LINES = balanceLines(REPORT, BALANCE_LABELS);
const { absolute } = VECTOR.tolerance;

/** Asserts every leaf of what is wanted: numbers nearly, but ids of the store, and the rest exactly. */
function assertNear(
  actual: unknown,
  wanted: unknown,
  path: string,
  most: (wanted: number) => number = () => absolute,
): void {
  if (typeof wanted === "number") {
    const isNear = typeof actual === "number" && Math.abs(actual - wanted) <= most(wanted);
    ok(isNear, `${path}: ${actual} is not ${wanted}`);
  } else if (typeof wanted === "object" && wanted !== null) {
    ok(typeof actual === "object" && actual !== null, `${path} is missing`);
    for (const [name, value] of Object.entries(wanted)) {
      if (name !== "djuSource") {
        assertNear(Reflect.get(actual, name), value, `${path}.${name}`, most);
      }
    }
  } else strictEqual(actual, wanted, path);
}

Deno.test("yearReport() shows the twelve months of the reference year", () => {
  deepStrictEqual(REPORT.rows.map((row) => row.month), expected.rows.map((row) => row.key));
});

for (const [index, wanted] of expected.rows.entries()) {
  Deno.test(`yearReport() returns every figure of ${wanted.label}`, () => {
    const row = REPORT.rows[index];
    ok(row !== undefined);
    const { key, label, settingsFrom, gazFactorsFrom, ...figures } = wanted;
    strictEqual(row.month, key);
    strictEqual(LINES[index]?.label, label);
    strictEqual(row.settings?.fromDate ?? null, settingsFrom);
    strictEqual(row.gazFactorsFrom, gazFactorsFrom);
    assertNear(row, figures, key);
    deepStrictEqual(row.warnings, []);
  });
}

Deno.test("yearReport() returns every figure of the cumulative row", () => {
  const { label, ...figures } = expected.cumulative;
  strictEqual(LINES.at(-1)?.label, label);
  assertNear(REPORT.cumulative, figures, "cumulative");
  strictEqual(REPORT.cumulative?.heatingMonthCount, 8);
});

Deno.test("BALANCE_CSV_COLUMNS round every figure as the reference file does", () => {
  deepStrictEqual(BALANCE_CSV_COLUMNS.map((column) => column.header), expected.csv.columns);
  deepStrictEqual(
    LINES.map((line) => BALANCE_CSV_COLUMNS.map((column) => column.value(line))),
    expected.csv.roundedValues,
  );
});

for (
  const [dialect, wanted] of [
    [CSV_DIALECTS.comma, expected.csv.commaDialect],
    [CSV_DIALECTS.semicolon, expected.csv.semicolonDialect],
  ] as const
) {
  Deno.test(`csvText() writes the reference year byte for byte with "${wanted.separator}"`, () => {
    strictEqual(csvText(BALANCE_CSV_COLUMNS, LINES, dialect), wanted.lines.join(wanted.newline));
  });
}

Deno.test("csvFile() of the reference year begins with the byte-order mark, under its name", () => {
  const file = csvFile(BALANCE_CSV_COLUMNS, LINES, CSV_DIALECTS.semicolon);
  strictEqual(file.startsWith(expected.csv.bom), true);
  strictEqual(CSV_FILE_NAME, expected.csv.fileName);
});

/** Creates a series attached to a source of the same name, and returns its id. */
async function fedSeries(ask: CallFunction, source: string): Promise<string> {
  const unit = VECTOR_UNITS[source];
  ok(unit);
  const created = await answerOf(ask("createDataseries", {
    projectId: PROJECT,
    body: {
      ...unit,
      scope: "facilities",
      renamed: source,
      manualIndex: false,
      equipmentId: null,
      dataSourceOptions: {},
    },
  }));
  const series = created.id;
  const body = { source: `serial=${source}`, houseId: null };
  ok((await ask("attachSource", { projectId: PROJECT, series, body })).ok);
  return series;
}

async function sendYear(built: TestPlatform, ask: CallFunction): Promise<void> {
  const created = await answerOf(
    ask("createIngestToken", { projectId: PROJECT, body: { name: "test" } }),
  );
  const text = Object.entries(vectorInput().series).flatMap(([source, months]) => {
    const amounts = Object.entries(months).map(([month, { value }]) =>
      [month, value ?? 0] as const
    );
    return dailyRegisters(source, Object.fromEntries(amounts));
  }).join("\n");
  const outcome = await sendLines(built.platform, created.token, text);
  ok(outcome.kind === "stored", JSON.stringify(outcome));
}

Deno.test("the year of the vector, sent as daily registers and typed DJU, gives the vector's balance", () =>
  withMember({ roles: ["collect"] }, async ({ built, ask }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const place = { projectId: PROJECT, boilerRoomId };
    const ids: Record<string, string> = {};
    for (const source of Object.keys(VECTOR_UNITS)) ids[source] = await fedSeries(ask, source);
    await sendYear(built, ask);
    const djuSource = await anOutdoorSource(ask);
    const months = Object.entries(VECTOR.input.dju).map(([month, dju]) => ({ month, dju }));
    const typed = { projectId: PROJECT, outdoorSourceId: djuSource, body: { months } };
    ok((await ask("putMonthlyDju", typed)).ok);
    const { boilerRoom, seasons } = vectorInput();
    const id = (source: string) => ids[source] ?? source;
    const { settings, gazFactors, sourceKind, gazPce } = boilerRoom;
    const body = {
      sourceKind,
      sourceType: id(boilerRoom.sourceType),
      hotWaterTypes: boilerRoom.hotWaterTypes.map((type) => ({
        ...type,
        hotWaterType: id(type.hotWaterType),
      })),
      solarTypes: boilerRoom.solarTypes.map(id),
      gazPce,
    };
    ok((await ask("putEfficiencySources", { ...place, body })).ok);
    for (const { fromDate, ...values } of settings) {
      const dated = { ...place, fromDate, body: { ...values, djuSource } };
      ok((await ask("putEfficiencySettings", dated)).ok);
    }
    for (const { fromDate, ...factors } of gazFactors) {
      ok((await ask("putGasFactors", { ...place, fromDate, body: factors })).ok);
    }
    ok((await ask("putHeatingSeasons", { ...place, body: [...seasons] })).ok);

    const readings = await ask("getBalanceReadings", { ...place, segment: "monthly-2023" });
    ok(readings.ok && readings.answer.boilerRoom);
    const { boilerRoom: room, ...read } = readings.answer;
    const period = { year: 2023, shifted: false };
    const actual = yearReport({ ...read, boilerRoom: room, period, now: "2024-02-15" });
    const expected = yearReport(vectorInput());
    // Within the rounding of added daily shares.
    const most = (figure: number) => 1e-6 * Math.max(1, Math.abs(figure));
    assertNear(actual.rows, expected.rows, "rows", most);
    assertNear(actual.cumulative, expected.cumulative, "cumulative", most);
  }, { now: "2024-02-15T11:00:00Z" }));
