import { FIRST_YEAR, LAST_YEAR } from "@/lib/base/periods.ts";
import { checkPeriodTotals } from "@/tests/base/period_totals.ts";

const ZONES = [
  "Europe/Paris",
  "America/Martinique",
  "Indian/Reunion",
  "Pacific/Auckland",
  "America/New_York",
];

/** QF12: the totals of every day, month, week, season and year from 1970 to 2100, in five zones. */
export default async function calendar(): Promise<void> {
  let wrongCount = 0;
  for (const zone of ZONES) {
    const found = checkPeriodTotals(FIRST_YEAR, LAST_YEAR, zone);
    wrongCount += found.wrong.length;
    const days = Object.entries(found.hoursOfDays).map(([hours, count]) =>
      `${count} of ${hours} h`
    );
    console.log(
      `${zone}: ${found.totalCount} totals, ${found.wrong.length} wrong; days: ${
        days.join(", ")
      }; ` +
        `${found.leapDayCount} leap days; ${found.longWeekYearCount} years of 53 weeks`,
    );
    for (const what of found.wrong.slice(0, 10)) console.log(`  wrong: ${what}`);
    // Flushes the output before the next long run.
    await new Promise((resolve) => setTimeout(resolve));
  }
  if (wrongCount > 0) throw new Error(`${wrongCount} wrong period totals`);
}
