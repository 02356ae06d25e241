/** Builds the schemas of entities: named, versioned and stored objects, drafts and lists. @module */

import * as z from "zod/mini";
import {
  anyText,
  figure,
  id,
  instant,
  isoDate,
  isoMonth,
  typedDate,
  typedInstant,
  typedMonth,
  version,
} from "./field_schemas.ts";
import { isRecord } from "./records.ts";

/** Names a schema in the API document. @throws Error when another schema already has the name */
export function named<Schema extends z.ZodMiniType>(name: string, schema: Schema): Schema {
  z.globalRegistry.add(schema, { id: name });
  return schema;
}

/** A named object schema of the API document. @throws as {@link named} */
export function namedObject<Shape extends z.core.$ZodLooseShape>(
  name: string,
  fields: Shape,
): ReturnType<typeof z.object<Shape>> {
  return named(name, z.object(fields));
}

/** As {@link namedObject}, with the version of what is read, which an edit sends back. */
export function versionedObject<Shape extends z.core.$ZodLooseShape>(name: string, fields: Shape) {
  return namedObject(name, { ...fields, version: anyText });
}

/** As {@link versionedObject}, with the id of an entity. */
export function storedObject<Shape extends z.core.$ZodLooseShape>(name: string, fields: Shape) {
  return versionedObject(name, { id, ...fields });
}

/** A page of a longer list, from 1. */
export const pageFields = { page: figure, pageCount: figure };

/** A residence, by its id and name. */
export const residenceFields = { projectId: id, projectName: anyText };

/** The fields of an edit, with the version that it is based on; without a version, the write is unconditional. */
export function draft<Shape extends z.core.$ZodLooseShape>(fields: Shape) {
  return z.strictObject({ ...fields, version });
}

/** Fields by name, of the same types as others. */
type SameTypes<Shape extends z.core.$ZodLooseShape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodMiniOptional<infer Present>
    ? z.ZodMiniOptional<z.ZodMiniType<z.output<Present>>>
    : z.ZodMiniType<z.output<Shape[Name]>>;
};

/** The fields of an answer, from those of its draft: an answer may contain what a stricter draft refuses by now. */
export function withoutLimits<Shape extends z.core.$ZodLooseShape>(fields: Shape): SameTypes<Shape>;
export function withoutLimits(fields: Readonly<Record<string, z.core.$ZodType>>) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, unlimited(schema)]),
  );
}

const UNLIMITED = new Map<z.core.$ZodType, z.core.$ZodType>([
  ...[id, isoDate, isoMonth, instant].map((one) => [one, one] as const),
  [typedDate, isoDate],
  [typedMonth, isoMonth],
  [typedInstant, instant],
]);

function unlimited(schema: z.core.$ZodType): z.core.$ZodType {
  const known = UNLIMITED.get(schema);
  if (known !== undefined) return known;
  if (schema instanceof z.ZodMiniOptional) return z.optional(unlimited(schema.def.innerType));
  if (schema instanceof z.ZodMiniNullable) return z.nullable(unlimited(schema.def.innerType));
  if (schema instanceof z.ZodMiniArray) return z.array(unlimited(schema.def.element));
  if (schema instanceof z.ZodMiniString) return anyText;
  return schema instanceof z.ZodMiniNumber ? figure : schema;
}

/** The schemas of an entity: what is stored, and its draft, with the checks between the draft's fields. */
export function entitySchemas<Shape extends z.core.$ZodLooseShape>(
  name: string,
  fields: Shape,
  ...checks: Parameters<ReturnType<typeof draft<Shape>>["check"]>
) {
  const stored = storedObject(name, withoutLimits(fields));
  return { stored, draft: draft(fields).check(...checks) };
}

/** The check that the items of a list differ by a field. */
export function uniqueBy<Name extends string>(name: Name) {
  return z.refine<readonly Readonly<Record<Name, unknown>>[]>(
    (all) => new Set(all.map((one) => one[name])).size === all.length,
    { message: "unique" },
  );
}

/** The check that two fields are in order when both are known; the fault is that of the second. */
export function inOrder<Low extends string, High extends string>(low: Low, high: High) {
  return z.refine<Readonly<{ [Name in Low | High]?: string | number | null | undefined }>>(
    (fields) => {
      const { [low]: from = null, [high]: to = null } = fields;
      return from === null || to === null || from <= to;
    },
    { path: [high], params: { low, high } },
  );
}

/** A schema with the checks between its fields. */
export interface CheckedSchema {
  readonly def?: { readonly checks?: readonly z.core.$ZodCheck<never>[] | undefined };
}

/** The pairs of fields that {@link inOrder} checks in a schema. */
export function orderedPairs({ def }: CheckedSchema): (readonly [low: string, high: string])[] {
  return (def?.checks ?? []).flatMap((check) => {
    const own: object = check._zod.def;
    const { low, high } = "params" in own && isRecord(own.params) ? own.params : {};
    return typeof low === "string" && typeof high === "string" ? [[low, high] as const] : [];
  });
}
