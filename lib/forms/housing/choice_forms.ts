import { MOST_AREA_M2, MOST_OCCUPANTS } from "@/lib/domain/housing/limits.ts";
import { number, text } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";

const NAME = text({ label: "Nom", required: true, maxLength: 100 });
const NAME_REFUSED = { "name-taken": "name" } as const;

/** A type of dwelling; an empty number is unknown. @spec housing.types-and-groups */
export const HOUSE_TYPE_FORM = form({
  name: "types",
  fields: {
    name: NAME,
    area: number({ label: "Surface", unit: "m²", min: 0, max: MOST_AREA_M2, step: 0.01 }),
    occupants: number({ label: "Occupants", min: 0, max: MOST_OCCUPANTS, step: 0.1 }),
  },
  refusals: NAME_REFUSED,
});

/** A group of dwellings. @spec housing.types-and-groups */
export const GROUP_FORM = form({ name: "groups", fields: { name: NAME }, refusals: NAME_REFUSED });
