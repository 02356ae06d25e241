/** Words and file of the profile of a week. @module */

import type { CsvColumn } from "@/lib/base/csv.ts";
import { wholePercent } from "@/lib/base/rounding.ts";
import { formatPercent } from "@/lib/base/text_format.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import type { WeekProfile } from "./week_profile.ts";

export const WEEK_DAYS: readonly string[] = [
  "lundi",
  "mardi",
  "mercredi",
  "jeudi",
  "vendredi",
  "samedi",
  "dimanche",
];

/** Share of the hours that are known. @spec series.week-profile */
export function knownHoursText({ knownCount, hourCount }: WeekProfile): string {
  const percent = hourCount === 0 ? 0 : wholePercent(100 * knownCount / hourCount);
  return `${formatPercent(percent, 0)} des heures terminées sont connues.`;
}

/** Units of what a boiler room burns, or of its heat. */
const HEATING_UNITS: ReadonlySet<DataUnitId> = new Set(["GAZV", "GAZE", "RCUE", "BOIM", "CHAE"]);

/** Night against day from which no set-back shows, and below which it works. */
const [LOST, WORKS] = [0.9, 0.8];

/**
 * The night against the day, and what it says of the set-back of a heating energy.
 *
 * @spec series.week-profile
 */
export function nightText(ratio: number | null, dataUnitId: DataUnitId): string {
  if (ratio === null) return "";
  const percent = formatPercent(100 * ratio, 0);
  const fact = `De 23\u00A0h à 5\u00A0h, ${percent} de la moyenne de 7\u00A0h à 21\u00A0h.`;
  if (!HEATING_UNITS.has(dataUnitId)) return fact;
  if (ratio > LOST) return `${fact} Piste\u00A0: le réduit de nuit n’agit pas, ou il n’y en a pas.`;
  return ratio < WORKS ? `${fact} Le réduit de nuit agit.` : fact;
}

/** An hour of the file: its mean of each day. */
export interface ProfileHour {
  readonly hour: number;
  readonly means: readonly (number | null)[];
}

export function profileHours({ means }: WeekProfile): ProfileHour[] {
  return (means[0] ?? []).map((_, hour) => ({
    hour,
    means: means.map((day) => day[hour] ?? null),
  }));
}

export function profileCsv(unit: string): CsvColumn<ProfileHour>[] {
  return [
    { header: "Heure", value: ({ hour }) => hour },
    ...WEEK_DAYS.map((day, at) => ({
      header: unit === "" ? day : `${day} (${unit})`,
      value: ({ means }: ProfileHour) => means[at] ?? null,
    })),
  ];
}
