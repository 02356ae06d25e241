import { toStep } from "@/lib/domain/numbers/to_step.ts";
import { type NumberRules, readNumber } from "./number_control.ts";

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
