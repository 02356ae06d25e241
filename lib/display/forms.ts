/** Declares the forms of messages, contacts and screens. @module */

import { isPhone } from "@/lib/base/typed_formats.ts";
import { isBackwards } from "@/lib/ui/field_rules.ts";
import { area, date, email, number, text } from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";
import {
  CONTACT_NAME_MAX_LENGTH,
  DISPLAY_MESSAGE_MAX_LENGTH,
  LAST_PRIORITY,
  PHONE_MAX_LENGTH,
} from "./schema.ts";
import { CONTACT_LABELS } from "./text.ts";

const priority = number({
  label: CONTACT_LABELS.priority,
  hint: "1 s’affiche en premier",
  required: true,
  min: 1,
  max: LAST_PRIORITY,
  integer: true,
  initial: "1",
});

/** A message of the information screen; without an end, it is shown until deleted. @spec display.messages */
export const DISPLAY_MESSAGE_FORM = form({
  name: "screen-message",
  fields: {
    message: area({
      label: "Message",
      required: true,
      maxLength: DISPLAY_MESSAGE_MAX_LENGTH,
      isWide: true,
    }),
    priority,
    from: date({ label: "Affiché du", required: true }),
    to: date({ label: "Jusqu’au", hint: "Vide\u00A0: jusqu’à ce qu’il soit supprimé" }),
  },
  check: ({ from = "", to = "" }) => isBackwards(from, to) ? { to: { code: "date-order" } } : {},
});

/** A contact of the information screen. @spec display.messages */
export const DISPLAY_CONTACT_FORM = form({
  name: "screen-contact",
  fields: {
    name: text({ label: CONTACT_LABELS.name, required: true, maxLength: CONTACT_NAME_MAX_LENGTH }),
    priority,
    phone: {
      ...text({ label: CONTACT_LABELS.phone, maxLength: PHONE_MAX_LENGTH }),
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
  fields: {
    name: text({
      label: "Nom de l’écran",
      hint: "Là où il est accroché\u00A0: hall A, local des boîtes aux lettres…",
      required: true,
      maxLength: 100,
    }),
  },
});
