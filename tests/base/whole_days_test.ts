import { deepStrictEqual } from "node:assert/strict";
import { wholeDays } from "@/lib/base/whole_days.ts";

// @spec balance.whole-days
Deno.test("wholeDays() of a past month are all of its days, leap February included", () => {
  deepStrictEqual(wholeDays("2024-02", "2024-03-01"), { count: 29, isRunning: false });
  deepStrictEqual(wholeDays("2023-02", "2024-06-15"), { count: 28, isRunning: false });
  deepStrictEqual(wholeDays("2023-12", "2024-01-01"), { count: 31, isRunning: false });
});

Deno.test("wholeDays() of the running month exclude today: none on the first", () => {
  deepStrictEqual(wholeDays("2024-02", "2024-02-01"), { count: 0, isRunning: true });
  deepStrictEqual(wholeDays("2024-02", "2024-02-29"), { count: 28, isRunning: true });
});

Deno.test("wholeDays() of a future month are none", () => {
  deepStrictEqual(wholeDays("2024-03", "2024-02-29"), { count: 0, isRunning: false });
});
