import { DEVICE_KINDS } from "@/lib/domain/facilities/types.ts";
import { choice, number, pick, text } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";
import { DEVICE_KIND_LABELS } from "@/lib/text/facilities/facilities.ts";

/** A machine of a boiler room. @spec facilities.machines */
export const MACHINE_FORM = form({
  name: "machines",
  fields: {
    name: text({ label: "Nom", required: true, maxLength: 100 }),
    kind: choice(DEVICE_KINDS, DEVICE_KIND_LABELS, { label: "Type", required: true }),
    productionSeriesId: pick({ label: "Compteur de production" }),
    consumptionSeriesId: pick({ label: "Compteur de consommation" }),
    powerKW: number({ label: "Puissance", unit: "kW", min: 0, max: 100_000, step: 0.01 }),
  },
});
