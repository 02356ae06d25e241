/** Declares the form that uploads a file of residences, dwellings or equipment. @module */

import { choice } from "@/lib/ui/fields.ts";
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
