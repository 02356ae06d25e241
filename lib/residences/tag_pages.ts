/** Reads and saves the tag groups and values that the pages of tags show. @module */

import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { NEW_TAG_FORM, TAG_FORM, TAG_VALUE_FORM } from "@/lib/organisations/forms.ts";
import type { TagGroup } from "@/lib/organisations/schema.ts";
import { moved, nextPlace, type Ordered, reordered } from "@/lib/organisations/tag_rules.ts";
import { links } from "@/lib/ui/links.ts";
import {
  action,
  type CallOutcome,
  deletion,
  type FormActions,
  save,
  type SentForm,
} from "@/lib/web/form_handlers.ts";
import { administered, oneOf, type PageContext } from "@/lib/web/state.ts";
import { PROJECTS_CALLS } from "./calls.ts";

export async function readGroups({ state }: PageContext): Promise<TagGroup[]> {
  const { id: orgId } = administered(state);
  return await state.api.read(ORGANISATIONS_CALLS.listTags, { orgId });
}

/** The group in the URL. @throws HttpError 404 */
export async function readGroup(ctx: PageContext): Promise<TagGroup> {
  return oneOf(await readGroups(ctx), ctx.params.tagId);
}

/** Reads what counts the residences and the teams that have some values, and would lose them. */
export async function readTagUses({ state }: PageContext) {
  const { id: orgId } = administered(state);
  const [residences, groups] = await Promise.all([
    state.api.read(PROJECTS_CALLS.listProjects, { orgId }),
    state.api.read(ORGANISATIONS_CALLS.listTeams, { orgId }),
  ]);
  const countOf = (things: readonly { tags: readonly string[] }[], values: readonly string[]) =>
    things.filter(({ tags }) => tags.some((tag) => values.includes(tag))).length;
  return (values: readonly string[]) => ({
    residenceCount: countOf(residences, values),
    teamCount: countOf(groups, values),
  });
}

/** Actions of the forms of the list of groups: add, move, order. */
export async function groupListForms(ctx: PageContext): Promise<FormActions> {
  const { id: orgId } = administered(ctx.state);
  const { call } = ctx.state.api;
  const groups = await readGroups(ctx);
  return {
    add: save(
      NEW_TAG_FORM,
      async ({ name }) =>
        named(
          await call(ORGANISATIONS_CALLS.createTag, {
            orgId,
            body: { name, sortOrder: nextPlace(groups) },
          }),
        ),
      { next: ({ id }) => links.tagGroup(id) },
    ),
    ...placing(
      groups,
      links.tags(),
      ({ id, name }, sortOrder) =>
        call(ORGANISATIONS_CALLS.putTag, { orgId, tagId: id, body: { name, sortOrder } }),
    ),
  };
}

/** Actions of the forms of a group's page: rename or delete it; add, rename, move, order or delete its values. */
export async function groupForms(ctx: PageContext): Promise<FormActions> {
  const { id: orgId } = administered(ctx.state);
  const { call } = ctx.state.api;
  const { id: tagId, sortOrder, values } = await readGroup(ctx);
  const at = { orgId, tagId };
  const here = links.tagGroup(tagId);
  const next = () => here;
  const placeOf = (key: string) => values.find(({ id }) => id === key)?.sortOrder;
  const label = (name: string, place = nextPlace(values)) => ({ label: name, sortOrder: place });
  return {
    rename: save(
      TAG_FORM,
      async (body) =>
        named(await call(ORGANISATIONS_CALLS.putTag, { ...at, body: { ...body, sortOrder } })),
      { next },
    ),
    add: save(
      NEW_TAG_FORM,
      async ({ name }) =>
        named(await call(ORGANISATIONS_CALLS.createTagValue, { ...at, body: label(name) })),
      { next },
    ),
    value: save(
      TAG_VALUE_FORM,
      async ({ name, ...basis }, { key: valueId }) => {
        const body = { ...label(name, placeOf(valueId)), ...basis };
        return named(await call(ORGANISATIONS_CALLS.putTagValue, { ...at, valueId, body }));
      },
      { next },
    ),
    ...placing(
      values,
      here,
      (value, place) =>
        call(ORGANISATIONS_CALLS.putTagValue, {
          ...at,
          valueId: value.id,
          body: label(value.label, place),
        }),
    ),
    "remove-value": deletion(
      ({ key }) => call(ORGANISATIONS_CALLS.deleteTagValue, { ...at, valueId: key }),
      here,
    ),
    remove: action(() => call(ORGANISATIONS_CALLS.deleteTag, at), links.tags()),
  };
}

/** Actions of the buttons of a list, and of a drag: one place up or down, or a whole order. */
function placing<Thing extends Ordered>(
  things: readonly Thing[],
  next: string,
  put: (thing: Thing, sortOrder: number) => Promise<CallOutcome<unknown>>,
): FormActions {
  const placed = (placesOf: (sent: SentForm) => Ordered[]) =>
    action(async (sent) => {
      const places = new Map(placesOf(sent).map(({ id, sortOrder }) => [id, sortOrder]));
      for (const thing of things) {
        const place = places.get(thing.id);
        const outcome = place === undefined ? DONE : await put(thing, place);
        if (!outcome.ok) return outcome;
      }
      return DONE;
    }, next);
  return {
    move: placed(({ key, text }) => moved(things, key, text("step") === "up" ? -1 : 1)),
    order: placed(({ text }) => reordered(things, text("order").split(","))),
  };
}

const DONE = { ok: true, answer: null } as const;

/** Moves every error of a call to the name field, which is a value's label. */
function named<Answer>(outcome: CallOutcome<Answer>): CallOutcome<Answer> {
  if (outcome.ok) return outcome;
  const isTaken = outcome.code === "name-taken";
  const issues = isTaken ? [{ message: "" }] : outcome.issues ?? [];
  return { ...outcome, issues: issues.map((issue) => ({ ...issue, path: "name" })) };
}
