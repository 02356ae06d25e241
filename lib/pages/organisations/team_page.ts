import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import type { AvailableRole, Team } from "@/lib/domain/organisations/types.ts";
import { impliedBy } from "@/lib/domain/roles/implied.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";
import { ticked } from "@/lib/forms/fields.ts";
import { leftText, roleBoxes } from "@/lib/text/organisations/organisations.ts";
import { roleLabel } from "@/lib/text/roles.ts";
import { administered, type State } from "@/lib/web/state.ts";

/** Maximum number of users listed with checkboxes; larger teams add members by address. */
const BOXES_COUNT = 150;

export type TeamChoices = Awaited<ReturnType<typeof teamChoices>>;

/** Reads the options of a team's page: users, tags and roles, including those already in the team. */
export async function teamChoices(state: State, team: Team | null) {
  const { id: orgId } = administered(state);
  const [everybody, tags, offered, projects] = await Promise.all([
    state.api.read("listOrgUsers", { orgId }),
    state.api.read("listTags", { orgId }),
    state.api.read("listOrgAvailableRoles", { orgId }),
    state.api.read("listProjects", { orgId }),
  ]);
  return {
    people: everybody.length <= BOXES_COUNT
      ? everybody
      : everybody.filter(({ email }) => team?.users.includes(email)),
    tags,
    boxes: boxesOf(offered, team?.roles ?? []),
    residences: projects,
  };
}

/** The boxes of the offered roles, and of those held that are no longer offered: they stay until a user takes them away. */
export function boxesOf(offered: readonly AvailableRole[], held: readonly Role[]) {
  const kept = held.filter((role) => !offered.some((one) => one.role === role));
  return roleBoxes([
    ...offered,
    ...kept.map((role) => ({ role, label: roleLabel(role), deps: impliedBy(role) })),
  ]);
}

/**
 * Errors for selected users who left the organisation meanwhile: only an entered address adds a user again.
 *
 * @spec organisations.removed
 */
export async function leftErrors(state: State, user: string): Promise<FieldErrors<"others">> {
  const { id: orgId } = administered(state);
  const members = await state.api.read("listOrgUsers", { orgId });
  const left = ticked(user).filter((email) => !members.some((member) => member.email === email));
  return left.length === 0 ? {} : { others: { code: "message", message: leftText(left) } };
}
