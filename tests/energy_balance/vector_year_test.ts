import { ok } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, anOutdoorSource, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { dailyRegisters, sendLines } from "@/tests/helpers/some_series.ts";
import { VECTOR, VECTOR_UNITS, vectorInput } from "./vector.ts";

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
    compare(actual.rows, expected.rows, "rows");
    compare(actual.cumulative, expected.cumulative, "cumulative");
  }, { now: "2024-02-15T11:00:00Z" }));

/** Compares every figure within the rounding of added daily shares, ignoring ids of the store. */
function compare(actual: unknown, expected: unknown, path: string): void {
  if (typeof expected === "number") {
    const isNear = typeof actual === "number" &&
      Math.abs(actual - expected) <= 1e-6 * Math.max(1, Math.abs(expected));
    ok(isNear, `${path}: ${actual} is not ${expected}`);
  } else if (typeof expected === "object" && expected !== null) {
    ok(typeof actual === "object" && actual !== null, path);
    for (const [name, value] of Object.entries(expected)) {
      if (name === "djuSource") continue;
      compare(Reflect.get(actual, name), value, `${path}.${name}`);
    }
  } else ok(actual === expected, `${path}: ${actual} is not ${expected}`);
}
