/** Declares families of keys, and writes and compares keys. @module */

import { Buffer } from "node:buffer";
import type { Key, KeyPart } from "./store.ts";

/** Type of a parameter of a key: "#year" is a number, "orgId" a string. */
type Value<P extends string> = P extends `#${string}` ? number : string;
type Values<P extends readonly string[]> = { readonly [I in keyof P]: Value<P[I]> };
/** The first parameters of a key, in order, at most all of them. */
type Leading<P extends readonly string[]> = P extends readonly [infer A extends string, ...infer R]
  ? R extends readonly string[] ? readonly [] | readonly [Value<A>, ...Leading<R>]
  : readonly []
  : readonly [];

export interface KeyDoc {
  readonly name: string;
  readonly params: readonly string[];
  readonly holds: string;
}

/** A family of keys: a call with every parameter builds a key, `under` builds a prefix. */
export interface KeyFamily<P extends readonly string[]> {
  (...values: Values<P>): Key;
  under(...values: Leading<P>): Key;
  /** The key with parameters read by name; without the last ones, a prefix. */
  named(values: Readonly<{ [name: string]: unknown }>, length?: number): Key;
  readonly doc: KeyDoc;
}

/** Declares a family of keys: name, ordered parameters and content. */
export function family<const P extends readonly string[]>(
  name: string,
  params: P,
  holds: string,
): KeyFamily<P> {
  const build = (...values: readonly KeyPart[]): Key => [name, ...values];
  const named = (values: Readonly<{ [name: string]: unknown }>, length = params.length) =>
    build(...params.slice(0, length).map((param) => String(values[param])));
  return Object.assign(build, { under: build, named, doc: { name, params, holds } });
}

/** Parameters of a family in order, and its content. */
type Declared = readonly [params: readonly string[], holds: string];

/** The families of keys of a table; each is stored under its name in snake case, so renaming one moves its entries. */
export function families<const Table extends Readonly<Record<string, Declared>>>(
  table: Table,
): { readonly [Name in keyof Table]: KeyFamily<Table[Name][0]> };
export function families(table: Readonly<Record<string, Declared>>) {
  const named = Object.entries(table).map(([name, declared]) =>
    [name, family(inSnakeCase(name), ...declared)] as const
  );
  return Object.fromEntries(named);
}

function inSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Compares two keys in list order: strings by their UTF-8, then numbers. No family has parts of other types.
 *
 * @returns negative when `a` is first
 */
export function compareKeys(a: Key, b: Key): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const order = compareParts(a[at], b[at]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareParts(a: KeyPart | undefined, b: KeyPart | undefined): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "number" || typeof b === "number") return typeof a === "number" ? 1 : -1;
  return a === b ? 0 : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

/** A key as a string, for maps: equal only for equal keys. */
export function keyText(key: Key): string {
  return key.map((part) => `${typeof part}:${encodeURIComponent(String(part))}`).join("/");
}
