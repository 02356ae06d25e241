import { utcInstant } from "@/lib/domain/periods/utc_instant.ts";
import { silentAfterS } from "./rhythm.ts";
import { type Rhythm, RHYTHMS } from "./types.ts";

/** Counts of a residence's series that should send readings, and of the silent ones. @spec projects.attention */
export interface Silence {
  /** Number of series with expected readings. */
  readonly expectedCount: number;
  /** Series that have sent nothing for longer than their rhythm: 24 hours, or more for slower rhythms. */
  readonly silentCount: number;
  /** Rhythms of the silent series, fastest first. */
  readonly silentRhythms: readonly Rhythm[];
  /** The newest reading of the series that were read, ISO instant; null without readings. */
  readonly lastAt: string | null;
}

export interface SeriesActivity {
  /** Its newest reading, seconds since 1970; null when it never sent one. */
  readonly newestS: number | null;
  /** Its expected rhythm; null when unknown. */
  readonly every: Rhythm | null;
}

/**
 * Counts the silent series.
 *
 * A series that never sent a reading is not wired yet: it counts as expected, not as silent.
 *
 * @spec projects.attention, series.current-values, decision 098
 * @param nowS seconds since 1970
 */
export function silenceOf(series: readonly SeriesActivity[], nowS: number): Silence {
  const newest = series.flatMap(({ newestS }) => newestS ?? []);
  const silent = series.filter((one) => isQuiet(one, nowS));
  const rhythms = new Set(silent.map(({ every }) => every ?? "several-a-day"));
  return {
    expectedCount: series.length,
    silentCount: silent.length,
    silentRhythms: RHYTHMS.filter((every) => rhythms.has(every)),
    lastAt: newest.length === 0 ? null : utcInstant(Math.max(...newest)),
  };
}

/** Whether a series has sent nothing for longer than its rhythm. */
export function isQuiet({ newestS, every }: SeriesActivity, nowS: number): boolean {
  return newestS !== null && nowS - newestS > silentAfterS(every);
}

/** Whether a residence needs attention: readings stopped, or none ever arrived. */
export function isSilent({ silentCount, lastAt }: Silence): boolean {
  return silentCount > 0 || lastAt === null;
}
