import { boxes } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";

/** The intent of the button that stands for every dwelling that the filters keep. */
export const EVERY_HOUSE = "every";

export const REPORT_ORDER_FORM = form({
  name: "reports",
  fields: { houses: boxes({ label: "Logements" }) },
});
