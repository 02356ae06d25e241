/** The limits of a field, from the schema of the value that it gives to a call. @module */

import * as z from "zod/mini";
import { memoOf } from "@/lib/base/memo.ts";
import type { FieldRule } from "./field_rules.ts";
import type { FormField } from "./fields.ts";

/**
 * A field within the limits of a schema; those that the field declares itself are kept.
 *
 * @param schema of the value that is read from the field; without one, the field is returned
 */
export function withLimits(
  field: FormField<unknown>,
  schema: z.core.$ZodType | undefined,
): FormField<unknown> {
  if (schema === undefined) return field;
  const isRequired = !z.safeParse(schema, field.read("")).success;
  const { maxLength, ...bounds } = limitsOf(schema);
  const isLimited = isTyped(field) && maxLength !== undefined;
  return {
    ...isRequired && { required: true },
    ...bounds,
    ...isLimited && { maxLength },
    ...field,
  };
}

/** Whether the text is typed in a control with a maximum length, which would shorten a pasted password silently. */
function isTyped({ control = "area", type }: FormField<unknown>): boolean {
  return control === "area" && type !== "password";
}

type Limits = Pick<FieldRule, "integer" | "min" | "max" | "maxLength">;

const limitsOf = memoOf((schema: z.core.$ZodType): Limits => {
  const { anyOf = [], ...plain } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const { type, minimum, maximum, maxLength } = anyOf.find((one) =>
    one.type === "number" || one.type === "integer" || one.type === "string"
  ) ??
    plain;
  return {
    ...type === "integer" && { integer: true },
    ...minimum !== undefined && { min: minimum },
    ...maximum !== undefined && { max: maximum },
    ...maxLength !== undefined && { maxLength },
  };
});
