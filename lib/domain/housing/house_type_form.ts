import { controlText, readNumber } from "@/lib/domain/forms/number_control.ts";
import type { FieldRule, TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import { MOST_AREA_M2, MOST_OCCUPANTS } from "./limits.ts";
import type { AnonymousGroup, HouseType } from "./types.ts";

/** A field of a kind of dwelling. */
export type HouseTypeField = "name" | "area" | "occupants";

/** The rules of a kind of dwelling, as typed. @spec housing.types-and-groups */
export const HOUSE_TYPE_RULES: readonly FieldRule<HouseTypeField>[] = [
  { name: "name", kind: "text", required: true, maxLength: 100 },
  { name: "area", kind: "number", min: 0, max: MOST_AREA_M2, step: 0.1 },
  { name: "occupants", kind: "number", min: 0, max: MOST_OCCUPANTS, step: 0.1 },
];

/** The rules of a group of dwellings, as typed. @spec housing.types-and-groups */
export const ANONYMOUS_GROUP_RULES: readonly FieldRule<"name">[] = [
  { name: "name", kind: "text", required: true, maxLength: 100 },
];

/** A kind of dwelling as its form shows it. */
export function typedHouseType(
  { name, area, occupants }: Pick<HouseType, HouseTypeField>,
): TypedValues<HouseTypeField> {
  return { name, area: controlText(area), occupants: controlText(occupants) };
}

/** The kind of dwelling that was typed; an empty figure is not known. */
export function readHouseType(
  { name, area, occupants }: TypedValues<HouseTypeField>,
): Pick<HouseType, HouseTypeField> {
  return { name: name.trim(), area: readNumber(area), occupants: readNumber(occupants) };
}

/** The group that was typed. */
export function readAnonymousGroup(
  { name }: TypedValues<"name">,
): Pick<AnonymousGroup, "name"> {
  return { name: name.trim() };
}
