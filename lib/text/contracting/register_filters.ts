import type { EquipmentKind } from "@/lib/domain/facilities/types.ts";
import { filterOptions } from "@/lib/domain/tables/filter.ts";
import { EQUIPMENT_KIND_LABELS } from "@/lib/text/facilities/equipment_kinds.ts";
import { archivedText, closeText } from "./contracting.ts";

/** Active or archived. */
export const ARCHIVED_FILTER = {
  field: "archived",
  label: "État",
  options: [false, true].map((one) => ({ value: String(one), label: archivedText(one) })),
};

/** Open or closed. */
export const CLOSE_FILTER = {
  field: "close",
  label: "État",
  options: [false, true].map((one) => ({ value: String(one), label: closeText(one) })),
};

/** A filter by the equipment of the rows. */
export function equipmentFilter(rows: readonly { readonly equipment: EquipmentKind | null }[]) {
  const labels: Readonly<Record<string, string>> = EQUIPMENT_KIND_LABELS;
  const options = filterOptions(
    rows,
    ({ equipment }) => equipment ?? "",
    (kind) => labels[kind] ?? kind,
  );
  return { field: "equipment", label: "Équipement", options };
}
