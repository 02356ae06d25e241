import { type GasPceRecord, NEW_GAS_PCE } from "@/lib/backend/records/gas.ts";
import { NO_CONSENT } from "@/lib/domain/gas/consents.ts";
import type { GasConsent, GasFault, GasLastReading } from "@/lib/domain/gas/types.ts";
import { addDays, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { DAY_MS } from "@/lib/domain/periods/durations.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";

/** State of a holder's consent, and its result. */
interface GasStory {
  readonly consent: GasConsent;
  /** Last day with lines; null when there are none. */
  readonly linesTo: IsoDate | null;
  readonly fault: GasFault | null;
}

/** Days to the end of active consents, and the step between two of them. */
const STEP_DAYS = 23;
const SHORTEST_DAYS = 130;

/** The story of the nth boiler room that burns gas: the first goes well, some of the next do not. */
export function storyOf(rank: number, today: IsoDate): GasStory {
  const active = (days: number): GasStory => ({
    consent: { state: "active", isUsable: true, endDate: addDays(today, days) },
    linesTo: today,
    fault: null,
  });
  const stories: readonly GasStory[] = [
    active(420),
    active(45),
    { ...active(-18), linesTo: addDays(today, -18) },
    active(12),
    { ...active(300), fault: "unreachable" },
    {
      consent: { state: "revoked", isUsable: false, endDate: addDays(today, 210) },
      linesTo: addDays(today, -75),
      fault: null,
    },
    {
      consent: { state: "to-validate", isUsable: false, endDate: addDays(today, 365) },
      linesTo: null,
      fault: null,
    },
    { consent: NO_CONSENT, linesTo: null, fault: null },
  ];
  return stories[rank] ?? active(SHORTEST_DAYS + STEP_DAYS * rank);
}

/** GRDF is asked at this hour of the day, universal time. */
const ASKED_AT_MS = (5 * 60 + 17) * 60_000;

/** The stored record of a delivery point with this story. */
export function gasRecord(
  { consent, fault }: GasStory,
  { now, last }: { now: number; last: GasLastReading | null },
): GasPceRecord {
  const askedAtMs = Math.floor((now - ASKED_AT_MS) / DAY_MS) * DAY_MS + ASKED_AT_MS;
  return {
    ...NEW_GAS_PCE,
    last,
    consent,
    askedAt: new Date(askedAtMs).toISOString(),
    fault,
    failureCount: fault === null ? 0 : 1,
    pulledTo: last && civilDateOf(askedAtMs, DEFAULT_TIME_ZONE),
  };
}
