import * as z from "zod/mini";
import { isRecord } from "@/lib/domain/forms/records.ts";

/** A JSON Schema, draft 2020-12, as required by OpenAPI 3.1. */
export type JsonSchema = { readonly [member: string]: unknown };

/** Schemas by requested key, and the named schemas they refer to. */
export interface JsonSchemas {
  readonly byKey: Readonly<Record<string, JsonSchema>>;
  readonly named: Readonly<Record<string, JsonSchema>>;
}

/**
 * Converts zod schemas to JSON Schemas, in one pass so that each named schema is written once.
 *
 * They describe the input: the results of transformations are internal.
 */
export function jsonSchemas(schemas: Readonly<Record<string, z.ZodMiniType>>): JsonSchemas {
  const whole = z.toJSONSchema(z.object(schemas), {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  return { byKey: schemasIn(moved(whole.properties)), named: schemasIn(moved(whole.$defs)) };
}

/** Removes redundant members: the pattern of a format, the bounds of every integer. */
function tidy(schema: { [member: string]: unknown }): void {
  if (schema.format === "date-time" || schema.format === "email") delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** A copy of the value whose references point to the schemas of the OpenAPI document. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([member]) => member !== "$schema");
  return Object.fromEntries(entries.map(([member, inner]) => {
    if (member !== "$ref" || typeof inner !== "string") return [member, moved(inner)];
    return [member, inner.replace("#/$defs/", "#/components/schemas/")];
  }));
}

function schemasIn(value: unknown): Record<string, JsonSchema> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, schema]) => {
      if (!isRecord(schema)) return [];
      const { id: _, ...rest } = schema;
      return [[name, rest]];
    }),
  );
}
