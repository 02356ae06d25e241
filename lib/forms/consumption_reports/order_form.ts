import { boxes } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";

/** Intent of the button that acts on every dwelling that passes the filters. */
export const EVERY_HOUSE = "every";

export const REPORT_ORDER_FORM = form({
  name: "reports",
  fields: { houses: boxes({ label: "Logements" }) },
});
