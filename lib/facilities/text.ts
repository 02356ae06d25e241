/** Words of equipment, energy sources, machines, heat curves and heating seasons. @module */

import { formatDay } from "@/lib/base/date_format.ts";
import { countText, formatNumber, formatQuantity } from "@/lib/base/text_format.ts";
import { yearTitle } from "@/lib/base/text_periods.ts";
import { meterMarkTexts } from "@/lib/series/text.ts";
import {
  type DeviceKind,
  type EquipmentKind,
  HYBRID_METERS,
  type HybridMark,
  type HybridMeter,
} from "./equipment_kinds.ts";
import { EQUIPMENT_KIND_RULES } from "./equipment_rules.ts";
import type { FaultAlarmKind } from "./faults.ts";
import { type CurveLine, type CurveStep, flowAt } from "./heat_curve.ts";
import type { Gate, GateOutOfService, HeatingSeason } from "./schema.ts";
import type { HotWaterKind, SourceKind } from "./source_kinds.ts";

/** Kinds of equipment. @spec facilities.equipment-kinds */
export const EQUIPMENT_KIND_LABELS: Readonly<Record<EquipmentKind, string>> = {
  "boilerroom": "Chaufferie",
  "building": "Bâtiment",
  "boilerroom-circuit": "Circuit de chauffage",
  "boilerroom-errorcode": "Code de défaut",
  "boilerroom-faultdetector": "Détecteur de défaut",
  "cmv": "VMC",
  "skydome": "Skydome",
  "gate": "Porte ou portail",
};

/** Labels of an equipment's fields, in its forms, its list and its file. */
export const EQUIPMENT_LABELS = {
  kind: "Type",
  parentId: "Se trouve dans",
  name: "Nom",
  code: "Code",
  instrumented: "Instrumenté",
};

/** Conditions that raise the alarm of a fault detector. @spec facilities.fault-detectors */
export const ALARM_KIND_LABELS: Readonly<Record<FaultAlarmKind, string>> = {
  0: "Quand il émet",
  1: "Quand il n’émet plus",
  2: "Quand sa donnée n’est pas nulle",
  3: "Quand sa donnée est nulle (contact inversé)",
};

/** Types of doors and gates. @spec facilities.equipment-details */
export const GATE_TYPE_LABELS: Readonly<Record<Gate["type"], string>> = {
  door: "Porte",
  gate: "Portail",
};

/** When the opening of a gate is ignored. @spec alarms.gates-out-of-service */
export const GATE_OUT_OF_SERVICE_LABELS: Readonly<Record<GateOutOfService, string>> = {
  none: "Jamais",
  hours: "Pendant les travaux planifiés",
  signal: "Sur signal (ni ouvert, ni fermé)",
};

/** Condition that raises the alarm of a code reader. @spec facilities.equipment-details */
export function normalCodesText(normalCodes: readonly string[]): string {
  return normalCodes.length === 0 ? "À tout code" : `À tout code, sauf ${normalCodes.join(", ")}`;
}

/** The possible parents of a kind: « Chaufferie ou bâtiment »; "" for a kind without a parent. */
export function parentsText(kind: EquipmentKind): string {
  const [first, ...others] = EQUIPMENT_KIND_RULES[kind].parents.map((one) =>
    EQUIPMENT_KIND_LABELS[one]
  );
  if (first === undefined) return "";
  return [first, ...others.map((one) => one.toLowerCase())].join(" ou ");
}

/** A kind with its possible parents, so that both lists are filled in correctly the first time. */
export function placedKindLabel(kind: EquipmentKind): string {
  const parents = parentsText(kind);
  const label = EQUIPMENT_KIND_LABELS[kind];
  return parents === "" ? label : `${label} (${parents.toLowerCase()})`;
}

/** Why an equipment cannot be deleted; null when it can. */
export function equipmentUseText(
  { insideCount, seriesCount }: { readonly insideCount: number; readonly seriesCount: number },
): string | null {
  const texts = [
    insideCount > 0
      ? countText(insideCount, "équipement s’y trouve", "équipements s’y trouvent")
      : null,
    seriesCount > 0
      ? countText(seriesCount, "série y est mesurée", "séries y sont mesurées")
      : null,
  ].filter((part) => part !== null);
  return texts.length === 0 ? null : `Impossible tant que ${texts.join(" et que ")}.`;
}

/** Energies of a boiler room and their meters, as choices of its settings. @spec balance.meters */
export const SOURCE_KIND_LABELS: Readonly<Record<SourceKind, string>> = {
  "gaz-volume": "Gaz, compté en volume (m³)",
  "gaz-energy": "Gaz, compté en énergie (kWh)",
  "urban-energy": "Chauffage urbain, compté en énergie (kWh)",
  "wood-mass": "Bois, compté en masse (kg)",
  "wood-energy": "Bois, compté en énergie (kWh)",
};

/** Quantities of a hot-water series, as choices of the settings. @spec balance.hot-water */
export const HOT_WATER_KIND_LABELS: Readonly<Record<HotWaterKind, string>> = {
  volume: "Comptée en volume",
  energy: "Comptée en énergie",
};

/** Machines of a boiler room. @spec facilities.machines */
export const DEVICE_KIND_LABELS: Readonly<Record<DeviceKind, string>> = {
  "heat-pump": "Pompe à chaleur",
  "solar-thermal": "Solaire thermique",
  "solar-electric": "Photovoltaïque",
  "irve": "Borne de recharge",
};

/** Shown for a value over a day old, or never sent. @spec series.current-values */
export const NO_RECENT_VALUE = "Pas de valeur récente";

export const CURVE_STEPS: Readonly<Record<CurveStep, string>> = {
  month: "Un point par mois",
  week: "Un point par semaine",
  day: "Un point par jour",
  hour: "Un point par heure",
};

/** Why a circuit has no curve, and what to do. @spec facilities.heat-curve */
export const NO_CURVE = {
  title: "Moins de trois points",
  text:
    "Il faut la température de départ et celle du dehors au même moment. Choisissez une autre période.",
  missing:
    "Rattachez une sonde de départ à ce circuit, et une sonde extérieure à la résidence, dans leurs réglages.",
} as const;

/** Outdoor temperatures, °C, at which the curve is described: a cold and a mild day. */
const EXAMPLES_AT_C = [-5, 15];

/** Description of a curve's line: water temperatures on a cold and a mild day, and its slope. */
export function curveLineText(line: CurveLine): string {
  const examples = EXAMPLES_AT_C.map((outdoorC) =>
    `${formatQuantity(flowAt(line, outdoorC), "°C", 0)} à ${formatQuantity(outdoorC, "°C")}`
  );
  return `Départ de ${examples.join(" et de ")} dehors\u00A0; pente ${
    formatNumber(-line.slope, 2)
  }`;
}

/** Names of the series of the heat pump chart. */
export const HYBRID_NAMES = { bars: "Pompes à chaleur", line: "Chaudières" } as const;

/** Quantities of the meters of boilers and heat pumps, as in the headings of their table. */
const HYBRID_METER_NAMES: Readonly<Record<HybridMeter, string>> = {
  "heat-pump": "Production PAC",
  "heat-pump-input": "Électricité PAC",
  "boiler": "Chaudières",
};

/** Events of the meters of a slot: "Production PAC : compteur remplacé le 12/03". */
export function hybridMarkTexts(marks: readonly HybridMark[]): string[] {
  return HYBRID_METERS.flatMap((meter) =>
    meterMarkTexts(marks.filter((mark) => mark.meter === meter))
      .map((text) => `${HYBRID_METER_NAMES[meter]}\u00A0: ${text}`)
  );
}

/** Why a slot has sums and no ratio. @spec facilities.heat-pumps */
export const MISSING_PUMP =
  "Quand un compteur d’une pompe à chaleur en service, ou celui des chaudières, n’est relevé que sur une partie de la période, sa somme est partielle\u00A0: le COP ou la couverture n’est pas calculé. Une pompe compte de son premier à son dernier relevé.";

/** Names of the series of the solar chart. */
export const SOLAR_NAMES = { bars: "Mesurée", line: "Attendue" } as const;

/** Measured q of a summer, with the contract's: "q mesuré : 104,2 kWh/m³, pour 100 kWh/m³ au contrat". */
export function measuredText(qMeasured: number, q: number | null): string {
  const measured = `q mesuré\u00A0: ${formatQuantity(qMeasured, "kWh/m³")}`;
  return q === null ? measured : `${measured}, pour ${formatQuantity(q, "kWh/m³")} au contrat`;
}

/** The current season according to the weather: « Saison 2026 à 2027, d’après la météo : depuis le 30/10/2026 ». */
export function runningSeasonText({ yearStart, dateStart, dateStop }: HeatingSeason): string {
  const dates = weatherText(dateStart, dateStop) || "D’après la météo\u00A0: pas de début connu";
  return `${yearTitle(yearStart, true)}. ${dates}.`;
}

/** Dates of a season according to the weather; "" without a known one. */
export function weatherText(start: string | null, stop: string | null): string {
  if (start === null) {
    return stop === null
      ? ""
      : `D’après la météo\u00A0: jusqu’au ${formatDay(stop)}, sans début connu`;
  }
  return stop === null
    ? `D’après la météo\u00A0: depuis le ${formatDay(start)}`
    : `D’après la météo\u00A0: du ${formatDay(start)} au ${formatDay(stop)}`;
}
