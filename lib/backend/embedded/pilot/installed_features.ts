import { isDeepStrictEqual } from "node:util";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, readEntry } from "@/lib/backend/kv/store.ts";
import { pilotFeaturesRecord } from "@/lib/backend/records/pilot.ts";
import type { ProjectRecord } from "@/lib/backend/records/projects.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { featuresOn } from "@/lib/domain/pilot/features.ts";
import { newChange } from "./revisions.ts";

/**
 * Adds to a commit a new revision of the features of a residence whose installation changes which of them are on: what
 * is asked of its modules changes too, and none has applied it.
 *
 * @spec pilot.wishes
 */
export async function askFeaturesAgain(
  services: Services,
  atomic: Atomic,
  { projectId, caller, before, after }: {
    readonly projectId: string;
    readonly caller: Caller;
    readonly before: Pick<ProjectRecord, "hasPilot" | "hasTempPilot">;
    readonly after: Pick<ProjectRecord, "hasPilot" | "hasTempPilot">;
  },
): Promise<void> {
  const key = keys.pilotFeatures(projectId);
  const { value } = await readEntry(services.store, key, pilotFeaturesRecord);
  if (value === null) return;
  if (isDeepStrictEqual(featuresOn(before, value), featuresOn(after, value))) return;
  atomic.set(key, { ...value, change: await newChange(services, atomic, { projectId, caller }) });
}
