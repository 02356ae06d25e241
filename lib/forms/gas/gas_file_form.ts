import { pick } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";

/** A file of lines of delivery points, or of the chosen one. */
export const GAS_FILE_FORM = form({
  name: "file",
  fields: { pce: pick({ label: "Point de livraison", empty: "Nommé dans le fichier" }) },
});
