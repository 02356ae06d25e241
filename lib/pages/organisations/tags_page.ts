import { type Context, HttpError } from "fresh";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { firstError, required } from "@/lib/domain/forms/validators.ts";
import {
  moved,
  type NewPlace,
  nextPlace,
  type Ordered,
  reordered,
} from "@/lib/domain/organisations/tags.ts";
import type { TagGroup, TagValue } from "@/lib/domain/organisations/types.ts";
import { links } from "@/lib/links/links.ts";
import { errorText } from "@/lib/text/errors.ts";
import { answered } from "@/lib/web/answered.ts";
import type { Refusing } from "@/lib/web/forms/refused_values.ts";
import { issuesByField, readSubmission } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";
import { administered } from "./administration.ts";

/** A refused change of a tag. */
export interface RefusedTag {
  form: string;
  /** The thing renamed; "" for a new one. */
  id: string;
  name: string;
  errors: FieldErrors<"name">;
  failure: string | null;
  isConflict: boolean;
  status: number;
}

/** Where to go once it is done, or what to show. */
export type SavedTag = { ok: true; path: string } | { ok: false; refused: RefusedTag };

interface Sent {
  form: string;
  id: string;
  name: string;
  version: string;
  step: string;
  order: string;
}

/** The tag groups of the organisation. */
export async function readGroups({ state }: Context<State>): Promise<TagGroup[]> {
  const { id: orgId } = administered(state);
  return answered(await state.api.call("listTags", { orgId }));
}

/** The group of the address. @throws HttpError 404 */
export async function readGroup(ctx: Context<State>): Promise<TagGroup> {
  const group = (await readGroups(ctx)).find(({ id }) => id === ctx.params.tagId);
  if (group === undefined) throw new HttpError(404, "not-found");
  return group;
}

/** How many residences and teams lose some values. */
export interface TagUses {
  of(values: readonly string[]): { residenceCount: number; teamCount: number };
}

/** Counts who has each value of a tag. */
export async function readTagUses({ state }: Context<State>): Promise<TagUses> {
  const { id: orgId } = administered(state);
  const [projects, teams] = await Promise.all([
    state.api.call("listProjects", { orgId }),
    state.api.call("listTeams", { orgId }),
  ]);
  const [residences, groups] = [answered(projects), answered(teams)];
  const countOf = (things: readonly { tags: readonly string[] }[], values: readonly string[]) =>
    things.filter(({ tags }) => tags.some((tag) => values.includes(tag))).length;
  return {
    of: (values) => ({
      residenceCount: countOf(residences, values),
      teamCount: countOf(groups, values),
    }),
  };
}

/** Does what a form of the list of groups asks: add, move, order. */
export async function saveGroups(ctx: Context<State>): Promise<SavedTag> {
  const { id: orgId } = administered(ctx.state);
  const { call } = ctx.state.api;
  const sent = await readSent(ctx);
  const groups = await readGroups(ctx);
  if (sent.form === "add") {
    const wrong = wrongName(sent);
    if (wrong !== null) return wrong;
    const body = { name: sent.name, sortOrder: nextPlace(groups) };
    const result = await call("createTag", { orgId, body });
    return result.ok
      ? { ok: true, path: links.tagGroup(result.answer.id) }
      : { ok: false, refused: refused(sent, result) };
  }
  for (const { id, sortOrder } of placesOf(sent, groups)) {
    const name = groups.find((one) => one.id === id)?.name ?? "";
    const result = await call("putTag", { orgId, tagId: id, body: { name, sortOrder } });
    if (!result.ok) return { ok: false, refused: refused(sent, result) };
  }
  return { ok: true, path: links.tags() };
}

/** Does what a form of a group's page asks: rename or delete it; add, rename, move, order or delete its values. */
export async function saveGroup(ctx: Context<State>): Promise<SavedTag> {
  const { id: orgId } = administered(ctx.state);
  const sent = await readSent(ctx);
  const group = await readGroup(ctx);
  const tagId = group.id;
  const here = { ok: true, path: links.tagGroup(tagId) } as const;
  const { call } = ctx.state.api;
  const ended = (result: { readonly ok: true } | Refusing, end: SavedTag = here): SavedTag =>
    result.ok ? end : { ok: false, refused: refused(sent, result) };
  if (sent.form === "remove") {
    return ended(await call("deleteTag", { orgId, tagId }), { ok: true, path: links.tags() });
  }
  if (sent.form === "remove-value") {
    return ended(await call("deleteTagValue", { orgId, tagId, valueId: sent.id }));
  }
  if (sent.form === "move" || sent.form === "order") {
    return await placeValues(ctx, group, sent) ?? here;
  }
  const wrong = wrongName(sent);
  if (wrong !== null) return wrong;
  const { name } = sent;
  const version = sent.version || undefined;
  if (sent.form === "rename") {
    const body = { name, sortOrder: group.sortOrder, version };
    return ended(await call("putTag", { orgId, tagId, body }));
  }
  const value = group.values.find(({ id }) => id === sent.id);
  const sortOrder = value?.sortOrder ?? nextPlace(group.values);
  const label = { label: name, sortOrder };
  if (value === undefined) {
    return ended(await call("createTagValue", { orgId, tagId, body: label }));
  }
  const body = { ...label, version };
  return ended(await call("putTagValue", { orgId, tagId, valueId: value.id, body }));
}

async function placeValues(
  ctx: Context<State>,
  group: TagGroup,
  sent: Sent,
): Promise<SavedTag | null> {
  const { id: orgId } = administered(ctx.state);
  const labels = new Map(group.values.map(({ id, label }: TagValue) => [id, label]));
  for (const { id, sortOrder } of placesOf(sent, group.values)) {
    const body = { label: labels.get(id) ?? "", sortOrder };
    const at = { orgId, tagId: group.id, valueId: id };
    const result = await ctx.state.api.call("putTagValue", { ...at, body });
    if (!result.ok) return { ok: false, refused: refused(sent, result) };
  }
  return null;
}

/** A move by a button, or an order by drag. */
function placesOf({ form, id, step, order }: Sent, things: readonly Ordered[]): NewPlace[] {
  if (form === "move") return moved(things, id, step === "up" ? -1 : 1);
  if (form === "order") return reordered(things, order.split(","));
  throw new HttpError(400, "bad-request");
}

async function readSent(ctx: Context<State>): Promise<Sent> {
  const fields = ["form", "id", "name", "version", "step", "order", "intent"] as const;
  const { values } = await readSubmission(ctx, fields);
  return { ...values, name: values.name.trim() };
}

function wrongName(sent: Sent): SavedTag | null {
  const error = firstError(sent.name, {}, [required]);
  if (error === null) return null;
  return { ok: false, refused: { ...notDone(sent), errors: { name: error }, status: 400 } };
}

function notDone({ form, id, name }: Sent): RefusedTag {
  return { form, id, name, errors: {}, failure: null, isConflict: false, status: 400 };
}

function refused(sent: Sent, { code, status, issues }: Refusing): RefusedTag {
  const errors = issuesByField(issues, ["name", "label"]);
  const taken = { code: "message", message: errorText(code) } as const;
  const wrong = code === "name-taken" ? taken : errors.name ?? errors.label;
  const isConflict = code === "conflict";
  return {
    ...notDone(sent),
    errors: wrong === undefined ? {} : { name: wrong },
    failure: isConflict || wrong !== undefined ? null : errorText(code),
    isConflict,
    status,
  };
}
