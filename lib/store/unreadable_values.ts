/** Values that do not fit their schema, left out of the lists of a read that names them. @module */

import { AsyncLocalStorage } from "node:async_hooks";

/** Error for a stored value that does not fit its schema. */
export class UnreadableValue extends TypeError {
  constructor(readonly key: Deno.KvKey, why: string) {
    super(`The store holds a value that does not fit at ${key.join("/")}: ${why}`);
  }
}

/** The faults of values that were left out, by their keys. */
export type Unread = ReadonlyMap<string, unknown>;

const LEFT_OUT = new AsyncLocalStorage<Map<string, unknown>>();
const NONE: Unread = new Map();

/** A result, and what its lists left out. */
export interface ReadInPart<Value> {
  readonly value: Value;
  readonly unread: Unread;
}

/**
 * Runs a read whose lists leave out values that do not fit their schema; elsewhere one of them fails its list.
 *
 * @spec calls.unread
 */
export async function listLenient<Value>(read: () => Promise<Value>): Promise<ReadInPart<Value>> {
  const unread = new Map<string, unknown>();
  const value = await LEFT_OUT.run(unread, read);
  return { value, unread };
}

/**
 * Runs a read of which the caller needs to know what it left out: in part, and named to the caller's own read, when that
 * is made in part.
 */
export async function readAlike<Value>(read: () => Promise<Value>): Promise<ReadInPart<Value>> {
  if (!isReadingInPart()) return { value: await read(), unread: NONE };
  const found = await listLenient(read);
  leaveOutAgain(found.unread);
  return found;
}

/**
 * The result of one of the reads of a list; none in a read in part, which names the value, when one that it needs does
 * not fit its schema.
 */
export async function oneInPart<Value>(read: () => Promise<Value>): Promise<Value[]> {
  try {
    return [await read()];
  } catch (fault) {
    if (!(fault instanceof UnreadableValue) || !isReadingInPart()) throw fault;
    leaveOut(fault.key, fault);
    return [];
  }
}

/** Whether lists leave out values here. */
export function isReadingInPart(): boolean {
  return LEFT_OUT.getStore() !== undefined;
}

/** Names what a shared result left out to the read that is given it. */
export function leaveOutAgain(unread: Unread): void {
  const named = LEFT_OUT.getStore();
  for (const [key, fault] of unread) named?.set(key, fault);
}

/** Names a value that is left out. */
export function leaveOut(key: Deno.KvKey, fault: unknown): void {
  LEFT_OUT.getStore()?.set(key.join("/"), fault);
}

/** The last part of the key of each value that was left out: its id. */
export function idsOf(unread: Iterable<string>): ReadonlySet<string> {
  return new Set([...unread].map((key) => key.slice(key.lastIndexOf("/") + 1)));
}

/** Whether what was asked for is a value that was left out. */
export function isAmong(unread: Iterable<string>, requested: Iterable<unknown>): boolean {
  return !idsOf(unread).isDisjointFrom(new Set(requested));
}
