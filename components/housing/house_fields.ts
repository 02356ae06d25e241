import { labelledOptions, namedOptions } from "@/components/forms/form_fields.ts";
import type { FormContent } from "@/components/forms/FormFields.tsx";
import type { HouseChoices } from "@/lib/domain/housing/house_list.ts";
import type { HouseField, HousingFeatures } from "@/lib/domain/housing/shown_fields.ts";
import { COLLECT_MODES } from "@/lib/domain/housing/types.ts";
import { collectModeLabels } from "@/lib/text/housing/housing.ts";

export function houseOptions(
  { houseMode }: HousingFeatures,
  { buildings, types, groups }: HouseChoices,
): NonNullable<FormContent<HouseField>["options"]> {
  return {
    buildingId: namedOptions(buildings),
    houseTypeId: namedOptions(types),
    anonymousGroupId: namedOptions(groups),
    collectMode: labelledOptions(Object.values(COLLECT_MODES), collectModeLabels(houseMode)),
  };
}
