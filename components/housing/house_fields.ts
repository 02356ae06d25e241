import type { FormContent } from "@/components/ui/FormFields.tsx";
import { labelledOptions, namedOptions } from "@/components/ui/SelectField.tsx";
import type { HouseChoices } from "@/lib/housing/dwelling_list.ts";
import {
  COLLECT_MODES,
  type HouseField,
  type HousingFeatures,
} from "@/lib/housing/dwelling_settings.ts";
import { collectModeLabels } from "@/lib/housing/text.ts";

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
