import { utcInstant } from "../periods/utc_instant.ts";
import { CURRENT_FOR_S } from "./currentness.ts";

/** What a residence's sensors are expected to send, and what of it is silent. @spec design §12 "silent gateways" */
export interface Silence {
  /** Series readings are expected of. */
  readonly expectedCount: number;
  /** Those that sent once, and nothing for more than 24 hours. */
  readonly silentCount: number;
  /** The newest reading of them all, ISO instant; null when nothing ever came. */
  readonly lastAt: string | null;
}

/**
 * What is silent among series.
 *
 * A series that never sent anything is not wired yet: it is expected, and not silent.
 *
 * @spec B §4 "Sensor current data older than 24 hours is treated as empty", design §12
 * @param newestS newest reading of each series, seconds since 1970; null for one that never sent any
 * @param nowS seconds since 1970
 */
export function silenceOf(newestS: readonly (number | null)[], nowS: number): Silence {
  const read = newestS.filter((epochS) => epochS !== null);
  return {
    expectedCount: newestS.length,
    silentCount: read.filter((epochS) => nowS - epochS > CURRENT_FOR_S).length,
    lastAt: read.length === 0 ? null : utcInstant(Math.max(...read)),
  };
}

/** Whether there is something to look into: readings that stopped, or that never came. */
export function isSilent({ silentCount, lastAt }: Silence): boolean {
  return silentCount > 0 || lastAt === null;
}
