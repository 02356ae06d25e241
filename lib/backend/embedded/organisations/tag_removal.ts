import { type Change, readOrgVersion, save, unchanged } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { retried } from "@/lib/backend/kv/atomic.ts";
import { readEntry } from "@/lib/backend/kv/entries.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { type TagRecord, tagRecord, type TeamRecord } from "@/lib/backend/records/organisations.ts";
import { projectRecord } from "@/lib/backend/records/projects.ts";
import { readTeams } from "./members.ts";

/** Values that go, and the group they go from. */
interface Removal {
  orgId: string;
  tagId: string;
  lost: readonly string[];
  change: Change;
}

/**
 * Takes values away from a group, or the group itself, and from the teams and residences that have them.
 *
 * A team that would be left without any tag would count on every residence: it is to be changed first.
 *
 * @param left what stays of the group; null deletes it
 * @spec organisations.tag-removal
 */
export async function withoutTags(
  services: Services,
  { orgId, tagId, lost, change }: Removal,
  left: (record: TagRecord) => TagRecord | null,
): Promise<{ ok: true; answer: null } | { ok: false; code: "not-found" | "in-use" }> {
  const gone = new Set(lost);
  const outcome = await retried(async () => {
    const version = await readOrgVersion(services, orgId);
    const entry = await readEntry(services.store, keys.tag(orgId, tagId), tagRecord);
    if (entry.value === null) return { ok: false, code: "not-found" } as const;
    const teams = await teamsWith(services, orgId, gone);
    if (teams.some(({ record }) => record.tags.length === 0)) {
      return { ok: false, code: "in-use" } as const;
    }
    const kept = left(entry.value);
    const saved = await save(services, change, (atomic) => {
      atomic.check(unchanged(version), unchanged(entry));
      if (kept === null) atomic.delete(entry.key);
      else atomic.set(entry.key, kept);
      for (const { id, record } of teams) atomic.set(keys.team(orgId, id), record);
    });
    return saved.ok ? { ok: true, answer: null } as const : null;
  });
  if (outcome.ok) await clearResidences(services, orgId, gone);
  return outcome;
}

/** The teams that have some of the tags, as they are without them. */
async function teamsWith(
  services: Services,
  orgId: string,
  gone: ReadonlySet<string>,
): Promise<{ id: string; record: TeamRecord }[]> {
  const teams = await readTeams(services, orgId);
  return teams
    .filter(({ record }) => record.tags.some((tag) => gone.has(tag)))
    .map(({ id, record }) => ({
      id,
      record: { ...record, tags: record.tags.filter((tag) => !gone.has(tag)) },
    }));
}

/** No residence is left with a tag that nobody can see or take off. */
async function clearResidences(
  { store, versions }: Services,
  orgId: string,
  gone: ReadonlySet<string>,
): Promise<void> {
  for (const projectId of await listIds(store, keys.projectOfOrg.under(orgId))) {
    await retried(async () => {
      const entry = await readEntry(store, keys.project(projectId), projectRecord);
      if (!entry.value?.tags.some((tag) => gone.has(tag))) return true;
      const tags = entry.value.tags.filter((tag) => !gone.has(tag));
      const atomic = store.atomic().check(unchanged(entry));
      const { ok } = await atomic.set(entry.key, { ...entry.value, tags }).commit();
      return ok ? true : null;
    });
  }
  await versions.bump([{ kind: "org", id: orgId }]);
}
