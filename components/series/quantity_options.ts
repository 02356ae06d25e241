import type { SelectOption } from "@/components/forms/SelectField.tsx";
import { RHYTHMS } from "@/lib/domain/series/types.ts";
import { DATA_UNITS } from "@/lib/domain/series/units.ts";
import { RHYTHM_LABELS } from "@/lib/text/series/series.ts";

/** What a series may measure: the catalogue, and no other. @spec domain §3 "Catalogue of data units" */
export const QUANTITY_OPTIONS: readonly SelectOption[] = Object.values(DATA_UNITS).map(
  ({ id, label, unit }) => ({ value: id, label: unit === "" ? label : `${label} (${unit})` }),
);

/** How often a series may be said to be read, as a list of choices. */
export const RHYTHM_OPTIONS: readonly SelectOption[] = RHYTHMS.map((every) => ({
  value: every,
  label: RHYTHM_LABELS[every],
}));
