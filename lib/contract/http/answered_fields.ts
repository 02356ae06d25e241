import * as z from "zod/mini";
import type { Call } from "@/lib/contract/call.ts";
import { type CallName, CALLS } from "@/lib/contract/catalogue.ts";

const KNOWN = new Map<CallName, ReadonlySet<string>>();

/**
 * The fields that a read answers and the PUT of the same thing does not take, as its id or the author of its last change:
 * what was read may be sent back whole.
 *
 * @spec calls.round-trip
 */
export function answeredFields(name: CallName): ReadonlySet<string> {
  const known = KNOWN.get(name);
  if (known !== undefined) return known;
  const { method, body }: Call = CALLS[name];
  const taken = fieldsOf(elementOf(body));
  const read = method === "PUT" && taken.size > 0 ? readOf(name) : null;
  const found = body instanceof z.ZodMiniArray ? listIn(read?.answer, taken) : read?.answer;
  const fields = fieldsOf(elementOf(found)).difference(taken);
  KNOWN.set(name, fields);
  return fields;
}

/** The read of what a PUT changes: that of its path, or the list that contains it; null when there is none. */
export function readOf(name: CallName): Call | null {
  const { path }: Call = CALLS[name];
  const list = path.replace(/\/:\w+$/, "");
  const reads = Object.values<Call>(CALLS).filter(({ method }) => method === "GET");
  return reads.find((one) => one.path === path) ??
    reads.find((one) => one.path === list && one.answer instanceof z.ZodMiniArray) ?? null;
}

/** The list of an answer whose elements have all the fields of those of a body. */
function listIn(answer: unknown, taken: ReadonlySet<string>): unknown {
  if (!(answer instanceof z.ZodMiniObject)) return undefined;
  return Object.values(answer.def.shape).find((one) =>
    one instanceof z.ZodMiniArray && taken.isSubsetOf(fieldsOf(one.def.element))
  );
}

function elementOf(schema: unknown): unknown {
  return schema instanceof z.ZodMiniArray ? schema.def.element : schema;
}

function fieldsOf(schema: unknown): Set<string> {
  if (schema instanceof z.ZodMiniNullable) return fieldsOf(schema.def.innerType);
  return new Set(schema instanceof z.ZodMiniObject ? Object.keys(schema.def.shape) : []);
}
