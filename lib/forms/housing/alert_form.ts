import { isBackwards } from "@/lib/domain/forms/typed_fields.ts";
import { ALERT_MAX_LENGTH } from "@/lib/domain/housing/limits.ts";
import { area, boxes, date } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";
import { ALERT_LABELS } from "@/lib/text/housing/housing_alerts.ts";

/** A message to tenants: its end is not before its start; without an end it is shown until deleted. @spec housing.messages */
export const ALERT_FORM = form({
  name: "alert",
  fields: {
    message: area({ label: ALERT_LABELS.message, required: true, maxLength: ALERT_MAX_LENGTH }),
    from: date({ label: ALERT_LABELS.from, required: true }),
    to: date({ label: ALERT_LABELS.to, hint: "Vide\u00A0: jusqu’à ce qu’il soit supprimé" }),
    houseIds: boxes({
      label: ALERT_LABELS.houseIds,
      hint: "Aucun choisi\u00A0: tous les logements",
    }),
  },
  check: ({ from = "", to = "" }) => isBackwards(from, to) ? { to: { code: "date-order" } } : {},
});
