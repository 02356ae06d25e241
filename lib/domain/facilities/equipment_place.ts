import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { isRightParent } from "./equipment_kinds.ts";
import { type Equipment, EQUIPMENT_KINDS } from "./types.ts";

/** Error of the place of a new equipment: it must accept that kind. @spec facilities.equipment-kinds */
export function placeErrors(
  kindText: string,
  parentId: string,
  equipments: readonly Pick<Equipment, "id" | "kind">[],
): FieldErrors<"parentId"> {
  const kind = EQUIPMENT_KINDS.find((one) => one === kindText);
  if (kind === undefined) return {};
  const parent = equipments.find(({ id }) => id === parentId);
  if (parentId !== "" && parent === undefined) return { parentId: { code: "place" } };
  if (isRightParent({ kind, parentKind: parent?.kind ?? null })) return {};
  return { parentId: { code: parent === undefined ? "required" : "place" } };
}
