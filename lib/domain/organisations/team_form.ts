import { emailKey } from "@/lib/domain/forms/email.ts";
import { emailEntryErrors, emailsOfText } from "@/lib/domain/forms/email_list.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { required } from "@/lib/domain/forms/validators.ts";
import { teamCounts } from "@/lib/domain/roles/effective.ts";
import { withoutImplied } from "@/lib/domain/roles/implied.ts";
import { type Role, ROLE_NAMES } from "@/lib/domain/roles/roles.ts";
import type { Team, TeamDraft } from "./types.ts";

/** A field of a team's form. */
export type TeamField = "name" | "others";

/** A team as its form holds it: members ticked in the list, and the addresses typed beside it. */
export interface TypedTeam {
  name: string;
  roles: readonly Role[];
  /** E-mail addresses ticked. */
  users: readonly string[];
  /** E-mail addresses typed, parted by blanks, commas or semicolons. */
  others: string;
  /** Tag value ids. */
  tags: readonly string[];
}

/** Most characters of a team's name. */
export const TEAM_NAME_MAX_LENGTH = 100;

/** An empty team. */
export const NEW_TEAM: TypedTeam = { name: "", roles: [], users: [], others: "", tags: [] };

/** The form of a team that exists. */
export function typedTeam({ name, roles, users, tags }: Team): TypedTeam {
  return { name, roles, users, others: "", tags };
}

/**
 * The errors of the form.
 *
 * @spec F §5 "Email list input: required, each entry a valid email, no duplicates (error unique)"
 */
export function teamErrors({ name, others }: TypedTeam): FieldErrors<TeamField> {
  const errors: FieldErrors<TeamField> = {};
  const missing = required(name);
  if (missing !== null) errors.name = missing;
  const wrong = emailEntryErrors(emailsOfText(others)).find((error) => error !== null);
  if (wrong) errors.others = wrong;
  return errors;
}

/**
 * Parses a team; a user both ticked and typed counts once.
 *
 * @param values without error by `teamErrors()`
 * @param version the version edited; none for a new team
 */
export function readTeam(values: TypedTeam, version?: string): TeamDraft {
  const users = [...values.users, ...emailsOfText(values.others)].map(emailKey);
  return {
    name: values.name.trim(),
    roles: withoutImplied(values.roles),
    users: [...new Set(users)],
    tags: [...values.tags],
    version,
  };
}

/** The roles among texts a form sent, in the order of the table. */
export function rolesOf(sent: readonly string[]): Role[] {
  return ROLE_NAMES.filter((role) => sent.includes(role));
}

/**
 * On how many residences a team counts.
 *
 * @spec F §6 "a team counts if it has no tags or shares a tag with the project"
 */
export function reachCount(
  team: Pick<Team, "roles" | "tags">,
  residences: readonly { readonly tags: readonly string[] }[],
): number {
  return residences.filter(({ tags }) => teamCounts(team, tags)).length;
}
