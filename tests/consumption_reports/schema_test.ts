import { deepStrictEqual } from "node:assert/strict";
import {
  consumptionAnalysis,
  consumptionReportSettingsDraft,
} from "@/lib/consumption_reports/schema.ts";
import { refusedChanges } from "@/tests/helpers/schema_examples.ts";
import { REFERENCES } from "./reported.ts";

// @spec reports.settings, reports.image
Deno.test("consumptionReportSettingsDraft refuses an image without its type, and values out of bounds", () => {
  const draft = { ...REFERENCES, image: null, imageMimeType: null };
  const wrong = [
    { image: "aGk=" },
    { imageMimeType: "image/png" },
    { image: "aGk=", imageMimeType: "image/gif" },
    { elecPricing: -0.01 },
    { elecPricing: 1_000.01 },
    { lightsReference: -1 },
    { tempReference: 40.1 },
  ];
  const right = [
    { image: "aGk=", imageMimeType: "image/png" },
    { elecPricing: 1_000 },
    { tempReference: 40 },
    { lightsReference: null },
  ];
  deepStrictEqual(
    refusedChanges(consumptionReportSettingsDraft, draft, [...wrong, ...right]),
    wrong,
  );
});

// @spec reports.analysis
Deno.test("consumptionAnalysis refuses a month without a year before, or of no plausible year, from another host", () => {
  const right = { month: "2026-01", isRunning: false, until: "2026-01-31", houses: [], mean: [] };
  const wrong = [{ month: "0001-01" }, { month: "9999-12" }, { month: "2026-13" }];
  const others = [{ month: "1970-01" }, { month: "2026-02" }];
  deepStrictEqual(refusedChanges(consumptionAnalysis, right, [...wrong, ...others]), wrong);
});
