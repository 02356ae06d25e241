import type { SelectOption } from "@/components/forms/SelectField.tsx";
import { labelledOptions, namedOptions } from "@/components/forms/form_fields.ts";
import type { FieldRule } from "@/lib/domain/forms/typed_fields.ts";
import { HOUSE_KINDS, HOUSE_RULES, type HouseField } from "@/lib/domain/housing/house_form.ts";
import type { HouseChoices } from "@/lib/domain/housing/house_list.ts";
import { type HousingFeatures, shownHouseFields } from "@/lib/domain/housing/shown_fields.ts";
import {
  collectModeLabels,
  HOURLY_MODE_LABELS,
  HOUSE_KIND_LABELS,
  HOUSE_LABELS,
} from "@/lib/text/housing/housing.ts";

/** A field of a dwelling's form: its rule, and how it is read. */
export interface HouseFormField extends FieldRule<HouseField> {
  readonly label: string;
  /** Makes the field a choice among these. */
  readonly options?: readonly SelectOption[];
  /** Label of the choice of nothing; none without it. */
  readonly empty?: string;
  readonly hint?: string;
  readonly unit?: string;
}

/** The fields of a dwelling's form, those its residence shows, in their order. */
export function houseFields(
  features: HousingFeatures,
  { buildings, types, groups }: HouseChoices,
): HouseFormField[] {
  const shown = shownHouseFields(features);
  const drawn: Partial<Record<HouseField, Omit<HouseFormField, keyof FieldRule | "label">>> = {
    floor: { hint: "0 pour le rez-de-chaussée\u00A0; vide quand il est inconnu" },
    kind: { options: labelledOptions(HOUSE_KINDS, HOUSE_KIND_LABELS) },
    serial: { hint: "Unique dans la résidence\u00A0; il reconnaît ce que le module envoie" },
    buildingId: { options: namedOptions(buildings), empty: "Aucun" },
    houseTypeId: { options: namedOptions(types), empty: "Aucun" },
    anonymousGroupId: { options: namedOptions(groups), empty: "Aucun" },
    collectMode: { options: labelled(collectModeLabels(features.houseMode)) },
    hourlyMode: {
      options: labelled(HOURLY_MODE_LABELS),
      hint: "Plus fin que le jour demande le consentement de l’occupant",
    },
    tempOffset: {
      unit: "°C",
      hint: "Retranché des températures montrées\u00A0; vide quand il est juste",
    },
    config: { hint: "Un par ligne, sous la forme «\u00A0nom\u00A0: valeur\u00A0»" },
  };
  return HOUSE_RULES.filter(({ name }) => shown.has(name)).map((rule) => ({
    ...rule,
    label: HOUSE_LABELS[rule.name],
    ...drawn[rule.name],
  }));
}

function labelled(labels: Readonly<Record<number, string>>): SelectOption[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

/** The fields that may be changed once the dwelling is there: not what reads it. */
export function settingsOnly(fields: readonly HouseFormField[]): HouseFormField[] {
  return fields.filter(({ name }) => name !== "kind" && name !== "serial");
}
