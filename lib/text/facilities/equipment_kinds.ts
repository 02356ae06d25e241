import type { EquipmentKind } from "@/lib/domain/facilities/types.ts";

/** Kinds of equipment. @spec facilities.equipment-kinds */
export const EQUIPMENT_KIND_LABELS: Readonly<Record<EquipmentKind, string>> = {
  "boilerroom": "Chaufferie",
  "building": "Bâtiment",
  "boilerroom-circuit": "Circuit de chauffage",
  "boilerroom-errorcode": "Code de défaut",
  "boilerroom-faultdetector": "Détecteur de défaut",
  "cmv": "VMC",
  "skydome": "Skydome",
  "gate": "Porte ou portail",
};
