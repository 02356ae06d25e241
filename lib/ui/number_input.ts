/** Reads, steps and shows the numbers of form fields. @module */

import { clamp, type DecimalText, decimalText, plainNumber } from "@/lib/base/rounding.ts";

/**
 * The multiple of the step nearest to the value, computed in decimal: 0.35 by 0.1 is 0.4.
 *
 * @spec forms.numbers
 * @param value a finite number
 * @param step a finite number above 0
 * @returns the nearest multiple, halves rounded away from zero, never -0
 * @throws RangeError when the step is not positive or a number is not finite
 */
export function toStep(value: number, step: number): number {
  if (!(step > 0) || !Number.isFinite(step) || !Number.isFinite(value)) {
    throw new RangeError(`Cannot round ${value} to a step of ${step}`);
  }
  const value10 = decimalText(Math.abs(value));
  const step10 = decimalText(step);
  const exponent = Math.min(value10.exponent, step10.exponent);
  const valueUnits = units(value10, exponent);
  const stepUnits = units(step10, exponent);
  const count = (2n * valueUnits + stepUnits) / (2n * stepUnits);
  if (count === 0n) return 0;
  const magnitude = Number(`${count * stepUnits}e${exponent}`);
  return value < 0 ? -magnitude : magnitude;
}

function units(number: DecimalText, exponent: number): bigint {
  return BigInt(number.digits) * 10n ** BigInt(number.exponent - exponent);
}

/** Rules of a number control; bounds and step are in the field's unit. @spec forms.numbers */
export interface NumberRules {
  min?: number;
  max?: number;
  /** Values are multiples of the step, which the buttons add or subtract; when absent, 1 without rounding. */
  step?: number;
  /** Whether an empty control means "no value". */
  isNullable?: boolean;
}

/**
 * The value after blur or Enter.
 *
 * @spec forms.numbers
 * @param text typed text, with a decimal comma or point
 * @param previous value before typing
 * @returns the previous value when the text is not a number, or is empty while null is not allowed
 */
export function committedValue(
  text: string,
  previous: number | null,
  rules: NumberRules,
): number | null {
  if (text.trim() === "") return rules.isNullable ? null : previous;
  const value = readNumber(text);
  return value === null ? previous : allowedValue(value, rules);
}

/**
 * The nearest allowed value: clamped, rounded to the step, and clamped again when the nearest multiple is out of
 * bounds.
 */
export function allowedValue(value: number, rules: NumberRules): number {
  const { min = -Infinity, max = Infinity, step } = rules;
  const inside = clamp(value, min, max);
  return step === undefined ? inside : clamp(toStep(inside, step), min, max);
}

/**
 * The value after the plus button: the next multiple of the step, clamped.
 *
 * @spec forms.numbers
 * @param value null counts as 0
 */
export function steppedUp(value: number | null, rules: NumberRules): number {
  return allowedValue(nextMultiple(value ?? 0, rules.step ?? 1), rules);
}

/** The value after the minus button: the previous multiple of the step, clamped. @param value null counts as 0 */
export function steppedDown(value: number | null, rules: NumberRules): number {
  return allowedValue(-nextMultiple(-(value ?? 0), rules.step ?? 1), rules) + 0;
}

/**
 * The text of a value in a control, with a decimal comma and no thousands separator, so that it can be edited.
 *
 * @returns "" for null
 */
export function controlText(value: number | null): string {
  return value === null ? "" : plainNumber(value).replace(".", ",");
}

/**
 * Parses a number: digits with at most one decimal comma or point, an optional sign, and optional spaces between
 * thousands.
 *
 * @returns null when the text is not a number ("abc", "1e3", "1,2,3")
 */
export function readNumber(text: string): number | null {
  const plain = text.trim().replace(/^−/, "-").replace(THOUSANDS_BLANK, "").replace(",", ".");
  if (!NUMBER.test(plain)) return null;
  const value = Number(plain);
  return Number.isFinite(value) ? value + 0 : null;
}

/** A typed number as an exact decimal with a point, "0.0785"; "" when the text is not a number. */
export function typedDecimal(text: string): string {
  return controlText(readNumber(text)).replace(",", ".");
}

const THOUSANDS_BLANK = /(?<=\d)\s(?=\d{3}(?!\d))/g;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

function nextMultiple(value: number, step: number): number {
  const nearest = toStep(value, step);
  return nearest > value ? nearest : toStep(nearest + step, step);
}

/** A field that may have a step; only numbers use it. */
interface SteppedRule extends Pick<NumberRules, "min" | "max" | "step"> {
  readonly kind: string;
}

/**
 * The multiples of the step around a value, the lower first; the bounds are allowed too.
 *
 * @spec forms.steps
 * @returns null for a valid value
 */
export function nearestSteps(
  value: number,
  { step, min = -Infinity, max = Infinity }: Pick<NumberRules, "min" | "max" | "step">,
): readonly [number, number] | null {
  if (step === undefined || value === min || value === max) return null;
  const nearest = toStep(value, step);
  if (nearest === value) return null;
  const [below, above] = nearest < value
    ? [nearest, toStep(nearest + step, step)]
    : [toStep(nearest - step, step), nearest];
  return [Math.max(below, min), Math.min(above, max)];
}

/** As `nearestSteps()`, for the text of a field; null also when it is not a number. */
export function nearestTyped(rule: SteppedRule, text: string): readonly [number, number] | null {
  const value = rule.kind === "number" ? readNumber(text) : null;
  return value === null ? null : nearestSteps(value, rule);
}

/** The stored texts that are not multiples of their field's step, by name: imported, or written by a program. */
export function textsOffStep(
  fields: readonly (SteppedRule & { readonly name: string })[],
  texts: Readonly<Record<string, string>>,
): Record<string, string> {
  const off = fields.flatMap((field) => {
    const text = texts[field.name] ?? "";
    return nearestTyped(field, text) === null ? [] : [[field.name, text] as const];
  });
  return Object.fromEntries(off);
}
