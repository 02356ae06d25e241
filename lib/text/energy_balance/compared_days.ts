import type { DayRun } from "@/lib/domain/energy_balance/covered_days.ts";
import type { MonthReport } from "@/lib/domain/energy_balance/types.ts";
import { monthParts } from "@/lib/domain/periods/civil_dates.ts";
import { monthName } from "@/lib/text/format/dates.ts";
import { withNoBreaks } from "@/lib/text/format/no_breaks.ts";

export type CountedMonth = Pick<MonthReport, "month" | "days" | "warnings" | "compared">;

/** Days covered by a month's figures, when not all of them: one sentence each. @spec decision 089 */
export function comparedDaysText(row: CountedMonth): string[] {
  const { month, days, warnings, compared } = row;
  const sentences: string[] = [];
  if (warnings.includes("running-month") && days > 0) {
    sentences.push(`Compté en jours entiers, ${runsText([{ from: 1, to: days }], month)}.`);
  }
  if (compared !== null && compared.count < days) {
    const leftOut = [
      ...reasonText("DJU inconnus", compared.withoutDju, month),
      ...reasonText("relevés incomplets", compared.withoutReading, month),
    ];
    const counted = runsText(compared.runs, month);
    sentences.push(
      withNoBreaks(`NC, DJU et N'B sont comparés ${counted} ; sans ${leftOut.join(" ni ")}.`),
    );
  }
  return sentences;
}

function reasonText(reason: string, runs: readonly DayRun[], month: string): string[] {
  return runs.length === 0 ? [] : [`${runsText(runs, month)} (${reason})`];
}

/** "du 1er au 10, le 12 et du 14 au 20 novembre" */
function runsText(runs: readonly DayRun[], month: string): string {
  const spans = runs.map(({ from, to }) =>
    from === to ? `le ${dayText(from)}` : `du ${dayText(from)} au ${dayText(to)}`
  );
  const last = spans.at(-1) ?? "";
  const before = spans.slice(0, -1).join(", ");
  const all = before === "" ? last : `${before} et ${last}`;
  return `${all} ${monthName(monthParts(month).month)}`;
}

function dayText(day: number): string {
  return day === 1 ? "1er" : String(day);
}
