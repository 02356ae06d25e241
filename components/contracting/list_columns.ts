import { textColumn } from "@/components/tables/columns.tsx";
import type { EquipmentKind } from "@/lib/domain/facilities/types.ts";
import { archivedText } from "@/lib/text/contracting/contracting.ts";
import { EQUIPMENT_KIND_LABELS } from "@/lib/text/facilities/equipment_kinds.ts";

interface Archivable {
  readonly archived: boolean;
}

interface OfEquipment {
  readonly equipment: EquipmentKind | null;
}

/** Whether a provider or a document type is archived. */
export const ARCHIVED_COLUMN = textColumn<Archivable>(
  "archived",
  "État",
  ({ archived }) => archivedText(archived),
);

export const ARCHIVED_FILTER = {
  field: "archived",
  label: "État",
  value: ({ archived }: Archivable) => String(archived),
  options: [false, true].map((one) => ({ value: String(one), label: archivedText(one) })),
};

/** The kind of equipment of a contract or a document type. */
export const EQUIPMENT_COLUMN = textColumn<OfEquipment>(
  "equipment",
  "Équipement",
  ({ equipment }) => equipment && EQUIPMENT_KIND_LABELS[equipment],
);

export const EQUIPMENT_FILTER = {
  field: "equipment",
  label: "Équipement",
  value: ({ equipment }: OfEquipment) => equipment ?? "",
  text: (kind: string) =>
    new Map<string, string>(Object.entries(EQUIPMENT_KIND_LABELS)).get(kind) ?? kind,
};
