/** Asks to confirm first days that are years ahead of a residence's today. @module */

import { askFirst } from "@/lib/api/confirmations.ts";
import type { RuleContext } from "@/lib/api/entities.ts";
import { startEffects } from "@/lib/api/far_dates.ts";
import type { Services } from "@/lib/api/services.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import type { Effect } from "@/lib/ui/confirmation.ts";
import { cachedProject } from "./residences.ts";

/** A first day, and the stored one that it replaces. */
interface Start {
  readonly date: IsoDate | null | undefined;
  readonly before?: IsoDate | null | undefined;
}

/** The civil day of a residence. */
export async function todayAt(services: Services, projectId: string): Promise<IsoDate> {
  const { timeZone } = await cachedProject(services, projectId);
  return civilDateOf(services.now(), timeZone);
}

/** Asks to confirm first days of a residence that are years ahead, and other effects of the write. @spec forms.far-dates */
export async function askStarts(
  services: Services,
  { projectId, caller }: { readonly projectId: string; readonly caller: Caller },
  starts: readonly Start[],
  others: readonly Effect[] = [],
) {
  const today = await todayAt(services, projectId);
  const effects = starts.flatMap(({ date, before }) => startEffects(date, { today, before }));
  return askFirst(caller, [...effects, ...others]);
}

/** The rule of a record of a residence that a first day years ahead is confirmed. @spec forms.far-dates */
export function confirmsFrom<Record extends { readonly from: IsoDate }>(
  { from }: Record,
  { services, place: { projectId }, before, caller }: Pick<
    RuleContext<{ readonly projectId: string }, Record>,
    "services" | "place" | "before" | "caller"
  >,
) {
  return askStarts(services, { projectId, caller }, [{ date: from, before: before?.from }]);
}
