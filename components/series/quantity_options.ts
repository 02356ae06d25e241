import { DATA_UNITS } from "../../lib/domain/series/units.ts";
import type { SelectOption } from "../forms/SelectField.tsx";

/** What a series may measure: the catalogue, and no other. @spec domain §3 "Catalogue of data units" */
export const QUANTITY_OPTIONS: readonly SelectOption[] = Object.values(DATA_UNITS).map(
  ({ id, label, unit }) => ({ value: id, label: unit === "" ? label : `${label} (${unit})` }),
);
