import { deepStrictEqual } from "node:assert/strict";
import { RETENTION_FORM } from "@/lib/organisations/forms.ts";
import { DEFAULT_RETENTION } from "@/lib/timeseries/retention.ts";

Deno.test("RETENTION_FORM refuses to retain finer data longer than coarser ones", () => {
  const errorsOf = (a: string, b: string, c: string) =>
    RETENTION_FORM.errors({ infraDailyYears: a, dailyYears: b, monthlyYears: c });
  deepStrictEqual(errorsOf("2", "3", "7"), {});
  deepStrictEqual(errorsOf("3", "2", "7"), { dailyYears: { code: "min", min: 3 } });
  deepStrictEqual(errorsOf("2", "8", "7"), { monthlyYears: { code: "min", min: 8 } });
  deepStrictEqual(errorsOf("0", "3", ""), {
    infraDailyYears: { code: "min", min: 1 },
    monthlyYears: { code: "required" },
  });
  deepStrictEqual(errorsOf("1,5", "3", "7"), { infraDailyYears: { code: "integer" } });
});

Deno.test("RETENTION_FORM reads back its displayed values", () => {
  deepStrictEqual(RETENTION_FORM.read(RETENTION_FORM.typed(DEFAULT_RETENTION)), DEFAULT_RETENTION);
});
