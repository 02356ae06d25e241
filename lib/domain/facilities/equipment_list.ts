import type { SortValue } from "@/lib/domain/tables/sort.ts";
import { type Equipment, EQUIPMENT_KINDS, type EquipmentKind } from "./types.ts";

/** An equipment as a row of its residence's list. @spec facilities.equipment-kinds */
export interface EquipmentLine {
  readonly id: string;
  readonly kind: EquipmentKind;
  /** French name of the kind. */
  readonly kindLabel: string;
  readonly name: string;
  readonly code: string;
  /** Its parent; null when there is none. */
  readonly place: { readonly id: string; readonly name: string } | null;
  readonly instrumented: boolean;
  /** Number of series measured on it. */
  readonly seriesCount: number;
}

/**
 * The equipments of a residence as rows.
 *
 * @param series series of the residence, with the equipment of each
 * @param labels French names of the kinds
 */
export function equipmentLines(
  equipments: readonly Equipment[],
  series: readonly { readonly equipmentId: string | null }[],
  labels: Readonly<Record<EquipmentKind, string>>,
): EquipmentLine[] {
  const byId = new Map(equipments.map((one) => [one.id, one]));
  return equipments.map(({ id, kind, name, settings, parentId, instrumented }) => {
    const parent = byId.get(parentId ?? "");
    const place = parent === undefined ? null : { id: parent.id, name: parent.name };
    const seriesCount = series.filter(({ equipmentId }) => equipmentId === id).length;
    const facts = { id, kind, kindLabel: labels[kind], name, code: settings.code };
    return { ...facts, place, instrumented, seriesCount };
  });
}

/** Ids of a place and of the equipment in it. */
export function idsAtPlace(
  equipments: readonly Pick<Equipment, "id" | "parentId">[],
  placeId: string,
): ReadonlySet<string> {
  const inside = equipments.filter(({ parentId }) => parentId === placeId);
  return new Set([placeId, ...inside.map(({ id }) => id)]);
}

/** Order of the list: places by name, each followed by its content, by kind and name. @spec tables.sort */
export function placeValue({ id, kind, name, place }: EquipmentLine): SortValue {
  const rank = EQUIPMENT_KINDS.indexOf(kind);
  return [place?.name ?? name, place?.id ?? id, place === null ? -1 : rank, name];
}
