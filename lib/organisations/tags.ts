/** Lists, creates and changes the tag groups and values of an organisation. @module */

import { atMost, crud, hasOwnName } from "@/lib/api/entities.ts";
import type { Services } from "@/lib/api/services.ts";
import { isCurrent } from "@/lib/api/writes.ts";
import { newId } from "@/lib/base/secrets.ts";
import { isNameTaken } from "@/lib/base/visible_text.ts";
import { keys } from "@/lib/store/keys.ts";
import { idOf, listEntries, readEntry } from "@/lib/store/store.ts";
import type { Handler } from "./calls.ts";
import { ORGANISATIONS_ENTITIES, tagRecord } from "./records.ts";
import { MOST_TAG_GROUPS, MOST_TAG_VALUES, type Ordered } from "./tag_rules.ts";

/** The tag groups of an organisation, in order. @spec organisations.tags */
const groups = crud(ORGANISATIONS_ENTITIES.tag, {
  initial: { values: [] },
  full: atMost(MOST_TAG_GROUPS),
  rules: [hasOwnName],
  compare: bySortOrder,
  subject: ({ name }) => name,
  actions: ["createTag", "putTag", "deleteTag"],
});
export const createTag = groups.create;
export const putTag = groups.put;

export const listTags: Handler<"listTags"> = async (services, at) => {
  const { answer } = await groups.list(services, at);
  return { ok: true, answer: answer.map((one) => ({ ...one, values: inOrder(one.values) })) };
};

/** The values of a tag group, in order. */
export const listTagValues: Handler<"listTagValues"> = async (services, { orgId, tagId }) => {
  const { value } = await readEntry(services.store, keys.tag(orgId, tagId), tagRecord);
  if (value === null) return { ok: false, code: "not-found" };
  return { ok: true, answer: inOrder(value.values) };
};

export const createTagValue: Handler<"createTagValue"> = (services, input, caller) => {
  const { body: { label, sortOrder }, ...at } = input;
  const id = newId();
  return groups.change(services, at, { action: "createTagValue", caller }, (record) => {
    if (record.values.length >= MOST_TAG_VALUES) return "limit-reached";
    if (isNameTaken(record.values.map(({ label }) => label), label)) return "name-taken";
    const values = [...record.values, { id, label, sortOrder }];
    return { record: { ...record, values }, subject: label, answer: { id } };
  });
};

/** Renames or reorders a value. */
export const putTagValue: Handler<"putTagValue"> = (services, input, caller) => {
  const { valueId, body: { version, label, sortOrder }, ...at } = input;
  return groups.change(services, at, { action: "putTagValue", caller }, (record, entry) => {
    const before = record.values.find(({ id }) => id === valueId);
    if (before === undefined) return "not-found";
    if (!isCurrent(version, entry)) return "conflict";
    const others = record.values.filter((one) => one !== before).map(({ label }) => label);
    if (label !== before.label && isNameTaken(others, label)) return "name-taken";
    const values = record.values.map((one) => one === before ? { ...one, label, sortOrder } : one);
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

function inOrder<One extends Pick<Ordered, "sortOrder">>(all: readonly One[]): One[] {
  return all.toSorted(bySortOrder);
}

function bySortOrder(a: Pick<Ordered, "sortOrder">, b: Pick<Ordered, "sortOrder">): number {
  return a.sortOrder - b.sortOrder;
}
