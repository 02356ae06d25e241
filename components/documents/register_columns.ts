import { textColumn } from "@/components/ui/columns.tsx";
import { archivedText } from "@/lib/documents/text.ts";
import type { EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import { EQUIPMENT_KIND_LABELS } from "@/lib/facilities/text.ts";

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
