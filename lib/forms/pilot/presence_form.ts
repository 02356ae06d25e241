import type { HouseStatus } from "@/lib/domain/pilot/types.ts";
import { choice } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";
import { HOUSE_STATUS_LABELS } from "@/lib/text/pilot/modules.ts";

const STATES = ["present", "absent"] as const satisfies readonly HouseStatus[];

/** Whether the occupants of a dwelling are at home. @spec pilot.features */
export const PRESENCE_FORM = form({
  name: "presence",
  fields: {
    house_status: choice(STATES, HOUSE_STATUS_LABELS, { label: "Présence", required: true }),
  },
});
