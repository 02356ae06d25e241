/** Deletes a tag or its value, and takes it off residences and teams. @module */

import type { Services } from "@/lib/api/services.ts";
import { type Change, commitShown, transact, type Written } from "@/lib/api/writes.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import type { Handler } from "@/lib/organisations/calls.ts";
import { readTeams } from "@/lib/organisations/members.ts";
import { type TagRecord, tagRecord } from "@/lib/organisations/records.ts";
import { ORG_NAMES, type Scope } from "@/lib/store/cache.ts";
import { retried } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import { CHECKS_PER_COMMIT, idOf, listIds, readEntries, readEntry } from "@/lib/store/store.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";
import { projectRecord } from "./records.ts";

/** Deletes a tag group, and removes its values from residences and teams. */
export const deleteTag: Handler<"deleteTag"> = (services, { orgId, tagId }, caller) => {
  return withoutTags(
    services,
    { orgId, tagId, action: "deleteTag", caller },
    ({ name, values }) => ({ lost: values.map(({ id }) => id), left: null, subject: name }),
  );
};

/** Deletes a value, and removes it from residences and teams. */
export const deleteTagValue: Handler<"deleteTagValue"> = (services, input, caller) => {
  const { orgId, tagId, valueId } = input;
  const removal = { orgId, tagId, action: "deleteTagValue", caller } as const;
  return withoutTags(services, removal, (record) => {
    const lost = record.values.find(({ id }) => id === valueId);
    const values = record.values.filter((value) => value !== lost);
    return lost === undefined
      ? null
      : { lost: [valueId], left: { ...record, values }, subject: lost.label };
  });
};

/** The removal of tags of a group, and its author. */
interface TagWrite extends Pick<Change, "orgId" | "caller" | "action"> {
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
 * A team left without any tag would apply to every residence: it must be changed first. The residences are changed
 * before the group: while some are left, the group is still there, and a repeated call continues.
 *
 * @param removalFrom the removal for the current group; null when it does not have the value
 * @spec organisations.tag-removal
 */
async function withoutTags(
  services: Services,
  { tagId, ...change }: TagWrite,
  removalFrom: (record: TagRecord) => Removal | null,
): Promise<Written<null, "not-found" | "in-use">> {
  const { orgId } = change;
  const first = await readRemoval(services, { orgId, tagId }, removalFrom);
  if (!first.ok) return first;
  let { lost } = first;
  // Outside the plan: thousands of residences take seconds, in which others may write in the organisation.
  await clearResidences(services, orgId, lost);
  const outcome = await transact<null, "not-found" | "in-use">(services, change, async (atomic) => {
    const removal = await readRemoval(services, { orgId, tagId }, removalFrom);
    if (!removal.ok) return removal;
    const { key, left, teams, subject } = removal;
    lost = removal.lost;
    if (left === null) atomic.delete(key);
    else atomic.set(key, left);
    for (const { id, record } of teams) atomic.set(keys.team(orgId, id), record);
    return { ok: true, answer: null, subject, also: [ORG_NAMES] };
  });
  // A residence may have been given the value until then.
  if (outcome.ok) await ignoreStoreFailure(clearResidences(services, orgId, lost));
  return outcome;
}

/** The removal for the current group, and the teams that it changes. */
async function readRemoval(
  services: Services,
  { orgId, tagId }: Pick<TagWrite, "orgId" | "tagId">,
  removalFrom: (record: TagRecord) => Removal | null,
) {
  const { key, value } = await readEntry(services.store, keys.tag(orgId, tagId), tagRecord);
  const removal = value && removalFrom(value);
  if (removal === null) return { ok: false, code: "not-found" } as const;
  const lost = new Set(removal.lost);
  const teams = await teamsWith(services, orgId, lost);
  if (teams.some(({ record }) => record.tags.length === 0)) {
    return { ok: false, code: "in-use" } as const;
  }
  return { ok: true, key, left: removal.left, subject: removal.subject, lost, teams } as const;
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

/** Residences changed in one commit: in a demo visit the version of each is checked too, and the organisation's. */
const CLEARED_PER_COMMIT = Math.floor((CHECKS_PER_COMMIT - 1) / 2);

/** No residence may keep a tag that users can neither see nor remove. */
async function clearResidences(services: Services, orgId: string, gone: ReadonlySet<string>) {
  const { store } = services;
  const all = await listIds(store, keys.projectOfOrg.under(orgId));
  for (const ids of chunk(all, CLEARED_PER_COMMIT)) {
    await retried(async () => {
      const entries = await readEntries(store, ids.map((id) => keys.project(id)), projectRecord);
      const tagged = entries.filter(({ value }) => value?.tags.some((tag) => gone.has(tag)));
      if (tagged.length === 0) return true;
      const scopes: Scope[] = tagged.map(({ key }) => ({ kind: "project", id: idOf(key) }));
      scopes.push({ kind: "org", id: orgId });
      const isDone = await commitShown(services, scopes, (atomic) => {
        for (const { key, value, versionstamp } of tagged) {
          const tags = value?.tags.filter((tag) => !gone.has(tag));
          atomic.check({ key, versionstamp }).set(key, { ...value, tags });
        }
      });
      return isDone ? true : null;
    });
  }
}
