import { number } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";

/** Value from which a series raises an alarm. @spec pilot.thresholds @param unit unit of the series */
export function thresholdForm(unit: string) {
  return form({
    name: "threshold",
    fields: {
      threshold: number({
        label: "Seuil",
        unit,
        hint: "Laissez vide pour ne pas surveiller la série.",
        min: -1e9,
        max: 1e9,
      }),
    },
  });
}
