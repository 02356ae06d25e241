/** Schema of a series computed from others. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { entitySchemas } from "@/lib/base/object_schemas.ts";
import { dataUnitId } from "@/lib/timeseries/series_schema.ts";
import { NAME_MAX_LENGTH } from "./equipment_kinds.ts";

/** Maximum number of series added, and of those subtracted. */
const MOST_PARTS = 50;

/** A sum or a difference of series of the facilities of a residence. @spec facilities.computed-series */
export type ComputedSeries = z.output<typeof computedSeries>;
export const { stored: computedSeries, draft: computedSeriesDraft } = entitySchemas(
  "ComputedSeries",
  {
    name: field.text(NAME_MAX_LENGTH),
    /** Quantity, in whose unit the parts are. */
    dataUnitId,
    /** Facility series that are added. */
    plus: field.ids(MOST_PARTS, 1),
    /** Facility series that are subtracted. */
    minus: field.ids(MOST_PARTS),
  },
  z.refine(({ plus, minus }) => !plus.some((id) => minus.includes(id)), {
    message: "unique",
    path: ["minus"],
  }),
);
