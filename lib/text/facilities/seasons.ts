import type { HeatingSeason } from "@/lib/domain/facilities/types.ts";
import { formatDay } from "@/lib/text/format/dates.ts";
import { yearTitle } from "@/lib/text/periods.ts";

/** The current season according to the weather: « Saison 2026 à 2027, d’après la météo : depuis le 30/10/2026 ». */
export function runningSeasonText({ yearStart, dateStart, dateStop }: HeatingSeason): string {
  const dates = weatherText(dateStart, dateStop) || "D’après la météo\u00A0: pas de début connu";
  return `${yearTitle(yearStart, true)}. ${dates}.`;
}

/** Dates of a season according to the weather; "" without a known one. */
export function weatherText(start: string | null, stop: string | null): string {
  if (start === null) {
    return stop === null
      ? ""
      : `D’après la météo\u00A0: jusqu’au ${formatDay(stop)}, sans début connu`;
  }
  return stop === null
    ? `D’après la météo\u00A0: depuis le ${formatDay(start)}`
    : `D’après la météo\u00A0: du ${formatDay(start)} au ${formatDay(stop)}`;
}
