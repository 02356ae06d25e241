/** Declares the forms that upload a stock file, and that put off a thing to do. @module */

import { choice, date, emails } from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";
import { STOCK_KINDS } from "./schema.ts";
import { STOCK_KIND_LABELS } from "./text_import.ts";

/** A file of the landlord's stock, for a dry run. */
export const STOCK_FORM = form({
  name: "try",
  fields: {
    kind: choice(STOCK_KINDS, STOCK_KIND_LABELS, {
      label: "Contenu du fichier",
      required: true,
      initial: "residences",
    }),
  },
});

/** Until when a thing to do is hidden. @spec projects.follow-up */
export const POSTPONE_FORM = form({
  name: "postpone",
  fields: { postponedUntil: date({ label: "Reporter au", required: true }) },
  refusals: { "postponed-too-far": "postponedUntil" },
});

/** Who receives the monthly letter. @spec projects.letter-readers */
export const LETTER_FORM = form({
  name: "letter",
  fields: {
    emails: emails({
      label: "Destinataires",
      hint:
        "Adresses de membres, séparées par des espaces. Chacun lit les résidences qu’il peut voir.",
      rows: 3,
    }),
  },
  refusals: { "unknown-user": "emails", "invalid-input": "emails" },
});
