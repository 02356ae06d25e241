import { STOCK_KINDS } from "@/lib/domain/projects/stock.ts";
import { choice } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";
import { STOCK_KIND_LABELS } from "@/lib/text/projects/stock.ts";

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
