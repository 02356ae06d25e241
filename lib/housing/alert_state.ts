/** Tells whether a message to tenants is current, coming or past. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { DATED_STATES, type DatedState } from "@/lib/base/dated_states.ts";
import type { HousingAlert } from "./schema.ts";

/** Days on which a message is shown. */
type Dated = Pick<HousingAlert, "from" | "to">;

/** State of a message on a day; its last day is included. */
export function alertState({ from, to }: Dated, today: IsoDate): DatedState {
  if (today < from) return "coming";
  return to !== null && to < today ? "past" : "current";
}

/** Messages in list order: current, then future, then past; latest first in each. */
export function listedAlerts<Alert extends Dated>(
  alerts: readonly Alert[],
  today: IsoDate,
): Alert[] {
  const position = (alert: Alert) => DATED_STATES.indexOf(alertState(alert, today));
  return [...alerts].sort((left, right) =>
    position(left) - position(right) || latestFirst(left, right)
  );
}

/** Compares messages by their first day, the latest first. */
export function latestFirst(left: Pick<Dated, "from">, right: Pick<Dated, "from">): number {
  return Number(left.from < right.from) - Number(left.from > right.from);
}
