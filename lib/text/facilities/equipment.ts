import { EQUIPMENT_KIND_RULES } from "@/lib/domain/facilities/equipment_kinds.ts";
import type {
  EquipmentKind,
  FaultAlarmKind,
  Gate,
  GateOutOfService,
} from "@/lib/domain/facilities/types.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { EQUIPMENT_KIND_LABELS } from "./equipment_kinds.ts";

/** Labels of an equipment's fields, in its forms, its list and its file. */
export const EQUIPMENT_LABELS = {
  kind: "Type",
  parentId: "Se trouve dans",
  name: "Nom",
  code: "Code",
  instrumented: "Instrumenté",
};

/** Conditions that raise the alarm of a fault detector. @spec facilities.fault-detectors */
export const ALARM_KIND_LABELS: Readonly<Record<FaultAlarmKind, string>> = {
  0: "Quand il émet",
  1: "Quand il n’émet plus",
  2: "Quand sa donnée n’est pas nulle",
  3: "Quand sa donnée est nulle (contact inversé)",
};

/** Types of doors and gates. @spec facilities.equipment-details */
export const GATE_TYPE_LABELS: Readonly<Record<Gate["type"], string>> = {
  door: "Porte",
  gate: "Portail",
};

/** When the opening of a gate is ignored. @spec alarms.gates-out-of-service */
export const GATE_OUT_OF_SERVICE_LABELS: Readonly<Record<GateOutOfService, string>> = {
  none: "Jamais",
  hours: "Pendant les travaux planifiés",
  signal: "Sur signal (ni ouvert, ni fermé)",
};

/** Condition that raises the alarm of a code reader. @spec facilities.equipment-details */
export function normalCodesText(normalCodes: readonly string[]): string {
  return normalCodes.length === 0 ? "À tout code" : `À tout code, sauf ${normalCodes.join(", ")}`;
}

/** The possible parents of a kind: « Chaufferie ou bâtiment »; "" for a kind without a parent. */
export function parentsText(kind: EquipmentKind): string {
  const [first, ...others] = EQUIPMENT_KIND_RULES[kind].parents.map((one) =>
    EQUIPMENT_KIND_LABELS[one]
  );
  if (first === undefined) return "";
  return [first, ...others.map((one) => one.toLowerCase())].join(" ou ");
}

/** A kind with its possible parents, so that both lists are filled in correctly the first time. */
export function placedKindLabel(kind: EquipmentKind): string {
  const parents = parentsText(kind);
  const label = EQUIPMENT_KIND_LABELS[kind];
  return parents === "" ? label : `${label} (${parents.toLowerCase()})`;
}

/** Why an equipment cannot be deleted; null when it can. */
export function equipmentUseText(
  { insideCount, seriesCount }: { readonly insideCount: number; readonly seriesCount: number },
): string | null {
  const held = [
    insideCount > 0
      ? countText(insideCount, "équipement s’y trouve", "équipements s’y trouvent")
      : null,
    seriesCount > 0
      ? countText(seriesCount, "série y est mesurée", "séries y sont mesurées")
      : null,
  ].filter((part) => part !== null);
  return held.length === 0 ? null : `Impossible tant que ${held.join(" et que ")}.`;
}
