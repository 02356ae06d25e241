import { comparableName } from "@/lib/domain/forms/visible_text.ts";
import type { Equipment } from "./types.ts";

/** Name of an equipment after that of the place that contains it, in every list, document and mail. @param place "" for none */
export function placedName(name: string, place: string): string {
  return place === "" ? name : `${place}, ${name}`;
}

/**
 * Equipment with distinct names: repeated names follow that of their place, or have their code where there is no place.
 * Each boiler room may have its own « Circuit ECS ».
 *
 * @spec facilities.equipment-codes
 * @param equipments all those of a residence, since any may have the same name as another
 */
export function distinctEquipment(
  equipments: readonly Pick<Equipment, "id" | "name" | "parentId" | "settings">[],
): { readonly id: string; readonly name: string }[] {
  const byName = Map.groupBy(equipments, ({ name }) => comparableName(name));
  const byId = new Map(equipments.map((one) => [one.id, one]));
  const nameOf = ({ name, parentId, settings: { code } }: typeof equipments[number]): string => {
    if (byName.get(comparableName(name))?.length === 1) return name;
    const parent = byId.get(parentId ?? "");
    if (parent !== undefined) return placedName(name, nameOf(parent));
    return code === "" ? name : `${name}, ${code}`;
  };
  return equipments.map((one) => ({ id: one.id, name: nameOf(one) }));
}
