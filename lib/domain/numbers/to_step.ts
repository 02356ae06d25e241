import { type DecimalText, decimalText } from "./decimal_text.ts";

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
