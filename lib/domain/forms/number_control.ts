import { plainNumber } from "@/lib/domain/numbers/decimal_text.ts";
import { clamp } from "@/lib/domain/numbers/round.ts";
import { toStep } from "@/lib/domain/numbers/to_step.ts";

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

const THOUSANDS_BLANK = /(?<=\d)\s(?=\d{3}(?!\d))/g;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

function nextMultiple(value: number, step: number): number {
  const nearest = toStep(value, step);
  return nearest > value ? nearest : toStep(nearest + step, step);
}
