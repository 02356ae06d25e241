import { SET_POINT_STEP_C } from "@/lib/domain/pilot/limits.ts";
import type { OwnPilot } from "@/lib/domain/pilot/types.ts";
import { number } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";
import { ownRangeText } from "@/lib/text/pilot/own_heating.ts";

/** The heating chosen by an occupant, within the landlord's range. @spec pilot.occupant-range */
export function ownHeatingForm({ minC, maxC }: Pick<OwnPilot, "minC" | "maxC">) {
  return form({
    name: "heating",
    fields: {
      tempC: number({
        label: "Ma température",
        unit: "°C",
        hint: ownRangeText(minC, maxC),
        ...minC !== null && { min: minC },
        ...maxC !== null && { max: maxC },
        step: SET_POINT_STEP_C,
      }),
    },
    // A choice that is no longer allowed could not be saved again.
    values: ({ chosenC, askedC }: OwnPilot) => ({ tempC: chosenC === null ? null : askedC }),
    refusals: { "outside-range": "tempC" },
  });
}
