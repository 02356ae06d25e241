import { Refused } from "@/lib/backend/core/refused.ts";
import { askFeaturesAgain } from "@/lib/backend/embedded/pilot/installed_features.ts";
import { isCurrent, versionOf } from "@/lib/backend/embedded/saving.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Entry, readEntry } from "@/lib/backend/kv/store.ts";
import { type ProjectRecord, projectRecord } from "@/lib/backend/records/projects.ts";

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
