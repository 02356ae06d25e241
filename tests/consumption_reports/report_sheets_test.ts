import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { ConsumptionItem } from "@/lib/consumption_reports/schema.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { aHousingSeries, writeOccupant } from "@/tests/helpers/a_dwelling.ts";
import { anAccount, signedIn } from "@/tests/helpers/a_platform.ts";
import { aProject, at, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { type ReportedPlace, withReports } from "./reported.ts";

async function analysisIn(ask: CallFunction, month: string) {
  return await answerOf(ask("getConsumptionAnalysis", { ...at, month }));
}

async function sheetOf(ask: CallFunction, houseId: string, { month = "2026-01", on = "" } = {}) {
  const query = on === "" ? {} : { on };
  return await answerOf(ask("getConsumptionReport", { ...at, houseId, month, ...query }));
}

function waterOf({ items }: { items: readonly ConsumptionItem[] }): ConsumptionItem {
  const [item] = items;
  ok(item?.kind === "coldWater");
  return item;
}

// @spec reports.analysis
Deno.test("getConsumptionAnalysis returns a month of each dwelling, with any year before and since January", () =>
  withReports(async ({ ask, drawing, set }) => {
    await set({ waterPricing: 4 });
    // 100 L a day in January 2025, 200 L since January 2026.
    const houseId = await drawing({ "2025-01-01": 100, "2026-01-01": 200 });
    const january = await analysisIn(ask, "2026-01");
    deepStrictEqual(january.houses.map((house) => house.houseId), [houseId]);
    const [house] = january.houses;
    ok(house);
    const item = waterOf(house);
    deepStrictEqual(
      [item.value, item.previousYear, item.yearToDate, item.status, item.cost, item.completeness],
      [6.2, 3.1, 6.2, "bad", 24.8, 1],
    );
    deepStrictEqual([house.from, house.to, house.isShared], ["2026-01-01", "2026-01-31", false]);
    deepStrictEqual([january.isRunning, january.until], [false, "2026-01-31"]);
    const { houses: [first] } = await analysisIn(ask, "1970-01");
    deepStrictEqual([first?.headline.change, first && waterOf(first).value], ["unknown", null]);
  }));

// @spec reports.running-month, reports.headline
Deno.test("running month is projected up to yesterday; on its first day, only that is compared, and nothing is missing", () =>
  withReports(async ({ ask, built, drawing }) => {
    built.clock.goTo("2026-02-01T11:00:00Z");
    await drawing({ "2025-01-01": 100, "2026-01-01": 200 });
    const february = await analysisIn(ask, "2026-02");
    strictEqual(february.until, null);
    const [house] = february.houses;
    ok(house);
    const { value, completeness, projected, previousYear, status } = waterOf(house);
    // 28 days of 200 L, after 28 of 100 L.
    deepStrictEqual([value, completeness, projected, previousYear, status], [
      null,
      1,
      5.6,
      2.8,
      "bad",
    ]);
    deepStrictEqual([house.headline.change, house.headline.percent], ["up", 100]);
    deepStrictEqual(house.notices, []);
    built.clock.goTo("2026-02-02T11:00:00Z");
    strictEqual((await analysisIn(ask, "2026-02")).until, "2026-02-01");
    built.clock.goTo("2026-02-10T11:00:00Z");
    const { isRunning, until, houses } = await analysisIn(ask, "2026-02");
    deepStrictEqual([isRunning, until], [true, "2026-02-09"]);
    // Nine days elapsed of 28; 6.2 m³ in January.
    const [item] = houses.map(waterOf);
    deepStrictEqual(
      [item?.value, item?.projected, item?.previousYear, item?.yearToDate, item?.status],
      [1.8, 5.6, 2.8, 8, "bad"],
    );
  }));

// @spec reports.pdf, reports.orders
Deno.test("future months are refused, unknown dwellings, and every month where there are no reports", () =>
  withReports(async ({ ask, built, drawing }) => {
    const known = await drawing({ "2025-01-01": 100 });
    const ofHouse = async (month: string, houseId = known) => [
      codeOf(await ask("getConsumptionReport", { ...at, houseId, month })),
      codeOf(await ask("getConsumptionReportPdf", { ...at, houseId, month })),
      codeOf(await ask("orderConsumptionReports", { ...at, month, body: { houseIds: [houseId] } })),
    ];
    const refused = async (month: string) => [
      codeOf(await ask("getConsumptionAnalysis", { ...at, month })),
      ...await ofHouse(month),
    ];
    for (const month of ["2026-03", "2026", "2026-W02"]) {
      deepStrictEqual(await refused(month), Array(4).fill("bad-period"), month);
    }
    const unknown = ["not-found", "not-found", "unknown-reference"];
    deepStrictEqual(await ofHouse("2026-01", "unknown"), unknown);
    deepStrictEqual(await answerOf(ask("listQueuedReports", {})), []);
    const off = { ...NO_FEATURES, houseMode: 1 as const };
    await built.store.atomic().set(keys.projectFeatures(PROJECT), off).commit();
    deepStrictEqual(await refused("2026-01"), Array(4).fill("consumption-reports-off"));
    strictEqual(codeOf(await ask("getConsumptionReportSettings", at)), "consumption-reports-off");
  }));

/**
 * The first occupant left on 15 January 2026, the next one arrived on the 18th; they draw 100 L and
 * 300 L a day.
 */
async function aChangedHome({ ask, drawing }: ReportedPlace): Promise<string> {
  const houseId = await drawing({ "2025-01-01": 100, "2026-01-16": 0, "2026-01-18": 300 });
  const lived = async (name: string, from: string, to: string | null) => {
    const body = { name, email: "", from, to, consent: null };
    ok((await ask("createOccupancy", { ...at, houseId, body })).ok);
  };
  await lived("Ada Morel", "2024-09-01", "2026-01-15");
  await lived("Luc Petit", "2026-01-18", null);
  return houseId;
}

// @spec reports.one-occupancy
Deno.test("report covers one occupancy: the last of the month, or that of a given day", () =>
  withReports(async (place) => {
    const { ask } = place;
    const houseId = await aChangedHome(place);
    const next = await sheetOf(ask, houseId);
    // 14 days of 300 L.
    deepStrictEqual([next.from, next.to, next.occupant], ["2026-01-18", "2026-01-31", "Luc Petit"]);
    const { value, completeness, yearToDate, previousYear } = waterOf(next);
    deepStrictEqual([value, completeness, yearToDate, previousYear], [4.2, 1, 4.2, null]);
    deepStrictEqual(next.notices.map((one) => one.code), ["occupancy-began", "not-compared"]);
    const first = await sheetOf(ask, houseId, { on: "2026-01-10" });
    deepStrictEqual(
      [first.from, first.to, first.occupant],
      ["2026-01-01", "2026-01-15", "Ada Morel"],
    );
    // 15 days of 100 L; a part of a month is not compared.
    deepStrictEqual([waterOf(first).value, waterOf(first).previousYear], [1.5, null]);
    const february = waterOf(await sheetOf(ask, houseId, { month: "2026-02" }));
    // 300 L over nine days, after 14 of January.
    deepStrictEqual([february.value, february.yearToDate], [2.7, 6.9]);
  }));

Deno.test("the occupant's name is shown only to those who administer dwellings", () =>
  withReports(async (place) => {
    const houseId = await aChangedHome(place);
    const roles = ["collect:housesconsreport:read"] as const;
    const reader = await someone(place.built, { email: "lea@bailleur.fr", roles });
    strictEqual((await sheetOf(reader, houseId)).occupant, null);
  }));

// @spec reports.one-occupancy
Deno.test("report of an anonymous dwelling is available only to its own occupant", () =>
  withReports(async ({ ask, built, drawing }) => {
    const houseId = await drawing({ "2025-01-01": 100 }, { collectMode: 2 });
    deepStrictEqual((await analysisIn(ask, "2026-01")).houses, []);
    const month = "2026-01";
    strictEqual(codeOf(await ask("getConsumptionReport", { ...at, houseId, month })), "not-found");
    await built.store.atomic().set(keys.project(PROJECT), aProject({ ecotouchAdmin: 1 })).commit();
    const email = "ada@example.fr";
    await writeOccupant(built.store, { ...at, houseId }, await anAccount(built, { email }));
    const own = await signedIn(built, email);
    const sheet = await answerOf(own.ask("getOwnConsumptionReport", { ...at, houseId, month }));
    deepStrictEqual([sheet.occupant, waterOf(sheet).value], ["Ada Morel", 3.1]);
    const before = { ...at, houseId, month: "2023-12" };
    strictEqual(codeOf(await own.ask("getOwnConsumptionReport", before)), "not-found");
    strictEqual(
      codeOf(await own.ask("getConsumptionReport", { ...at, houseId, month })),
      "not-found",
    );
  }));

Deno.test("report of an occupancy is of a day of its month, at most today", () =>
  withReports(async ({ ask, drawing }) => {
    const houseId = await drawing({ "2025-01-01": 100 });
    const said = async (on: string) =>
      codeOf(await ask("getConsumptionReport", { ...at, houseId, month: "2026-02", on }));
    strictEqual(await said("2026-02-10"), "ok");
    strictEqual(await said("2026-02-11"), "bad-period");
    strictEqual(await said("2026-01-31"), "bad-period");
  }));

// @spec reports.mean
Deno.test("single report has the mean of the analysis, which follows the readings", () =>
  withReports(async ({ ask, drawing }) => {
    const houseIds = [];
    for (let rank = 1; rank <= 11; rank++) {
      houseIds.push(await drawing({ "2025-01-01": 100 * rank }, { name: `A${rank}` }));
    }
    const [houseId = ""] = houseIds;
    // 31 days of 600 L.
    const mean = { value: 18.6, basis: "dwelling", houseCount: 11 };
    deepStrictEqual(waterOf(await sheetOf(ask, houseId)).mean, mean);
    const { houses, mean: [item] } = await analysisIn(ask, "2026-01");
    deepStrictEqual(houses.map((house) => waterOf(house).mean?.value), Array(11).fill(18.6));
    strictEqual(item?.value, 18.6);
    await drawing({ "2025-01-01": 1_800 });
    strictEqual(waterOf(await sheetOf(ask, houseId)).mean?.value, 21.7);
  }));

// @spec reports.uses
Deno.test("an electricity meter of the dwellings counts one use when its series declares it", () =>
  withReports(async ({ ask, drawing }) => {
    const houseId = await drawing({ "2025-01-01": 100 });
    const series = await aHousingSeries(ask, "ELEC");
    const kinds = async () => {
      const { items } = await sheetOf(ask, houseId);
      return items.map(({ kind }) => kind);
    };
    deepStrictEqual(await kinds(), ["electricity", "coldWater"]);
    const put = (over: object) =>
      ask("putDataseries", { ...at, series, body: { ...ELECTRICITY, ...over } });
    strictEqual(codeOf(await put({ use: "cooking" })), "ok");
    deepStrictEqual(await kinds(), ["cooking", "coldWater"]);
    strictEqual(codeOf(await put({ use: "lights", dataUnitId: "TEMP" })), "invalid-input");
    strictEqual(codeOf(await put({ use: "lights", scope: "facilities" })), "invalid-input");
    strictEqual(codeOf(await put({ use: null })), "ok");
    deepStrictEqual(await kinds(), ["electricity", "coldWater"]);
  }));

const ELECTRICITY = seriesDraft({ dataUnitId: "ELEC", scope: "housing" });
