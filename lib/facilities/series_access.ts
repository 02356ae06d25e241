/** Says who may write the series of facilities and of dwellings. @module */

import type { Services } from "@/lib/api/services.ts";
import { CallError } from "@/lib/base/errors.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import type { SeriesScope } from "@/lib/timeseries/series_schema.ts";
import { mayWrite } from "./equipment.ts";

export function mayWriteHousingSeries(
  services: Services,
  caller: Caller,
  projectId: string,
): Promise<boolean> {
  return services.callerRoles.holds(caller, projectId, ["collect:houseadmin"]);
}

export async function mayWriteScope(
  services: Services,
  caller: Caller,
  { projectId, scope }: { projectId: string; scope: SeriesScope },
): Promise<boolean> {
  if (scope === "housing") return await mayWriteHousingSeries(services, caller, projectId);
  return await mayWrite(services, caller, { projectId, place: "building" }) ||
    await mayWrite(services, caller, { projectId, place: "boilerroom" });
}

/** Refuses a caller who may not write series of a scope. */
export async function checkScope(
  services: Services,
  caller: Caller,
  { projectId, scope }: { projectId: string; scope: SeriesScope },
): Promise<void> {
  if (!await mayWriteScope(services, caller, { projectId, scope })) {
    throw new CallError("forbidden");
  }
}
