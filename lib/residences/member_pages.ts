/** Prepares the role boxes and user lists of the pages of users and teams. @module */

import type { FieldErrors } from "@/lib/base/validators.ts";
import { impliedBy } from "@/lib/identity/effective_roles.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { userLines } from "@/lib/organisations/member_rules.ts";
import type { AvailableRole, Team } from "@/lib/organisations/schema.ts";
import { INVITATION_RESENDING, leftText, roleBoxes, roleLabel } from "@/lib/organisations/text.ts";
import { ticked } from "@/lib/ui/fields.ts";
import { action } from "@/lib/web/form_handlers.ts";
import { savedPath } from "@/lib/web/form_submission.ts";
import { administered, type Api, type State } from "@/lib/web/state.ts";
import { PROJECTS_CALLS, ROLES_CALLS } from "./calls.ts";

/** Maximum number of users listed with checkboxes; larger teams add members by address. */
const BOXES_COUNT = 150;

export type TeamChoices = Awaited<ReturnType<typeof teamChoices>>;

/** Reads the options of a team's page: users, tags and roles, including those already in the team. */
export async function teamChoices(state: State, team: Team | null) {
  const { id: orgId } = administered(state);
  const [everybody, tags, available, projects] = await Promise.all([
    state.api.read(ORGANISATIONS_CALLS.listOrgUsers, { orgId }),
    state.api.read(ORGANISATIONS_CALLS.listTags, { orgId }),
    state.api.read(ROLES_CALLS.listOrgAvailableRoles, { orgId }),
    state.api.read(PROJECTS_CALLS.listProjects, { orgId }),
  ]);
  return {
    people: everybody.length <= BOXES_COUNT
      ? everybody
      : everybody.filter(({ email }) => team?.users.includes(email)),
    tags,
    boxes: boxesOf(available, team?.roles ?? []),
    residences: projects,
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
