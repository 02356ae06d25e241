/** Rows of the list of modules, and the count of each state. @module */

import type { ConnectivityState } from "@/lib/housing/schema.ts";
import type { ModuleConnectivity, ModuleStatus } from "./schema.ts";

export interface ModuleLine extends ModuleStatus {
  readonly id: string;
  readonly connectivity: ConnectivityState;
  /** Instant of its last message; null when there is none. */
  readonly lastSeenAt: string | null;
  /** Time since an unapplied request, in seconds; null when nothing is pending. */
  readonly pendingS: number | null;
}

/** Modules as lines, with their connectivity. @spec pilot.module-list @param nowS seconds since 1970 */
export function moduleLines(
  statuses: readonly ModuleStatus[],
  connectivity: readonly ModuleConnectivity[],
  nowS: number,
): ModuleLine[] {
  const seen = new Map(connectivity.map((one) => [one.moduleId, one]));
  return statuses.map((status) => {
    const { state = "offline", lastSeenAt = null } = seen.get(status.moduleId) ?? {};
    return {
      ...status,
      id: status.moduleId,
      connectivity: state,
      lastSeenAt,
      pendingS: pendingS(status, nowS),
    };
  });
}

function pendingS({ wish: { state, changedAt } }: ModuleStatus, nowS: number): number | null {
  if (state !== "pending" || changedAt === null) return null;
  return Math.max(0, nowS - Date.parse(changedAt) / 1_000);
}

/** Number of modules, of online modules, and of modules with a pending request. @spec pilot.module-list */
export interface ModuleCounts {
  readonly all: number;
  readonly online: number;
  readonly pending: number;
}

export function moduleCounts(lines: readonly ModuleLine[]): ModuleCounts {
  return {
    all: lines.length,
    online: lines.filter(({ connectivity }) => connectivity === "online").length,
    pending: lines.filter(({ wish }) => wish.state === "pending").length,
  };
}
