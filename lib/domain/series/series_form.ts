import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { canonicalUnit } from "./canonical_units.ts";
import { DATA_UNITS, isDataUnitId } from "./units.ts";

/** Value of the place field for a series of every dwelling, rather than of an equipment. */
export const EVERY_DWELLING = "every-dwelling";

/** The error of a meter's unit that does not convert to the unit of its quantity. @spec series.editing */
export function unitErrors(
  { dataUnitId = "", importedUnit = "" }: { dataUnitId?: string; importedUnit?: string },
): FieldErrors<"importedUnit"> {
  if (importedUnit === "" || !isDataUnitId(dataUnitId)) return {};
  const { unit } = DATA_UNITS[dataUnitId];
  return canonicalUnit(importedUnit) === canonicalUnit(unit)
    ? {}
    : { importedUnit: { code: "unit" } };
}
