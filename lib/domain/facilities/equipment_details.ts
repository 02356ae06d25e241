import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { controlText, readNumber } from "@/lib/domain/forms/number_control.ts";
import { type FieldRule, typedErrors, withBoundErrors } from "@/lib/domain/forms/typed_fields.ts";
import {
  type BoilerRoom,
  type Building,
  type Cmv,
  type EquipmentKind,
  type ErrorCodeReader,
  FAULT_ALARM_KINDS,
  type FaultDetector,
  type Gate,
  type HeatingCircuit,
  type Skydome,
} from "./types.ts";

/** A kind of equipment with settings of its own, placed in a boiler room or a building. */
export type DetailedKind = Exclude<EquipmentKind, "boilerroom" | "building">;

type Own<Entity extends { id: string; name: string; version: string }> = Omit<
  Entity,
  "id" | "name" | "version"
>;

/** An equipment's own settings, by kind. @spec facilities.equipment-details */
export type EquipmentDetail =
  | { kind: "boilerroom-circuit"; own: Own<HeatingCircuit> }
  | { kind: "boilerroom-errorcode"; own: Own<ErrorCodeReader> }
  | { kind: "boilerroom-faultdetector"; own: Own<FaultDetector> }
  | { kind: "cmv"; own: Own<Cmv> }
  | { kind: "skydome"; own: Own<Skydome> }
  | { kind: "gate"; own: Own<Gate> };

/** A field of the form of an equipment's own settings; each kind has some of them. */
export type DetailField =
  | "enabled"
  | "isHotWater"
  | "outMin"
  | "outMax"
  | "backMin"
  | "backMax"
  | "outType"
  | "backType"
  | "normalCodes"
  | "alarmKind"
  | "min"
  | "max"
  | "type"
  | "alarmFrom"
  | "hsType"
  | "seriesId";

/** Values typed in such a form. */
export type DetailValues = Readonly<Partial<Record<DetailField, string>>>;

type Rule = FieldRule<DetailField>;

const BOUND_C = { kind: "number", min: -200, max: 200, step: 0.1 } as const;
const BOUND = { kind: "number", min: -1e6, max: 1e6 } as const;
const SERIES: Rule = { name: "seriesId", kind: "text" };
const MOST_CODES = 200;
const CODE_MAX_LENGTH = 50;

/** The rules of each kind's own settings, as typed. @spec facilities.equipment-details, B §9 */
export const DETAIL_RULES: Readonly<Record<DetailedKind, readonly Rule[]>> = {
  "boilerroom-circuit": [
    { name: "enabled", kind: "text" },
    { name: "isHotWater", kind: "text" },
    { name: "outType", kind: "text" },
    { name: "outMin", ...BOUND_C },
    { name: "outMax", ...BOUND_C },
    { name: "backType", kind: "text" },
    { name: "backMin", ...BOUND_C },
    { name: "backMax", ...BOUND_C },
  ],
  "boilerroom-errorcode": [SERIES, { name: "normalCodes", kind: "text" }],
  "boilerroom-faultdetector": [SERIES, { name: "alarmKind", kind: "text", required: true }],
  "cmv": [SERIES, { name: "min", ...BOUND }, { name: "max", ...BOUND }],
  "skydome": [SERIES],
  "gate": [
    SERIES,
    { name: "type", kind: "text", required: true },
    { name: "alarmFrom", kind: "number", required: true, min: 0, max: 1_000, step: 1 },
    { name: "hsType", kind: "text", required: true },
  ],
};

/** Types of gates, in the order of the form. */
export const GATE_TYPES: readonly Gate["type"][] = ["door", "gate"];
export const GATE_OUT_OF_SERVICE: readonly Gate["hsType"][] = ["none", "hours", "signal"];

/** Whether a kind has settings of its own. */
export function isDetailed(kind: EquipmentKind): kind is DetailedKind {
  return kind !== "boilerroom" && kind !== "building";
}

/**
 * The settings of an equipment, found in its place.
 *
 * @returns null when it is not in that place
 */
export function detailIn(
  place: Pick<Building, "cmvs" | "skydomes" | "gates"> & Partial<BoilerRoom>,
  { id, kind }: { id: string; kind: DetailedKind },
): EquipmentDetail | null {
  const ofId = <Entity extends { id: string }>(list: readonly Entity[] = []) =>
    list.find((one) => one.id === id);
  switch (kind) {
    case "boilerroom-circuit":
      return withOwn(kind, ofId(place.circuits));
    case "boilerroom-errorcode":
      return withOwn(kind, ofId(place.errorCodes));
    case "boilerroom-faultdetector":
      return withOwn(kind, ofId(place.faultDetectors));
    case "cmv":
      return withOwn(kind, ofId(place.cmvs));
    case "skydome":
      return withOwn(kind, ofId(place.skydomes));
    case "gate":
      return withOwn(kind, ofId(place.gates));
  }
}

function withOwn<Kind extends DetailedKind, Entity>(
  kind: Kind,
  own: Entity | undefined,
): { kind: Kind; own: Entity } | null {
  return own === undefined ? null : { kind, own };
}

/** The settings of an equipment as their form shows them. */
export function typedDetail(detail: EquipmentDetail): DetailValues {
  switch (detail.kind) {
    case "boilerroom-circuit": {
      const { enabled, isHotWater, outType, backType, ...bounds } = detail.own;
      return {
        enabled: enabled ? "on" : "",
        isHotWater: isHotWater ? "on" : "",
        outType: outType ?? "",
        backType: backType ?? "",
        outMin: controlText(bounds.outMin),
        outMax: controlText(bounds.outMax),
        backMin: controlText(bounds.backMin),
        backMax: controlText(bounds.backMax),
      };
    }
    case "boilerroom-errorcode":
      return { ...typedSeries(detail.own), normalCodes: detail.own.normalCodes.join(", ") };
    case "boilerroom-faultdetector":
      return { ...typedSeries(detail.own), alarmKind: String(detail.own.alarmKind) };
    case "cmv": {
      const { min, max } = detail.own;
      return { ...typedSeries(detail.own), min: controlText(min), max: controlText(max) };
    }
    case "skydome":
      return typedSeries(detail.own);
    case "gate": {
      const { type, alarmFrom, hsType } = detail.own;
      return { ...typedSeries(detail.own), type, alarmFrom: controlText(alarmFrom), hsType };
    }
  }
}

function typedSeries({ seriesId }: { seriesId: string | null }): DetailValues {
  return { seriesId: seriesId ?? "" };
}

/** The errors of an equipment's own settings: each rule, no upper bound under its lower one, codes that fit. */
export function detailErrors(
  kind: DetailedKind,
  values: DetailValues,
): FieldErrors<DetailField> {
  const errors = withBoundErrors(typedErrors(DETAIL_RULES[kind], values), values, BOUNDS[kind]);
  if (kind !== "boilerroom-errorcode") return errors;
  const codes = readCodes(values.normalCodes);
  if (codes.length > MOST_CODES) {
    return { ...errors, normalCodes: { code: "max", max: MOST_CODES } };
  }
  if (codes.every((code) => code.length <= CODE_MAX_LENGTH)) return errors;
  return { ...errors, normalCodes: { code: "maxlength", allowedLength: CODE_MAX_LENGTH } };
}

const BOUNDS: Readonly<Record<DetailedKind, readonly (readonly [DetailField, DetailField])[]>> = {
  "boilerroom-circuit": [["outMin", "outMax"], ["backMin", "backMax"]],
  "boilerroom-errorcode": [],
  "boilerroom-faultdetector": [],
  "cmv": [["min", "max"]],
  "skydome": [],
  "gate": [],
};

/**
 * The settings that were typed.
 *
 * @param values without error by {@link detailErrors}
 * @returns null when a choice is not offered
 */
export function readDetail(kind: DetailedKind, values: DetailValues): EquipmentDetail | null {
  const number = (name: DetailField) => readNumber(values[name] ?? "");
  const seriesId = values.seriesId || null;
  switch (kind) {
    case "boilerroom-circuit": {
      const bounds = {
        outMin: number("outMin"),
        outMax: number("outMax"),
        backMin: number("backMin"),
        backMax: number("backMax"),
      };
      const series = { outType: values.outType || null, backType: values.backType || null };
      const flags = { enabled: Boolean(values.enabled), isHotWater: Boolean(values.isHotWater) };
      return { kind, own: { ...flags, ...bounds, ...series } };
    }
    case "boilerroom-errorcode":
      return { kind, own: { seriesId, normalCodes: readCodes(values.normalCodes) } };
    case "boilerroom-faultdetector": {
      const kinds = Object.values(FAULT_ALARM_KINDS);
      const alarmKind = kinds.find((one) => String(one) === values.alarmKind);
      return alarmKind === undefined ? null : { kind, own: { seriesId, alarmKind } };
    }
    case "cmv":
      return { kind, own: { seriesId, min: number("min"), max: number("max") } };
    case "skydome":
      return { kind, own: { seriesId } };
    case "gate": {
      const type = GATE_TYPES.find((one) => one === values.type);
      const hsType = GATE_OUT_OF_SERVICE.find((one) => one === values.hsType);
      const alarmFrom = number("alarmFrom");
      if (type === undefined || hsType === undefined || alarmFrom === null) return null;
      return { kind, own: { seriesId, type, alarmFrom, hsType } };
    }
  }
}

/** Codes parted by commas, semicolons or lines, each once. */
function readCodes(text = ""): string[] {
  return [...new Set(text.split(/[,;\r\n]/).map((code) => code.trim()).filter(Boolean))];
}
