import * as z from "zod";
import { Slices } from "@/lib/backend/core/slices.ts";

type Schema = z.core.$ZodType;
type Parsed = { readonly data: unknown } | null;

/**
 * A value parsed up to its first fault, list by list, in slices: a schema reports each fault of a list, which takes
 * gigabytes for an answer of another program.
 *
 * @returns null when the schema does not accept the value
 */
export async function parsedInSlices(schema: Schema, value: unknown): Promise<Parsed> {
  const slices = new Slices();
  const steps = parsing(schema, value);
  for (;;) {
    const { done, value: parsed } = steps.next();
    if (done) return parsed;
    if (slices.isOver()) await slices.pause();
  }
}

/** Parses the lists inside a value, each item before the next, then the value. Yields after each item. */
function* parsing(schema: Schema, value: unknown): Generator<void, Parsed> {
  const item = itemOf(schema);
  if (item !== null && Array.isArray(value)) {
    const data = yield* parsedItems(item, value);
    // A list may have checks of its own.
    return data && (hasChecks(schema) ? parsedWhole(schema, data) : { data });
  }
  for (const [inner, held] of heldValues(schema, value)) {
    if ((yield* parsing(inner, held)) === null) return null;
  }
  return parsedWhole(schema, value);
}

function* parsedItems(item: Schema, values: readonly unknown[]): Generator<void, unknown[] | null> {
  const data: unknown[] = [];
  for (const value of values) {
    const parsed = yield* parsing(item, value);
    if (parsed === null) return null;
    data.push(parsed.data);
    yield;
  }
  return data;
}

function parsedWhole(schema: Schema, value: unknown): Parsed {
  const { success, data } = z.safeParse(schema, value);
  return success ? { data } : null;
}

/** The values of an object that may hold lists, and those of a record, each with its schema. */
function heldValues(schema: Schema, value: unknown): readonly (readonly [Schema, unknown])[] {
  const held = unwrapped(schema);
  if (typeof value !== "object" || value === null) return [];
  if (held instanceof z.core.$ZodRecord) {
    const { valueType } = held._zod.def;
    return Object.values(value).map((one) => [valueType, one] as const);
  }
  return listsOf(held).map(([name, inner]) => [inner, Reflect.get(value, name)] as const);
}

const LISTS = new WeakMap<Schema, readonly (readonly [name: string, Schema])[]>();

/** The fields of an object that hold a list, a record or an object. */
function listsOf(schema: Schema): readonly (readonly [name: string, Schema])[] {
  if (!(schema instanceof z.core.$ZodObject)) return [];
  return LISTS.getOrInsertComputed(
    schema,
    () => Object.entries(schema._zod.def.shape).filter(([, inner]) => isHolder(unwrapped(inner))),
  );
}

function isHolder(schema: Schema): boolean {
  return schema instanceof z.core.$ZodArray || schema instanceof z.core.$ZodRecord ||
    listsOf(schema).length > 0;
}

function itemOf(schema: Schema): Schema | null {
  const list = unwrapped(schema);
  return list instanceof z.core.$ZodArray ? list._zod.def.element : null;
}

function hasChecks(schema: Schema): boolean {
  return (unwrapped(schema)._zod.def.checks ?? []).length > 0;
}

/** The schema of a present value. */
function unwrapped(schema: Schema): Schema {
  const isWrapper = schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodReadonly;
  return isWrapper ? unwrapped(schema._zod.def.innerType) : schema;
}
