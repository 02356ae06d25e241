import type { PendingSeries } from "./arrivals/pending_series.ts";
import type { Pending } from "./fresh.ts";

/** True when a jump of its register may have come or gone. */
export function mayJump({ isSteady }: PendingSeries): boolean {
  return !isSteady;
}

/** True when its newest reading is known only from its points. */
export function hidesNewest(one: PendingSeries): boolean {
  return one.newest() === undefined;
}

export function changingBefore(pending: Pending, beforeS: number): Pending {
  return thoseThat(pending, (one) => one.changesBefore(beforeS));
}

export function thoseThat(pending: Pending, isWanted: (one: PendingSeries) => boolean): Pending {
  return pending.size === 0 ? pending : new Map([...pending].filter(([, one]) => isWanted(one)));
}
