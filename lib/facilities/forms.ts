/** Forms of equipment, its settings by kind, and machines. @module */

import { characterCount } from "@/lib/base/strings.ts";
import { DATA_UNITS } from "@/lib/timeseries/units.ts";
import { boxes, check, choice, type FormField, number, pick, text } from "@/lib/ui/fields.ts";
import { form, MUST_CHOOSE } from "@/lib/ui/form.ts";
import { COMPUTED_UNIT_IDS } from "./computed_slots.ts";
import { DEVICE_KINDS, EQUIPMENT_KINDS } from "./equipment_kinds.ts";
import { type DetailedKind, GATE_OUT_OF_SERVICE, GATE_TYPES } from "./equipment_rules.ts";
import { FAULT_ALARM_KINDS } from "./faults.ts";
import {
  cmvDraft,
  computedSeriesDraft,
  deviceDraft,
  type Equipment,
  equipmentDraft,
  equipmentSettingsDraft,
  errorCodeReaderDraft,
  FAULT_CODE_MAX_LENGTH,
  faultDetectorDraft,
  gateDraft,
  heatingCircuitDraft,
  MOST_CODES,
  skydomeDraft,
} from "./schema.ts";
import {
  ALARM_KIND_LABELS,
  DEVICE_KIND_LABELS,
  EQUIPMENT_KIND_LABELS,
  EQUIPMENT_LABELS,
  GATE_OUT_OF_SERVICE_LABELS,
  GATE_TYPE_LABELS,
} from "./text.ts";

const IDENTITY = {
  name: text({ label: EQUIPMENT_LABELS.name }),
  code: text({
    label: EQUIPMENT_LABELS.code,
    hint: "Facultatif, unique dans la résidence, repris par les imports",
  }),
  instrumented: check({ label: "Instrumenté\u00A0: des relevés en sont attendus", initial: "on" }),
};

/** Name, code and instrumentation of an equipment. @spec facilities.equipment-codes */
export const EQUIPMENT_FORM = form({
  name: "settings",
  limits: equipmentSettingsDraft,
  fields: IDENTITY,
  body: (values) => values,
  values: ({ settings, instrumented }: Pick<Equipment, "settings" | "instrumented">) => (
    { ...settings, instrumented }
  ),
  refusals: { "code-taken": "code" },
});

/** A new equipment: kind, parent, name and code. @spec facilities.equipment-kinds */
export const NEW_EQUIPMENT_FORM = form({
  name: "equipment",
  limits: { shape: { ...equipmentSettingsDraft.shape, ...equipmentDraft.shape } },
  fields: {
    kind: choice(EQUIPMENT_KINDS, EQUIPMENT_KIND_LABELS, {
      label: EQUIPMENT_LABELS.kind,
      ...MUST_CHOOSE,
    }),
    parentId: pick({
      label: EQUIPMENT_LABELS.parentId,
      empty: "La résidence",
      hint: "Une chaufferie et un bâtiment sont dans la résidence elle-même.",
    }),
    ...IDENTITY,
  },
  body: ({ name, code, ...values }) => ({ ...values, settings: { name, code } }),
  refusals: { "code-taken": "code" },
});

const NAME = "details";
const BOUND_C = { unit: "°C", step: 0.1 };
const SERIES = pick({ label: "Série écoutée", empty: "Aucune" });

/** An equipment's own settings: its series, its bounds, its alarm condition. @spec facilities.equipment-details */
export const DETAIL_FORMS = {
  "boilerroom-circuit": form({
    name: NAME,
    limits: heatingCircuitDraft,
    fields: {
      enabled: check({ label: "En service" }),
      isHotWater: check({ label: "Circuit d’eau chaude" }),
      outType: pick({ label: "Série du départ", empty: "Aucune" }),
      outMin: number({ label: "Départ minimal", ...BOUND_C }),
      outMax: number({ label: "Départ maximal", ...BOUND_C }),
      backType: pick({ label: "Série du retour", empty: "Aucune" }),
      backMin: number({ label: "Retour minimal", ...BOUND_C }),
      backMax: number({ label: "Retour maximal", ...BOUND_C }),
    },
  }),
  "boilerroom-errorcode": form({
    name: NAME,
    limits: errorCodeReaderDraft,
    fields: { seriesId: SERIES, normalCodes: codes() },
  }),
  "boilerroom-faultdetector": form({
    name: NAME,
    limits: faultDetectorDraft,
    fields: {
      seriesId: SERIES,
      alarmKind: choice(Object.values(FAULT_ALARM_KINDS), ALARM_KIND_LABELS, {
        label: "Signale un défaut",
      }),
    },
  }),
  "cmv": form({
    name: NAME,
    limits: cmvDraft,
    fields: {
      seriesId: SERIES,
      min: number({ label: "Valeur minimale" }),
      max: number({ label: "Valeur maximale" }),
    },
  }),
  "skydome": form({ name: NAME, limits: skydomeDraft, fields: { seriesId: SERIES } }),
  "gate": form({
    name: NAME,
    limits: gateDraft,
    fields: {
      seriesId: SERIES,
      type: choice(GATE_TYPES, GATE_TYPE_LABELS, { label: "Genre" }),
      alarmFrom: number({ label: "Alerte après ouverture de", unit: "h", step: 1 }),
      hsType: choice(GATE_OUT_OF_SERVICE, GATE_OUT_OF_SERVICE_LABELS, {
        label: "Hors service",
      }),
    },
  }),
} satisfies Record<DetailedKind, unknown>;

/** Distinct codes, separated by commas, semicolons or lines. */
function codes(): FormField<string[]> {
  const read = (typed: string) => [
    ...new Set(typed.split(/[,;\r\n]/).map((code) => code.trim()).filter(Boolean)),
  ];
  return {
    kind: "text",
    label: "Codes normaux",
    hint: "Séparés par des virgules\u00A0; les autres sont des défauts",
    read,
    write: (all) => all.join(", "),
    error(typed) {
      const all = read(typed);
      if (all.length > MOST_CODES) return { code: "max", max: MOST_CODES };
      const isLong = all.some((code) => characterCount(code) > FAULT_CODE_MAX_LENGTH);
      return isLong ? { code: "maxlength", allowedLength: FAULT_CODE_MAX_LENGTH } : null;
    },
  };
}

/** A machine of a boiler room. @spec facilities.machines */
export const MACHINE_FORM = form({
  name: "machines",
  limits: deviceDraft,
  fields: {
    name: text({ label: "Nom" }),
    kind: choice(DEVICE_KINDS, DEVICE_KIND_LABELS, { label: "Type" }),
    productionSeriesId: pick({ label: "Compteur de production" }),
    consumptionSeriesId: pick({ label: "Compteur de consommation" }),
    powerKW: number({ label: "Puissance", unit: "kW", step: 0.01 }),
  },
});

/** A sum or difference of facility series; the page offers the series. @spec facilities.computed-series */
export const COMPUTED_SERIES_FORM = form({
  name: "computed",
  limits: computedSeriesDraft,
  fields: {
    name: text({ label: "Nom" }),
    dataUnitId: choice(
      COMPUTED_UNIT_IDS,
      (id) => `${DATA_UNITS[id].label} (${DATA_UNITS[id].unit})`,
      {
        label: "Grandeur",
        hint: "Les séries sont dans son unité",
        ...MUST_CHOOSE,
      },
    ),
    plus: boxes({ label: "Séries ajoutées", isWide: true }),
    minus: boxes({ label: "Séries soustraites", isWide: true }),
  },
  check({ plus = "", minus = "" }) {
    const added = plus.split("\n").filter(Boolean);
    const isTwice = minus.split("\n").some((id) => added.includes(id));
    return isTwice ? { minus: { code: "unique" } } : {};
  },
  refusals: { "name-taken": "name", "unsuitable-series": "dataUnitId" },
});
