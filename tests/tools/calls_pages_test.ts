import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { CALLS } from "@/lib/app/catalogue.ts";
import { pagesOfCalls } from "@/tools/calls_pages.ts";
import { readText } from "@/tools/files.ts";

/**
 * Calls of the specification whose answers pages read by another call, which only programs make, or
 * which `temptoken` makes at any address.
 */
const FOR_PROGRAMS = [
  "checkToken",
  "refreshToken",
  "migrateToOAuth",
  "listTagValues",
  "getHousingRangeData",
  "getHousingRangeStats",
  "getSeriesRangeStats",
  "getSeriesStats",
  "getSeriesLastSensorData",
  "getHouseRangeStats",
  "getHouseStats",
  "listFacilitiesEquipments",
  "putBuildingSettings",
  "getFacilityHourlyMonth",
  "getIrradiance",
  "listModulesConfig",
  "listAlarmHandlers",
  "listDocumentsRunning",
  "listDocumentsLate",
  "listDocumentsToValidate",
  "listDocumentsRefused",
  "listDocumentsHistory",
  "listProjectDocumentsRunning",
  "listProjectDocumentsLate",
  "listProjectDocumentsToValidate",
  "listProjectDocumentsRefused",
  "listProjectDocumentsHistory",
];

Deno.test("pagesOfCalls() names the pages that make a call: directly, by an import, by an island, by a layout", () => {
  const pages = pagesOfCalls();
  deepStrictEqual(pages.get("putModuleConfig"), ["/pilot/:projectId/modules/:moduleId"]);
  deepStrictEqual(pages.get("orderConsumptionReports"), [
    "/collect/:projectId/consumption-reports/:month",
  ]);
  deepStrictEqual(pages.get("reverseAddress"), [
    "/collect/:projectId/residence",
    "/home/projects/new",
  ]);
  ok(pages.get("getProject")?.includes("/collect/:projectId/…"));
});

Deno.test("every call has a page, except those that only programs make; docs/calls.md names them", () => {
  const pages = pagesOfCalls();
  const known: readonly string[] = Object.keys(CALLS);
  deepStrictEqual([...pages.keys()].filter((name) => !known.includes(name)), []);
  deepStrictEqual(known.filter((name) => !pages.has(name)), FOR_PROGRAMS);
  const document = readText("docs/calls.md");
  for (const [name, [first = ""]] of pages) {
    const line = document.split("\n").find((one) => one.startsWith(`| \`${name}\` |`));
    strictEqual(line?.includes(` | \`${first}\``), true, name);
  }
});
