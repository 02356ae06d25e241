import type { Context } from "fresh";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { hasErrors } from "@/lib/domain/forms/field_errors.ts";
import {
  readTeam,
  rolesOf,
  teamErrors,
  type TeamField,
  type TypedTeam,
} from "@/lib/domain/organisations/team_form.ts";
import type { TagGroup, Team, TeamDraft, User } from "@/lib/domain/organisations/types.ts";
import type { ProjectSummary } from "@/lib/domain/projects/types.ts";
import { closure } from "@/lib/domain/roles/closure.ts";
import { ROLE_NAMES } from "@/lib/domain/roles/roles.ts";
import { errorText } from "@/lib/text/errors.ts";
import { roleBoxes, type RoleGroupBoxes } from "@/lib/text/organisations/organisations.ts";
import { roleLabel } from "@/lib/text/roles.ts";
import { answered } from "@/lib/web/answered.ts";
import type { Refusing } from "@/lib/web/forms/refused_values.ts";
import { issuesByField, readSubmission } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";
import { administered } from "./administration.ts";

/** Beyond this many people the list of boxes helps nobody: members are added by their address. */
const BOXES_COUNT = 150;

/** All that a team's form shows besides the team. */
export interface TeamChoices {
  people: readonly User[];
  tags: readonly TagGroup[];
  boxes: readonly RoleGroupBoxes[];
  residences: readonly ProjectSummary[];
}

/** A team that was not saved: what was typed, and why. */
export interface RefusedTeam {
  values: TypedTeam;
  errors: FieldErrors<TeamField>;
  failure: string | null;
  isConflict: boolean;
  status: number;
}

/** A form that was sent: the team it describes, or what is wrong with it. */
export type SentTeam =
  | { ok: true; values: TypedTeam; body: TeamDraft; isRemoval: boolean }
  | { ok: false; refused: RefusedTeam };

/** Reads what a team's page offers: people, categories and roles, those the team has already included. */
export async function teamChoices(state: State, team: Team | null): Promise<TeamChoices> {
  const { id: orgId } = administered(state);
  const [users, tags, roles, projects] = await Promise.all([
    state.api.call("listOrgUsers", { orgId }),
    state.api.call("listTags", { orgId }),
    state.api.call("listOrgAvailableRoles", { orgId }),
    state.api.call("listProjects", { orgId }),
  ]);
  const everybody = answered(users);
  const offered = answered(roles);
  const kept = (team?.roles ?? []).filter((role) => !offered.some((one) => one.role === role));
  return {
    people: everybody.length <= BOXES_COUNT
      ? everybody
      : everybody.filter(({ email }) => team?.users.includes(email)),
    tags: answered(tags),
    boxes: roleBoxes([
      ...offered,
      ...kept.map((role) => ({
        role,
        label: roleLabel(role),
        deps: ROLE_NAMES.filter((name) => name !== role && closure([role]).has(name)),
      })),
    ]),
    residences: answered(projects),
  };
}

/** Reads a team's form. */
export async function readTeamForm(
  ctx: Context<State>,
  fields: { roles: string; users: string; tags: string },
): Promise<SentTeam> {
  const sent = await readSubmission(ctx, ["name", "others", "version", "intent"]);
  const { name, others, version, intent } = sent.values;
  const values: TypedTeam = {
    name,
    others,
    roles: rolesOf(sent.all(fields.roles)),
    users: sent.all(fields.users),
    tags: sent.all(fields.tags),
  };
  const isRemoval = intent === "remove";
  const errors = isRemoval ? {} : teamErrors(values);
  if (hasErrors(errors)) {
    return {
      ok: false,
      refused: { values, errors, failure: null, isConflict: false, status: 400 },
    };
  }
  return { ok: true, values, body: readTeam(values, version || undefined), isRemoval };
}

/** What a call's refusal is for the form that asked. */
export function refusedTeam(
  values: TypedTeam,
  { code, status, issues }: Refusing,
): RefusedTeam {
  const said = { code: "message", message: errorText(code) } as const;
  const found = issuesByField(issues, ["name", "users"]);
  const errors: FieldErrors<TeamField> = {
    ...(found.name && { name: found.name }),
    ...(found.users && { others: found.users }),
    ...(code === "unknown-user" && { others: said }),
  };
  const isConflict = code === "conflict";
  const failure = isConflict || hasErrors(errors) ? null : errorText(code);
  return { values, errors, failure, isConflict, status };
}
