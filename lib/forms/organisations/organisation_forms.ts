import { email, text } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";

const NAME_MAX_LENGTH = 200;
const PERSON_MAX_LENGTH = 100;

export const ORGANISATION_NAME_FORM = form({
  name: "identity",
  fields: { name: text({ label: "Nom", required: true, maxLength: NAME_MAX_LENGTH }) },
});

/** A new organisation and its administrator, who is invited when their names are given. */
export const NEW_ORGANISATION_FORM = form({
  name: "organisation",
  fields: {
    name: text({ label: "Nom de l’organisation", required: true, maxLength: NAME_MAX_LENGTH }),
    adminEmail: email({ label: "Email de l’administrateur", required: true }),
    adminForename: text({
      label: "Prénom",
      hint: "Pour inviter qui n’a pas encore de compte",
      maxLength: PERSON_MAX_LENGTH,
    }),
    adminSurname: text({ label: "Nom de la personne", maxLength: PERSON_MAX_LENGTH }),
  },
  body: ({ name, adminEmail, adminForename, adminSurname }) => ({
    name,
    adminEmail,
    ...adminForename !== "" && adminSurname !== "" && { adminForename, adminSurname },
  }),
  refusals: { "unknown-user": "adminEmail" },
});
