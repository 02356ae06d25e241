import { check } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";

/** Whether reports are mailed to occupants each month. @spec reports.mails */
export const REPORT_MAILS_FORM = form({
  name: "mails",
  fields: {
    isOn: check({
      label: "Envoyer chaque mois son bilan à l’occupant de chaque logement",
      hint: "Une fois, à l’adresse email de l’occupant, avec ses chiffres seuls.",
    }),
  },
});
