import { type Change, commitShown, unchanged } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { retried } from "@/lib/backend/kv/atomic.ts";
import { readEntry } from "@/lib/backend/kv/store.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { type TagRecord, tagRecord } from "@/lib/backend/records/organisations.ts";
import { projectRecord } from "@/lib/backend/records/projects.ts";
import { readTeams } from "./members.ts";

/** A change of a tag group, and its author. */
export interface TagWrite extends Pick<Change, "orgId" | "caller" | "action"> {
  readonly tagId: string;
}

/** Values to remove from a group, and the remaining group; null deletes the group. */
interface Removal {
  readonly lost: readonly string[];
  readonly left: TagRecord | null;
  readonly subject: string;
}

/**
 * Removes values from a group, or the group itself, and from the teams and residences that have them.
 *
 * A team left without any tag would apply to every residence: it must be changed first.
 *
 * @param removalFrom the removal for the current group; null when it does not have the value
 * @spec organisations.tag-removal
 */
export async function withoutTags(
  services: Services,
  { tagId, ...change }: TagWrite,
  removalFrom: (record: TagRecord) => Removal | null,
): Promise<{ ok: true; answer: null } | { ok: false; code: "not-found" | "in-use" }> {
  const { orgId } = change;
  let lost: ReadonlySet<string> = new Set();
  const outcome = await write<null, "not-found" | "in-use">(services, change, async (atomic) => {
    const { key, value } = await readEntry(services.store, keys.tag(orgId, tagId), tagRecord);
    const removal = value && removalFrom(value);
    if (removal === null) return { ok: false, code: "not-found" };
    lost = new Set(removal.lost);
    const teams = await teamsWith(services, orgId, lost);
    if (teams.some(({ record }) => record.tags.length === 0)) return { ok: false, code: "in-use" };
    if (removal.left === null) atomic.delete(key);
    else atomic.set(key, removal.left);
    for (const { id, record } of teams) atomic.set(keys.team(orgId, id), record);
    return { ok: true, answer: null, subject: removal.subject };
  });
  if (outcome.ok) await clearResidences(services, orgId, lost);
  return outcome;
}

/** The teams that have some of the tags, without these tags. */
async function teamsWith(services: Services, orgId: string, gone: ReadonlySet<string>) {
  const teams = await readTeams(services, orgId);
  return teams
    .filter(({ record }) => record.tags.some((tag) => gone.has(tag)))
    .map(({ id, record }) => ({
      id,
      record: { ...record, tags: record.tags.filter((tag) => !gone.has(tag)) },
    }));
}

/** No residence may keep a tag that users can neither see nor remove. */
async function clearResidences(services: Services, orgId: string, gone: ReadonlySet<string>) {
  const { store, versions } = services;
  for (const projectId of await listIds(store, keys.projectOfOrg.under(orgId))) {
    await retried(async () => {
      const entry = await readEntry(store, keys.project(projectId), projectRecord);
      if (!entry.value?.tags.some((tag) => gone.has(tag))) return true;
      const tags = entry.value.tags.filter((tag) => !gone.has(tag));
      const scopes = [{ kind: "project", id: projectId }] as const;
      const isDone = await commitShown(services, scopes, (atomic) => {
        atomic.check(unchanged(entry)).set(entry.key, { ...entry.value, tags });
      });
      return isDone ? true : null;
    });
  }
  await versions.bump([{ kind: "org", id: orgId }]);
}
