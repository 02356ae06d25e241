import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import type { ProjectSeries, SeriesScope } from "@/lib/domain/projects/types.ts";
import { HIGHEST_INDEX } from "@/lib/domain/series/manual_index.ts";
import { EVERY_DWELLING, unitErrors } from "@/lib/domain/series/series_form.ts";
import { isMeasureKey } from "@/lib/domain/series/sources.ts";
import { ENERGY_USES, type EnergyUse, RHYTHMS } from "@/lib/domain/series/types.ts";
import { DATA_UNIT_IDS, DATA_UNITS, hasUse } from "@/lib/domain/series/units.ts";
import {
  boxes,
  check,
  choice,
  type FormField,
  number,
  pairs,
  pick,
  text,
} from "@/lib/forms/fields.ts";
import { form, MUST_CHOOSE } from "@/lib/forms/form.ts";
import { KIND_LABELS } from "@/lib/text/consumption_reports/kinds.ts";
import { RHYTHM_LABELS } from "@/lib/text/series/series.ts";
import {
  SERIES_LABELS as LABELS,
  SOURCE_MISTAKES,
  USE_MISTAKE,
  WHOLE_DWELLING,
} from "@/lib/text/series/series_settings.ts";

/** Units of meters that differ from the catalogue's. @spec series.editing */
const OTHER_UNITS = ["L", "Wh", "MWh", "t"];

const IMPORTED_UNIT: FormField<string | null> = {
  ...pick({ label: LABELS.importedUnit, empty: "Celle de la grandeur" }),
  options: OTHER_UNITS.map((unit) => ({ value: unit, label: unit })),
};

/** A new series: quantity, use, name, unit, place and source. @spec series.editing */
export const NEW_SERIES_FORM = form({
  name: "series",
  fields: {
    dataUnitId: choice(DATA_UNIT_IDS, quantityLabel, { label: LABELS.dataUnitId, ...MUST_CHOOSE }),
    renamed: ownName("Facultatif\u00A0: sinon le nom de la grandeur"),
    importedUnit: IMPORTED_UNIT,
    equipmentId: pick({ label: "Mesurée sur" }),
    use: useOf("Pour les bilans de consommation\u00A0: électricité ou gaz de chaque logement"),
    source: pick({ label: "Source à rattacher", empty: "Aucune" }),
  },
  check: (values) => ({ ...sourceErrors(values), ...unitErrors(values), ...useErrors(values) }),
  body({ equipmentId, source, ...series }) {
    const scope: SeriesScope = equipmentId === EVERY_DWELLING ? "housing" : "facilities";
    return {
      source,
      series: {
        ...series,
        rhythm: null,
        scope,
        equipmentId: scope === "housing" ? null : equipmentId,
        manualIndex: false,
        dataSourceOptions: {},
      },
    };
  },
});

/** An existing series: name, unit, place and options of its source. */
export const SERIES_FORM = form({
  name: "settings",
  fields: {
    renamed: ownName("Vide\u00A0: le nom de la grandeur"),
    dataUnitId: choice(DATA_UNIT_IDS, quantityLabel, {
      label: LABELS.dataUnitId,
      hint: "De même nature une fois que des relevés sont gardés",
      required: true,
    }),
    importedUnit: IMPORTED_UNIT,
    equipmentId: pick({ label: LABELS.equipmentId, empty: "Toute la résidence" }),
    rhythm: choice(RHYTHMS, RHYTHM_LABELS, { label: LABELS.rhythm, empty: "D’après les relevés" }),
    use: useOf("Ce que compte chaque compteur, pour les bilans de consommation"),
    maxRatePerHour: number({ label: LABELS.maxRatePerHour, min: 0.001, max: 1e9 }),
    rollsOverAt: number({
      label: LABELS.rollsOverAt,
      hint: "Vide si elle n’est pas connue. 100\u202F000 pour cinq chiffres",
      min: 1,
      max: HIGHEST_INDEX + 1,
    }),
    dataSourceOptions: pairs({
      label: LABELS.dataSourceOptions,
      hint:
        "Un par ligne, «\u00A0nom\u00A0: valeur\u00A0»\u00A0: ce que le collecteur doit savoir de son capteur",
      isWide: true,
    }),
    manualIndex: check({ label: "Relevée à la main\u00A0: ses index se saisissent", isWide: true }),
  },
  check: unitErrors,
  body: ({ use, maxRatePerHour, rollsOverAt, ...series }) => ({
    ...series,
    use: hasUse(series.dataUnitId) ? use : null,
    ...DATA_UNITS[series.dataUnitId].kind === "index"
      ? { maxRatePerHour, rollsOverAt }
      : { maxRatePerHour: null, rollsOverAt: null },
  }),
  values: (
    { rhythm = null, use = null, maxRatePerHour = null, rollsOverAt = null, ...series }:
      StoredSeries,
  ) => ({ ...series, rhythm, use, maxRatePerHour, rollsOverAt }),
});

/** Fields of a series displayed by the form; an older series has only some. */
type StoredSeries = Pick<
  ProjectSeries,
  | "dataUnitId"
  | "renamed"
  | "importedUnit"
  | "equipmentId"
  | "rhythm"
  | "use"
  | "maxRatePerHour"
  | "rollsOverAt"
  | "manualIndex"
  | "dataSourceOptions"
>;

/** A housing series is fed by a measure of every dwelling; any other series by one source. */
function sourceErrors(
  { source = "", equipmentId }: { source?: string; equipmentId?: string },
): FieldErrors<"source"> {
  const isOfDwellings = equipmentId === EVERY_DWELLING;
  if (source === "" || isMeasureKey(source) === isOfDwellings) return {};
  const message = isOfDwellings ? SOURCE_MISTAKES.dwelling : SOURCE_MISTAKES.measure;
  return { source: { code: "message", message } };
}

/** Only some housing meters may have a single use; others measure one already. @spec reports.uses */
function useErrors(
  { use = "", dataUnitId = "", equipmentId }: {
    use?: string;
    dataUnitId?: string;
    equipmentId?: string;
  },
): FieldErrors<"use"> {
  const hasNone = equipmentId !== EVERY_DWELLING || !hasUse(dataUnitId);
  return use !== "" && hasNone ? { use: { code: "message", message: USE_MISTAKE } } : {};
}

/** The single use of a dwelling's meter. */
function useOf(hint: string): FormField<EnergyUse | null> {
  return choice(ENERGY_USES, KIND_LABELS, { label: LABELS.use, hint, empty: WHOLE_DWELLING });
}

/** A name that overrides the quantity's; null when empty. */
function ownName(hint: string): FormField<string | null> {
  return {
    ...text({ label: LABELS.renamed, hint, maxLength: 100 }),
    read: (typed) => typed.trim() || null,
    write: (name) => name ?? "",
  };
}

/** Label of a quantity of the catalogue. @spec series.units */
function quantityLabel(id: typeof DATA_UNIT_IDS[number]): string {
  const { label, unit } = DATA_UNITS[id];
  return unit === "" ? label : `${label} (${unit})`;
}

/** Intent of the button that detaches every source that passes the filters. */
export const EVERY_SOURCE = "every";

/** The sources of a series selected in its list, to detach together. @spec collectors.detaching */
export const DETACH_FORM = form({
  name: "detach-many",
  fields: { sources: boxes({ label: "Sources" }) },
});
