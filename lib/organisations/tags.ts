/** Lists, creates and changes the tag groups and values of an organisation. @module */

import type { Services } from "@/lib/api/services.ts";
import { type Change, isCurrent, transact, type Written } from "@/lib/api/writes.ts";
import { newId } from "@/lib/base/secrets.ts";
import { isNameTaken } from "@/lib/base/visible_text.ts";
import { keys } from "@/lib/store/keys.ts";
import { idOf, listEntries, type MaybeEntry, readEntry } from "@/lib/store/store.ts";
import type { Handler } from "./calls.ts";
import { type TagRecord, tagRecord } from "./records.ts";
import type { TagGroup, TagValue } from "./schema.ts";
import { MOST_TAG_GROUPS, MOST_TAG_VALUES } from "./tag_rules.ts";

/** The tag groups of an organisation, in order. */
export const listTags: Handler<"listTags"> = async (services, { orgId }) => {
  const entries = await listEntries(services.store, { prefix: keys.tag.under(orgId) }, tagRecord);
  const answer = entries
    .map(({ key, value, versionstamp }) => tagGroup(idOf(key), value, versionstamp))
    .sort(bySortOrder);
  return { ok: true, answer };
};

/** Creates a tag group, without values. */
export const createTag: Handler<"createTag"> = (services, input, caller) => {
  const { orgId, body: { name, sortOrder } } = input;
  const id = newId();
  return transact(services, { action: "createTag", caller, orgId }, async (atomic) => {
    const others = await groupNames(services, orgId);
    if (others.length >= MOST_TAG_GROUPS) return { ok: false, code: "limit-reached" };
    if (isNameTaken(others, name)) return { ok: false, code: "name-taken" };
    atomic.set(keys.tag(orgId, id), { name, sortOrder, values: [] } satisfies TagRecord);
    return { ok: true, answer: { id }, subject: name };
  });
};

/** Renames or reorders a tag group. */
export const putTag: Handler<"putTag"> = (services, { orgId, tagId, body }, caller) => {
  const { version, name, sortOrder } = body;
  return changed(services, { orgId, tagId, caller, action: "putTag" }, async (entry, record) => {
    if (!isCurrent(version, entry)) return "conflict";
    const others = await groupNames(services, orgId, tagId);
    if (name !== record.name && isNameTaken(others, name)) return "name-taken";
    return { record: { ...record, name, sortOrder }, subject: name, answer: null };
  });
};

/** The values of a tag group, in order. */
export const listTagValues: Handler<"listTagValues"> = async (services, { orgId, tagId }) => {
  const { value } = await readEntry(services.store, keys.tag(orgId, tagId), tagRecord);
  if (value === null) return { ok: false, code: "not-found" };
  return { ok: true, answer: [...value.values].sort(bySortOrder) };
};

export const createTagValue: Handler<"createTagValue"> = (services, input, caller) => {
  const { orgId, tagId, body: { label, sortOrder } } = input;
  const id = newId();
  return changed(services, { orgId, tagId, caller, action: "createTagValue" }, (_, record) => {
    if (record.values.length >= MOST_TAG_VALUES) return "limit-reached";
    if (isNameTaken(record.values.map(({ label }) => label), label)) return "name-taken";
    const values = [...record.values, { id, label, sortOrder }];
    return { record: { ...record, values }, subject: label, answer: { id } };
  });
};

/** Renames or reorders a value. */
export const putTagValue: Handler<"putTagValue"> = (services, input, caller) => {
  const { orgId, tagId, valueId, body } = input;
  const { version, label, sortOrder } = body;
  return changed(services, { orgId, tagId, caller, action: "putTagValue" }, (entry, record) => {
    if (record.values.every(({ id }) => id !== valueId)) return "not-found";
    if (!isCurrent(version, entry)) return "conflict";
    const others = record.values.filter(({ id }) => id !== valueId);
    const isRenamed = record.values.some((one) => one.id === valueId && one.label !== label);
    if (isRenamed && isNameTaken(others.map(({ label }) => label), label)) return "name-taken";
    const values = record.values.map((one) =>
      one.id === valueId ? { id: valueId, label, sortOrder } : one
    );
    return { record: { ...record, values }, subject: label, answer: null };
  });
};

/** Verdict on tags: every value must exist in the organisation, at most one per group. @spec organisations.tags */
export async function tagsVerdict(
  services: Services,
  orgId: string,
  tags: readonly string[],
): Promise<"ok" | "unknown-reference" | "one-tag-per-group"> {
  if (tags.length === 0) return "ok";
  const groups = await listEntries(services.store, { prefix: keys.tag.under(orgId) }, tagRecord);
  const groupOf = new Map(
    groups.flatMap(({ key, value }) => value.values.map((one) => [one.id, idOf(key)])),
  );
  if (tags.some((tag) => !groupOf.has(tag))) return "unknown-reference";
  const used = new Set(tags.map((tag) => groupOf.get(tag)));
  return used.size === tags.length ? "ok" : "one-tag-per-group";
}

type TagChange<Answer, Code> = Code | { record: TagRecord; subject: string; answer: Answer };

/** Changes a group, with a check that nothing else of the organisation was written. */
function changed<Answer, Code extends "not-found" | "conflict" | "limit-reached" | "name-taken">(
  services: Services,
  { tagId, ...place }: TagWrite,
  make: (
    entry: MaybeEntry<TagRecord>,
    record: TagRecord,
  ) => TagChange<Answer, Code> | Promise<TagChange<Answer, Code>>,
): Promise<Written<Answer, Code | "not-found">> {
  const key = keys.tag(place.orgId, tagId);
  return transact<Answer, Code | "not-found">(services, place, async (atomic) => {
    const entry = await readEntry(services.store, key, tagRecord);
    if (entry.value === null) return { ok: false, code: "not-found" };
    const created = await make(entry, entry.value);
    if (typeof created === "string") return { ok: false, code: created };
    const { record, ...decided } = created;
    atomic.set(key, record);
    return { ok: true, ...decided };
  });
}

async function groupNames({ store }: Services, orgId: string, but?: string): Promise<string[]> {
  const entries = await listEntries(store, { prefix: keys.tag.under(orgId) }, tagRecord);
  return entries.flatMap(({ key, value }) => idOf(key) === but ? [] : [value.name]);
}

function tagGroup(id: string, record: TagRecord, version: string): TagGroup {
  return { id, ...record, values: [...record.values].sort(bySortOrder), version };
}

function bySortOrder(a: Pick<TagValue, "sortOrder">, b: Pick<TagValue, "sortOrder">): number {
  return a.sortOrder - b.sortOrder;
}

/** A change of a tag group, and its author. */
export interface TagWrite extends Pick<Change, "orgId" | "caller" | "action"> {
  readonly tagId: string;
}
