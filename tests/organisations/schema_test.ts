import { deepStrictEqual } from "node:assert/strict";
import { orgRetentionDraft } from "@/lib/organisations/schema.ts";
import { refusedChanges } from "@/tests/helpers/schema_examples.ts";

// @spec series.retention
Deno.test("orgRetentionDraft refuses finer data retained longer than coarser ones", () => {
  const draft = { infraDailyYears: 3, dailyYears: 3, monthlyYears: 3 };
  const wrong = [{ infraDailyYears: 4 }, { dailyYears: 4 }, { monthlyYears: 2 }];
  const right = [{ infraDailyYears: 1 }, { monthlyYears: 30 }, {
    dailyYears: 20,
    monthlyYears: 30,
  }];
  deepStrictEqual(refusedChanges(orgRetentionDraft, draft, [...wrong, ...right]), wrong);
});
