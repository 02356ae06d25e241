import { Refused } from "@/lib/backend/core/refused.ts";
import { organisationOf } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { replaceEvents } from "@/lib/backend/kv/series/events.ts";
import type { SeriesPlace } from "@/lib/backend/kv/series/fresh.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import { addAuditLine } from "@/lib/backend/records/audit.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { AuditAction } from "@/lib/contract/calls/audit.ts";
import type { ReadingsAround } from "@/lib/domain/series/meter_event.ts";
import { pointAfter } from "@/lib/domain/series/point_after.ts";
import { pointBefore } from "@/lib/domain/series/point_before.ts";
import type { SeriesReader } from "@/lib/domain/series/reader.ts";
import type { MeterEvent } from "@/lib/domain/series/types.ts";

export interface MeterEventsWrite {
  readonly projectId: string;
  readonly storedId: string;
  readonly subject: string;
  /** The events the change is based on. */
  readonly before: readonly MeterEvent[];
  readonly after: readonly MeterEvent[];
  readonly action: "addMeterEvent" | "deleteMeterEvent";
  readonly caller: Caller;
}

/** Writes the events of a meter with the figures they change and their audit line, in one commit. */
export function writeMeterEvents(
  services: Services,
  { storedId, before, after, ...write }: MeterEventsWrite,
): Promise<"done" | "conflict" | "too-old"> {
  return writeJudged(
    services,
    write,
    (place, also) => replaceEvents(place, storedId, { before, after, also }),
  );
}

interface JudgedWrite {
  readonly projectId: string;
  readonly subject: string;
  readonly action: AuditAction;
  readonly caller: Caller;
}

/**
 * Changes what a register is judged by, with the figures that it changes and its audit line, in one commit.
 *
 * @param replace makes the commit, under the lease of the series, with the writes of `also`
 */
export async function writeJudged(
  services: Services,
  { projectId, subject, action, caller }: JudgedWrite,
  replace: (place: SeriesPlace, also: (atomic: Atomic) => void) => ReturnType<typeof replaceEvents>,
): Promise<"done" | "conflict" | "too-old"> {
  const { store, versions, now } = services;
  const orgId = await organisationOf(services, projectId);
  const scopes = [{ kind: "project", id: projectId }] as const;
  const also = (atomic: Atomic) => {
    versions.include(atomic, scopes);
    addAuditLine(atomic, { caller, action, orgId, projectId, subject }, now());
  };
  const ended = await replace({ store, projectId, now }, also);
  if (ended === "busy") throw new Refused("store-unavailable");
  if (ended === "done") versions.forget(scopes);
  return ended;
}

/** The readings around a second of a meter, and at it. */
export async function readingsAround(
  reader: SeriesReader,
  storedId: string,
  { epochS, timeZone }: { epochS: number; timeZone: string },
): Promise<ReadingsAround> {
  const [before, next] = await Promise.all([
    pointBefore(reader, storedId, { endS: epochS, timeZone }),
    pointAfter(reader, storedId, { startS: epochS, timeZone }),
  ]);
  if (next?.epochS !== epochS) return { before, at: null, after: next };
  const after = await pointAfter(reader, storedId, { startS: epochS + 1, timeZone });
  return { before, at: next, after };
}
