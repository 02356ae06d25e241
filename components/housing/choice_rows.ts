import type { GridField, GridRowFacts } from "@/components/forms/FormGridRow.tsx";
import { type GridRow, type RefusedRow, withRefused } from "@/components/forms/grid_rows.ts";
import {
  ANONYMOUS_GROUP_RULES,
  HOUSE_TYPE_RULES,
  type HouseTypeField,
  typedHouseType,
} from "@/lib/domain/housing/house_type_form.ts";
import type { AnonymousGroup, House, HouseType } from "@/lib/domain/housing/types.ts";
import {
  choiceLossText,
  groupNote,
  HOUSE_TYPE_LABELS,
  housesCountText,
} from "@/lib/text/housing/housing.ts";

const UNITS: Readonly<Partial<Record<HouseTypeField, string>>> = { area: "m²" };

/** The fields of a kind of dwelling. */
export const HOUSE_TYPE_FIELDS: readonly GridField[] = HOUSE_TYPE_RULES.map((rule) => {
  const unit = UNITS[rule.name];
  return { ...rule, label: HOUSE_TYPE_LABELS[rule.name], ...(unit !== undefined && { unit }) };
});

/** The fields of a group of dwellings. */
export const GROUP_FIELDS: readonly GridField[] = ANONYMOUS_GROUP_RULES.map((rule) => ({
  ...rule,
  label: HOUSE_TYPE_LABELS.name,
}));

/** The kinds of dwelling of a residence, and last a blank one. */
export function houseTypeRows(
  types: readonly HouseType[],
  houses: readonly House[],
  refused: RefusedRow | null,
): GridRowFacts[] {
  const stored = types.map((type): GridRow => {
    const count = houses.filter(({ settings }) => settings.houseTypeId === type.id).length;
    return {
      key: type.id,
      title: type.name,
      values: typedHouseType(type),
      note: housesCountText(count),
      version: type.version,
      removal: choiceLossText(count, "Plus aucun logement ne l’a."),
    };
  });
  const blank = typedHouseType({ name: "", area: null, occupants: null });
  return withRefused([...stored, { key: "", title: "Nouveau type", values: blank }], refused);
}

/** The groups of dwellings of a residence, and last a blank one. */
export function groupRows(
  groups: readonly AnonymousGroup[],
  houses: readonly House[],
  refused: RefusedRow | null,
): GridRowFacts[] {
  const stored = groups.map(({ id, name, version }): GridRow => {
    const count = houses.filter(({ settings }) => settings.anonymousGroupId === id).length;
    return {
      key: id,
      title: name,
      values: { name },
      note: groupNote(count),
      version,
      removal: choiceLossText(count, "Plus aucun logement n’y est."),
    };
  });
  const blank = { key: "", title: "Nouveau groupe", values: { name: "" } };
  return withRefused([...stored, blank], refused);
}
