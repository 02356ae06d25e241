import { NAME_MAX_LENGTH } from "@/lib/domain/accounts/types.ts";
import { withoutImplied } from "@/lib/domain/roles/implied.ts";
import { ROLE_NAMES } from "@/lib/domain/roles/roles.ts";
import { boxes, check, email, type FieldWords, text } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";

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
  fields: {
    email: email({ label: "Email", required: true }),
    forename: text({ label: "Prénom", required: true, maxLength: NAME_MAX_LENGTH }),
    surname: text({ label: "Nom", required: true, maxLength: NAME_MAX_LENGTH }),
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
    fields: { email: email({ label: "Email", required: true, ...words }) },
    refusals: { "unknown-user": "email" },
  });
}
