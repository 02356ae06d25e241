/** Declares the form that imports a file of gas lines. @module */

import { pick } from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";

/** A file of lines of delivery points, or of the chosen one. */
export const GAS_FILE_FORM = form({
  name: "file",
  fields: { pce: pick({ label: "Point de livraison", empty: "Nommé dans le fichier" }) },
});
