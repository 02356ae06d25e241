import { date, pick, time } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";

/** The period of readings to delete, asked before what it contains is shown. */
export const DELETED_PERIOD_FORM = form({
  name: "period",
  fields: {
    houseId: pick({ label: "Logement", control: "named", empty: "Choisir" }),
    from: date({ label: "Du", required: true }),
    fromTime: time({ label: "À partir de", required: true }),
    to: date({ label: "Au", required: true }),
    toTime: time({ label: "Jusqu’à", hint: "Cette minute comprise", required: true }),
  },
});
