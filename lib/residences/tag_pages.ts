/** What the pages of users, teams and tags of an organisation read and save. @module */

import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { NEW_TAG_FORM, TAG_FORM, TAG_VALUE_FORM } from "@/lib/organisations/forms.ts";
import type { AvailableRole, TagGroup, Team } from "@/lib/organisations/schema.ts";
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
import { administered, type Api, oneOf, type PageContext, type State } from "@/lib/web/state.ts";
import { PROJECTS_CALLS, ROLES_CALLS } from "./calls.ts";
import type { FieldErrors } from "@/lib/base/validators.ts";
import { impliedBy } from "@/lib/identity/effective_roles.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { userLines } from "@/lib/organisations/member_rules.ts";
import { INVITATION_RESENDING, leftText, roleBoxes, roleLabel } from "@/lib/organisations/text.ts";
import { ticked } from "@/lib/ui/fields.ts";
import { savedPath } from "@/lib/web/form_submission.ts";

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

/** Maximum number of users listed with checkboxes; larger teams add members by address. */
const BOXES_COUNT = 150;

export type TeamChoices = Awaited<ReturnType<typeof teamChoices>>;

/** Reads the options of a team's page: users, tags and roles, including those already in the team. */
export async function teamChoices(state: State, team: Team | null) {
  const { id: orgId } = administered(state);
  const [everybody, tags, available] = await Promise.all([
    state.api.read(ORGANISATIONS_CALLS.listOrgUsers, { orgId }),
    state.api.read(ORGANISATIONS_CALLS.listTags, { orgId }),
    state.api.read(ROLES_CALLS.listOrgAvailableRoles, { orgId }),
  ]);
  return {
    people: everybody.length <= BOXES_COUNT
      ? everybody
      : everybody.filter(({ email }) => team?.users.includes(email)),
    tags,
    boxes: boxesOf(available, team?.roles ?? []),
  };
}

/** The boxes of the offered roles, and of those held that are no longer offered: they stay until a user takes them away. */
export function boxesOf(available: readonly AvailableRole[], granted: readonly Role[]) {
  const remaining = granted.filter((role) => !available.some((one) => one.role === role));
  return roleBoxes([
    ...available,
    ...remaining.map((role) => ({ role, label: roleLabel(role), deps: impliedBy(role) })),
  ]);
}

/**
 * Errors for selected users who left the organisation meanwhile: only an entered address adds a user again.
 *
 * @spec organisations.removed
 */
export async function leftErrors(state: State, user: string): Promise<FieldErrors<"others">> {
  const { id: orgId } = administered(state);
  const members = await state.api.read(ORGANISATIONS_CALLS.listOrgUsers, { orgId });
  const left = ticked(user).filter((email) => !members.some((member) => member.email === email));
  return left.length === 0 ? {} : { others: { code: "message", message: leftText(left) } };
}

/** The people of an organisation, with its teams and its residences. */
export async function readUsers(api: Api, orgId: string) {
  const [users, teams, residences] = await Promise.all([
    api.read(ORGANISATIONS_CALLS.listOrgUsers, { orgId }),
    api.read(ORGANISATIONS_CALLS.listTeams, { orgId }),
    api.read(PROJECTS_CALLS.listProjects, { orgId }),
  ]);
  return { all: userLines(users, teams, residences), teams, residences };
}

/**
 * What the button that mails an invitation again does, on any page.
 *
 * @spec organisations.resending
 * @param path the page to see next, which says that the mail was sent
 */
export function resendsInvitation(
  { call }: Api,
  { orgId, path }: { readonly orgId: string; readonly path: string },
) {
  return action(async ({ text }) => {
    const sent = await call(ORGANISATIONS_CALLS.resendInvitation, { orgId, email: text("email") });
    if (sent.ok || sent.code !== "user-already-exists") return sent;
    return { ...sent, sentence: INVITATION_RESENDING.accepted };
  }, savedPath(path, "invitation"));
}
