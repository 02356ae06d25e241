/** Declares the forms of messages, contacts and screens. @module */

import { isPhone } from "@/lib/base/typed_formats.ts";
import { projectTokenDraft } from "@/lib/residences/schema.ts";
import { area, date, email, number, text } from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";
import { displayContactDraft, displayMessageDraft } from "./schema.ts";
import { CONTACT_LABELS } from "./text.ts";

const priority = number({
  label: CONTACT_LABELS.priority,
  hint: "1 s’affiche en premier",
  initial: "1",
});

/** A message of the information screen; without an end, it is shown until deleted. @spec display.messages */
export const DISPLAY_MESSAGE_FORM = form({
  name: "screen-message",
  limits: displayMessageDraft,
  fields: {
    message: area({ label: "Message", isWide: true }),
    priority,
    from: date({ label: "Affiché du" }),
    to: date({ label: "Jusqu’au", hint: "Vide\u00A0: jusqu’à ce qu’il soit supprimé" }),
  },
});

/** A contact of the information screen. @spec display.messages */
export const DISPLAY_CONTACT_FORM = form({
  name: "screen-contact",
  limits: displayContactDraft,
  fields: {
    name: text({ label: CONTACT_LABELS.name }),
    priority,
    phone: {
      ...text({ label: CONTACT_LABELS.phone }),
      error: (typed) =>
        isPhone(typed) ? null : {
          code: "message",
          message: "Un numéro a au moins 3 chiffres, ou est le 15, le 17 ou le 18",
        },
    },
    mail: email({ label: CONTACT_LABELS.mail }),
  },
});

export const SCREEN_FORM = form({
  name: "token",
  limits: projectTokenDraft,
  fields: {
    name: text({
      label: "Nom de l’écran",
      hint: "Là où il est accroché\u00A0: hall A, local des boîtes aux lettres…",
    }),
  },
});
