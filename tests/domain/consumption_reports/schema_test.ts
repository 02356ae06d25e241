import { deepStrictEqual } from "node:assert/strict";
import { consumptionReportSettingsDraft } from "@/lib/domain/consumption_reports/schema.ts";
import { refusedChanges } from "@/tests/domain/refused_drafts.ts";
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
