import { emailKey } from "@/lib/domain/forms/email.ts";
import type { Team } from "@/lib/domain/organisations/types.ts";
import { withoutImplied } from "@/lib/domain/roles/implied.ts";
import { ROLE_NAMES } from "@/lib/domain/roles/roles.ts";
import { boxes, emails, text } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";

/** A team: members are ticked in a list or typed next to it; duplicates count once. @spec forms.email-lists */
export const TEAM_FORM = form({
  name: "team",
  fields: {
    name: text({ label: "Nom", required: true, maxLength: 100 }),
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
