/** Forms of series, events of meters, imports, deletions, typed indexes and tokens. @module */

import type { FieldErrors } from "@/lib/base/validators.ts";
import { projectTokenDraft } from "@/lib/residences/schema.ts";
import { FACTOR_MAX, FACTOR_MIN } from "@/lib/series/source_scales.ts";
import {
  METER_EVENT_KIND_LABELS,
  METER_EVENT_LABELS as LABELS,
} from "@/lib/series/meter_event_text.ts";
import { KIND_LABELS, RHYTHM_LABELS } from "@/lib/series/text.ts";
import { HIGHEST_INDEX, METER_EVENT_KINDS } from "@/lib/timeseries/meter_event.ts";
import { RHYTHMS } from "@/lib/timeseries/rhythm.ts";
import { isMeasureKey, sentUnit, unitErrors } from "@/lib/timeseries/source_names.ts";
import {
  manualIndexDraft,
  projectSeriesDraft,
  type SeriesScope,
  sourceKey,
} from "@/lib/timeseries/schema.ts";
import {
  DATA_UNIT_IDS,
  DATA_UNITS,
  ENERGY_USES,
  type EnergyUse,
  hasUse,
} from "@/lib/timeseries/units.ts";
import {
  boxes,
  check,
  choice,
  date,
  type FormField,
  number,
  orNull,
  pairs,
  pick,
  text,
  time,
} from "@/lib/ui/fields.ts";
import { form, MUST_CHOOSE } from "@/lib/ui/form.ts";
import { readNumber } from "@/lib/ui/number_input.ts";
import { CONTENT_LABELS, ON_CONFLICT_LABELS, STAMP_LABELS } from "./import_text.ts";
import { FILE_CONTENTS, ON_CONFLICT, STAMPS } from "./readings_file_options.ts";
import { meterEventDraft, movedDeviceDraft } from "./schema.ts";
import {
  DEVICES,
  SCALES,
  SERIES_LABELS,
  SOURCE_MISTAKES,
  USE_MISTAKE,
  WHOLE_DWELLING,
} from "./text.ts";

/** Value of the place field for a series of every dwelling, rather than of an equipment. */
export const EVERY_DWELLING = "every-dwelling";

/** The period of readings to delete, asked before what it contains is shown. */
export const DELETED_PERIOD_FORM = form({
  name: "period",
  fields: {
    houseId: pick({ label: "Logement", control: "named", empty: "Choisir" }),
    from: date({ label: "Du", required: true }),
    fromTime: time({ label: "À partir de" }),
    to: date({ label: "Au", required: true }),
    toTime: time({ label: "Jusqu’à", hint: "Cette minute comprise" }),
  },
});

/** Confirmations of unusually old dates. */
const OLD_DATE_LABELS = {
  file: "Le fichier contient des relevés très anciens\u00A0: les accepter",
  typed: "Cette date ancienne est juste",
} as const;

/** A new index: its meter, its day and its value. */
export const MANUAL_INDEX_FORM = form({
  name: "index",
  limits: manualIndexDraft,
  fields: {
    seriesId: pick({ label: "Compteur", empty: "Choisir" }),
    houseId: pick({
      label: "Logement",
      control: "named",
      hint: "Obligatoire pour un compteur de logement",
      empty: "Aucun",
    }),
    date: date({ label: "Relevé le" }),
    value: number({ label: "Index", hint: "Ce que le compteur affiche, dans son unité" }),
    acceptOld: check({ label: OLD_DATE_LABELS.typed }),
    restoreDeleted: check({ label: "Remettre cet index, qui a été supprimé" }),
  },
});

/** Default time of an event. */
export const NOON = "12:00";

/**
 * A replacement or a reset of a meter: its time, the final index of the old register and the first index of the new
 * one. A housing series requires the dwelling.
 *
 * @spec series.meter-events
 */
export function meterEventForm(
  { scope, unit: { unit } }: {
    readonly scope: SeriesScope;
    readonly unit: { readonly unit: string };
  },
) {
  return form({
    name: "event",
    limits: meterEventDraft,
    fields: {
      what: choice(METER_EVENT_KINDS, METER_EVENT_KIND_LABELS, {
        label: LABELS.what,
        initial: "replacement",
      }),
      houseId: pick({
        label: LABELS.houseId,
        control: "named",
        empty: "Choisir",
        required: scope === "housing",
      }),
      date: date({ label: LABELS.date }),
      time: time({ label: LABELS.time, initial: NOON }),
      finalIndex: number({
        label: LABELS.finalIndex,
        hint: `En ${unit}, vide si personne ne l’a lu`,
      }),
      firstIndex: number({
        label: LABELS.firstIndex,
        hint: `En ${unit}`,
        initial: "0",
      }),
      comment: text({ label: LABELS.comment, isWide: true }),
      acceptOld: check({ label: OLD_DATE_LABELS.typed, isWide: true }),
    },
  });
}

/** A file of readings: the kind of its values, and the treatment of values already known. */
export const READINGS_FILE_FORM = form({
  name: "file",
  fields: {
    series: pick({ label: "Série", empty: "Nommée dans le fichier" }),
    kind: choice(FILE_CONTENTS, CONTENT_LABELS, { label: "Les valeurs sont" }),
    stamp: choice(STAMPS, STAMP_LABELS, { label: "Date d’une consommation" }),
    timeZone: pick({ label: "Heures du fichier", empty: "Celles de la résidence" }),
    onConflict: choice(ON_CONFLICT, ON_CONFLICT_LABELS, { label: "Valeur déjà connue" }),
    acceptOld: check({ label: OLD_DATE_LABELS.file }),
    restoreDeleted: check({ label: "Reprendre aussi les relevés supprimés" }),
  },
});

/** Units of meters that differ from the catalogue's. @spec series.editing */
const OTHER_UNITS = ["L", "Wh", "MWh", "GJ", "Gcal", "t"];

const IMPORTED_UNIT: FormField<string | null> = {
  ...pick({ label: SERIES_LABELS.importedUnit, empty: "Celle de la grandeur" }),
  options: OTHER_UNITS.map((unit) => ({ value: unit, label: unit })),
};

/** A new series: quantity, use, name, unit, place and source. @spec series.editing */
export const NEW_SERIES_FORM = form({
  name: "series",
  limits: projectSeriesDraft,
  fields: {
    dataUnitId: choice(DATA_UNIT_IDS, quantityLabel, {
      label: SERIES_LABELS.dataUnitId,
      ...MUST_CHOOSE,
    }),
    renamed: ownName("Facultatif\u00A0: sinon le nom de la grandeur"),
    importedUnit: IMPORTED_UNIT,
    equipmentId: pick({ label: "Mesurée sur" }),
    use: useOf("Pour les bilans de consommation\u00A0: électricité ou gaz de chaque logement"),
    source: pick({ label: "Source à rattacher", empty: "Aucune" }),
    isMeter: check({
      label: "Compteur du bilan énergétique de sa chaufferie, tant qu’elle n’en a pas",
      isWide: true,
      initial: "on",
    }),
  },
  check: (values) => ({ ...sourceErrors(values), ...unitErrors(values), ...useErrors(values) }),
  body({ equipmentId, source, isMeter, ...series }) {
    const scope: SeriesScope = equipmentId === EVERY_DWELLING ? "housing" : "facilities";
    return {
      source,
      isMeter,
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
  limits: projectSeriesDraft,
  fields: {
    renamed: ownName("Vide\u00A0: le nom de la grandeur"),
    dataUnitId: choice(DATA_UNIT_IDS, quantityLabel, {
      label: SERIES_LABELS.dataUnitId,
      hint: "De même nature une fois que des relevés sont gardés",
    }),
    importedUnit: IMPORTED_UNIT,
    equipmentId: pick({ label: SERIES_LABELS.equipmentId, empty: "Toute la résidence" }),
    rhythm: choice(RHYTHMS, RHYTHM_LABELS, {
      label: SERIES_LABELS.rhythm,
      empty: "D’après les relevés",
    }),
    use: useOf("Ce que compte chaque compteur, pour les bilans de consommation"),
    maxRatePerHour: number({ label: SERIES_LABELS.maxRatePerHour }),
    rollsOverAt: number({
      label: SERIES_LABELS.rollsOverAt,
      hint: "Vide si elle n’est pas connue. 100\u202F000 pour cinq chiffres",
    }),
    dataSourceOptions: pairs({
      label: SERIES_LABELS.dataSourceOptions,
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
});

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
  return choice(ENERGY_USES, KIND_LABELS, {
    label: SERIES_LABELS.use,
    hint,
    empty: WHOLE_DWELLING,
  });
}

/** A name that overrides the quantity's; null when empty. */
function ownName(hint: string): FormField<string | null> {
  return orNull(text({ label: SERIES_LABELS.renamed, hint }));
}

/** Label of a quantity of the catalogue. @spec series.units */
function quantityLabel(id: typeof DATA_UNIT_IDS[number]): string {
  const { label, unit } = DATA_UNITS[id];
  return unit === "" ? label : `${label} (${unit})`;
}

/** Intent of the button that detaches every source that passes the filters. */
export const EVERY_SOURCE = "every";

/** A factor as it is typed: « 10 L », « 0,01 », « 1 GJ ». @spec collectors.scales */
export function readFactor(
  typed: string,
): { readonly factor: number; readonly unit?: string } | null {
  const [, number = "", unit = ""] = /^([+-]?[\d\s.,]+)([^\d\s.,].*)?$/u.exec(typed.trim()) ?? [];
  const factor = readNumber(number);
  if (factor === null || factor < FACTOR_MIN || factor > FACTOR_MAX) return null;
  return unit === "" ? { factor } : sentUnit(unit) === null ? null : { factor, unit };
}

const FACTOR: FormField<{ readonly factor: number; readonly unit?: string }> = {
  ...text({ label: SCALES.factor, hint: SCALES.factorHint, required: true }),
  read: (typed) => readFactor(typed) ?? { factor: 1 },
  write: () => "",
  error: (typed) =>
    typed.trim() === "" || readFactor(typed) !== null
      ? null
      : { code: "message", message: SCALES.mistake },
};

/** What the numbers of a source are worth, from an instant on. @spec collectors.scales */
export function scaleForm(isRegister: boolean) {
  return form({
    name: "scale",
    limits: { shape: { source: sourceKey } },
    fields: {
      source: pick({ label: "Source", control: "named", empty: "Choisir" }),
      factor: FACTOR,
      offset: number({
        label: SCALES.offset,
        hint: SCALES.offsetHint,
        min: -HIGHEST_INDEX,
        max: HIGHEST_INDEX,
      }),
      date: date({ label: "À partir du", hint: SCALES.dateHint }),
      time: time({ label: "À", initial: "00:00" }),
    },
    body: ({ offset, ...values }) => ({ ...values, offset: isRegister ? offset ?? 0 : 0 }),
  });
}

/** A device that goes to a dwelling, or to an equipment. @spec collectors.moving */
export const MOVE_FORM = form({
  name: "move",
  limits: movedDeviceDraft,
  fields: {
    device: pick({
      label: DEVICES.choose,
      id: "move-device",
      control: "named",
      empty: "Choisir",
    }),
    houseId: pick({ label: DEVICES.house, id: "move-house", control: "named", empty: "Aucun" }),
    equipmentId: pick({
      label: SERIES_LABELS.equipmentId,
      id: "move-place",
      empty: "Toute la résidence",
    }),
    date: date({ label: "À partir du", required: true }),
    time: time({ label: "À", initial: "00:00" }),
  },
});

/** The sources of a series selected in its list, to detach together. @spec collectors.detaching */
export const DETACH_FORM = form({
  name: "detach-many",
  fields: { sources: boxes({ label: "Sources" }) },
});

export const TOKEN_FORM = form({
  name: "token",
  limits: projectTokenDraft,
  fields: { name: text({ label: "Nom du collecteur" }) },
});
