import { deepStrictEqual } from "node:assert/strict";
import { periodPath } from "@/lib/base/period_paths.ts";
import { nearestPeriod, type PeriodChoices } from "@/lib/base/period_selector.ts";

const HOURS: PeriodChoices = { isHourlyAllowed: true };
const YEARS: PeriodChoices = { isYearOnly: true };
const MONTHS: PeriodChoices = { isMonthOnly: true };

const CASES: readonly [path: string, choices: PeriodChoices, kind: string, nearest: string][] = [
  ["hourly/2026/02/30", HOURS, "no-such-day", "hourly/2026/02/28"],
  ["hourly/2028/02/30", HOURS, "no-such-day", "hourly/2028/02/29"],
  ["hourly/2026/04/00", HOURS, "no-such-day", "hourly/2026/04/01"],
  ["daily/2026/13", HOURS, "no-such-month", "daily/2026/12"],
  ["daily/2026/00", MONTHS, "no-such-month", "daily/2026/01"],
  ["monthly/1969", HOURS, "no-such-year", "monthly/1970"],
  ["monthly-shifted/2101", YEARS, "no-such-year", "monthly-shifted/2100"],
  ["weekly/2026", YEARS, "not-offered", "monthly/2026"],
  ["weekly-shifted/2025", YEARS, "not-offered", "monthly-shifted/2025"],
  ["daily/2026/03", YEARS, "not-offered", "monthly/2026"],
  ["fivemin/2026/03/15", HOURS, "not-offered", "hourly/2026/03/15"],
  ["fivemin/2026/03/15", {}, "not-offered", "daily/2026/03"],
  ["hourly/2026/03/15", {}, "not-offered", "daily/2026/03"],
  ["halfhourly/2026/03/15", HOURS, "not-offered", "hourly/2026/03/15"],
  ["halfhourly/2026/03/15", {}, "not-offered", "daily/2026/03"],
  ["monthly/2026", MONTHS, "not-offered", "daily/2026/01"],
  ["monthly/2026/03", HOURS, "no-period", "monthly/2026"],
  ["monthly/2025/03", HOURS, "no-period", "monthly/2025"],
  ["daily/2025/10/14", MONTHS, "no-period", "daily/2025/10"],
  ["daily/2025/02/30", MONTHS, "no-such-day", "daily/2025/02"],
  ["hourly/2025/10", HOURS, "no-period", "hourly/2025/10/01"],
  ["daily/2025", MONTHS, "no-period", "daily/2025/01"],
  ["yearly/2026", HOURS, "no-period", "monthly/2026"],
  ["daily/2026/mars", MONTHS, "no-period", "daily/2026/02"],
  ["", MONTHS, "no-period", "daily/2026/02"],
];

for (const [path, choices, kind, nearest] of CASES) {
  Deno.test(`nearestPeriod() of "${path}" where ${JSON.stringify(choices)} is ${nearest}: ${kind}`, () => {
    const found = nearestPeriod(path.split("/"), { choices, today: "2026-02-10" });
    deepStrictEqual([found.fault.kind, periodPath(found.range)], [kind, nearest]);
  });
}
