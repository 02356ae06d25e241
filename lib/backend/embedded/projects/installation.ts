import { isDeepStrictEqual } from "node:util";
import { Refused } from "@/lib/backend/core/refused.ts";
import { newChange } from "@/lib/backend/embedded/pilot/revisions.ts";
import { isCurrent, versionOf } from "@/lib/backend/embedded/saving.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, type Entry, readEntry } from "@/lib/backend/kv/store.ts";
import { pilotFeaturesRecord } from "@/lib/backend/records/pilot.ts";
import { type ProjectRecord, projectRecord } from "@/lib/backend/records/projects.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { featuresOn } from "@/lib/domain/pilot/features.ts";

/** Equipment of residences. @spec projects.installation */
export const getProjectInstallation: Handler<"getProjectInstallation"> = async (
  services,
  { projectId },
) => {
  const entry = await readStored(services, projectId);
  const { hasPilot, hasTempPilot, instrumented, ecotouchAdmin } = entry.value;
  const version = versionOf(entry);
  return { ok: true, answer: { hasPilot, hasTempPilot, instrumented, ecotouchAdmin, version } };
};

export const putProjectInstallation: Handler<"putProjectInstallation"> = (
  services,
  { projectId, body },
  caller,
) => {
  const { version, ...installation } = body;
  const change = { caller, action: "putProjectInstallation", projectId } as const;
  return write(services, change, async (atomic) => {
    const entry = await readStored(services, projectId);
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    const [before, after] = [entry.value, { ...entry.value, ...installation }];
    await askFeaturesAgain(services, atomic, { projectId, caller, before, after });
    atomic.set(entry.key, after);
    const also = [{ kind: "org", id: entry.value.orgId }] as const;
    return { ok: true, answer: null, subject: "", also };
  });
};

async function readStored(services: Services, projectId: string): Promise<Entry<ProjectRecord>> {
  const { key, value, versionstamp } = await readEntry(
    services.store,
    keys.project(projectId),
    projectRecord,
  );
  if (value === null || versionstamp === null) throw new Refused("not-found");
  return { key, value, versionstamp };
}

/**
 * Adds to a commit a new revision of the features of a residence whose installation changes which of them are on: what
 * is asked of its modules changes too, and none has applied it.
 *
 * @spec pilot.wishes
 */
async function askFeaturesAgain(
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
