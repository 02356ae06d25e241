/** Declares the forms of organisations, invitations, roles, teams, tags and retention. @module */

import { emailKey } from "@/lib/base/typed_formats.ts";
import { withoutImplied } from "@/lib/identity/effective_roles.ts";
import { ROLE_NAMES } from "@/lib/identity/roles.ts";
import { invitation } from "@/lib/identity/schema.ts";
import { RETENTION_BOUNDS, type RetentionField } from "@/lib/timeseries/retention.ts";
import { boxes, check, email, emails, type FieldWords, number, text } from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";
import {
  organisationDraft,
  orgRetentionDraft,
  tagGroupDraft,
  tagValueDraft,
  type Team,
  teamDraft,
  userByEmail,
} from "./schema.ts";

export const ORGANISATION_NAME_FORM = form({
  name: "identity",
  limits: organisationDraft,
  fields: { name: text({ label: "Nom" }) },
});

/** A new organisation and its administrator, who is invited when their names are given. */
export const NEW_ORGANISATION_FORM = form({
  name: "organisation",
  limits: organisationDraft,
  fields: {
    name: text({ label: "Nom de l’organisation" }),
    adminEmail: email({ label: "Email de l’administrateur" }),
    adminForename: text({
      label: "Prénom",
      hint: "Pour inviter qui n’a pas encore de compte",
      required: false,
    }),
    adminSurname: text({ label: "Nom de la personne", required: false }),
  },
  body: ({ name, adminEmail, adminForename, adminSurname }) => ({
    name,
    adminEmail,
    ...adminForename !== "" && adminSurname !== "" && { adminForename, adminSurname },
  }),
  refusals: { "unknown-user": "adminEmail" },
});

/** Adds an administrator to the organisation. */
export const NEW_ADMIN_FORM = personForm("add");

/** Adds an administrator to an organisation, from the platform. */
export const PLATFORM_ADMIN_FORM = personForm("admin", { hint: "Un compte qui existe déjà" });

export const TEST_MAIL_FORM = personForm("test");

/** Selects the user who receives roles on a residence, among the members or by address. */
export const ROLE_HOLDER_FORM = personForm("add", { list: "members" });

/** Invites a person into the organisation. */
export const INVITATION_FORM = form({
  name: "invitation",
  limits: invitation,
  fields: {
    email: email({ label: "Email" }),
    forename: text({ label: "Prénom" }),
    surname: text({ label: "Nom" }),
    isAdmin: check({ label: "En faire un administrateur de l’organisation" }),
  },
  refusals: { "user-already-exists": "email" },
});

/** The roles granted to a person on a residence, without those implied by others. */
export const USER_ROLES_FORM = form({
  name: "roles",
  fields: { role: boxes({ label: "Rôles" }) },
  body: ({ role }) => ({ roles: withoutImplied(ROLE_NAMES.filter((one) => role.includes(one))) }),
});

/** A form for the address of an account. */
function personForm(name: string, words: Partial<FieldWords> = {}) {
  return form({
    name,
    limits: userByEmail,
    fields: { email: email({ label: "Email", ...words }) },
    refusals: { "unknown-user": "email" },
  });
}

/** Document management of the organisation; its switch saves immediately. */
export const DOCUMENTS_FORM = form({
  name: "documents",
  fields: {
    documentManagement: check({
      label: "Gestion des documents",
      options: [{ value: "on", label: "Activée" }, { value: "", label: "Désactivée" }],
    }),
  },
});

/** Retention of readings and figures, in years: finer data are never retained longer. */
export const RETENTION_FORM = form({
  name: "retention",
  limits: orgRetentionDraft,
  fields: {
    infraDailyYears: years(
      "infraDailyYears",
      "Relevés\u00A0: années gardées",
      "Ils donnent les heures et les cinq minutes. Au-delà, un jour n’a plus que sa valeur",
    ),
    dailyYears: years(
      "dailyYears",
      "Valeurs journalières\u00A0: années gardées",
      "Au-delà, seules les valeurs mensuelles restent",
    ),
    monthlyYears: years(
      "monthlyYears",
      "Valeurs mensuelles\u00A0: années gardées",
      "Au-delà, plus rien ne reste",
    ),
  },
});

function years(name: RetentionField, label: string, words: string) {
  const { min, max } = RETENTION_BOUNDS[name];
  return number({ label, hint: `${words}. De ${min} à ${max}.` });
}

const NAMED = { shape: { name: tagGroupDraft.shape.name } };

/** A new category, or a new value of a category. */
export const NEW_TAG_FORM = nameForm("add");

/** The name of a category. */
export const TAG_FORM = nameForm("rename");

/** The label of a value. */
export const TAG_VALUE_FORM = nameForm("value", { shape: { name: tagValueDraft.shape.label } });

function nameForm(name: string, limits: typeof NAMED = NAMED) {
  return form({ name, limits, fields: { name: text({ label: "Nom" }) } });
}

/** A team: members are ticked in a list or typed next to it; duplicates count once. @spec forms.email-lists */
export const TEAM_FORM = form({
  name: "team",
  limits: teamDraft,
  fields: {
    name: text({ label: "Nom" }),
    user: boxes({ label: "Membres" }),
    others: emails({
      label: "Ajouter par email",
      rows: 2,
      hint: "Une ou plusieurs adresses de comptes qui existent, séparées par des espaces",
    }),
    tag: boxes({ label: "Catégories" }),
    role: boxes({ label: "Rôles donnés" }),
  },
  body: ({ name, user, others, tag, role }) => ({
    name,
    users: [...new Set([...user, ...others].map(emailKey))],
    tags: tag,
    roles: withoutImplied(ROLE_NAMES.filter((one) => role.includes(one))),
  }),
  values: ({ name, users, tags, roles }: Team) => (
    { name, user: users, others: [], tag: tags, role: roles }
  ),
  refusals: { "name-taken": "name", "unknown-user": "others", "invalid-input": "others" },
});
