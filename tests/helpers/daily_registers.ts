import { daysInMonth } from "@/lib/base/civil_dates.ts";
import { dayBounds } from "@/lib/base/time_zones.ts";

/**
 * Line protocol of a register read each midnight of 2023 in Paris, with the given monthly
 * consumption.
 */
export function dailyRegisters(source: string, months: Readonly<Record<string, number>>): string[] {
  const lines: string[] = [];
  let index = 1_000;
  const read = (date: string) =>
    lines.push(`meter,serial=${source} value=${index} ${dayBounds(date).from / 1_000}`);
  for (const [month, amount] of Object.entries(months)) {
    const days = daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5)));
    for (let day = 1; day <= days; day++) {
      read(`${month}-${String(day).padStart(2, "0")}`);
      index += amount / days;
    }
  }
  read("2024-01-01");
  return lines;
}
