/** Declares an entity: its key, its record, and the ids to which the record refers. @module */

import * as z from "zod";
import type { KeyDoc, KeyFamily } from "@/lib/store/key_families.ts";
import type { Key } from "@/lib/store/store.ts";
import type { SeriesRecord } from "@/lib/timeseries/schema.ts";

type Ids = readonly (string | null)[];

/** The fields that an answer has and its record has not: the id is in the key, the version is that of the entry. */
export const NOT_STORED = { id: true, version: true } as const;

/**
 * The ids that a record refers to, by kind; null for none. The names are those of their key families, each with a
 * residence or organisation and an id.
 */
export interface References<Record> {
  dataseries?(record: Record): readonly SeriesReference[];
  equipment?(record: Record, key: Key): Ids;
  house?(record: Record, key: Key): Ids;
  houseType?(record: Record, key: Key): Ids;
  anonymousGroup?(record: Record, key: Key): Ids;
  outdoorSource?(record: Record, key: Key): Ids;
  provider?(record: Record, key: Key): Ids;
  contract?(record: Record, key: Key): Ids;
  typedoc?(record: Record, key: Key): Ids;
  projectOfOrg?(record: Record, key: Key): Ids;
}

export interface SeriesReference {
  readonly field: string;
  readonly id: string | null;
  suits(series: SeriesRecord): boolean;
}

/** A kind of record with its own key: the key family and the schema. */
export interface Entity<Names extends readonly string[], Record> {
  readonly key: KeyFamily<Names>;
  readonly record: z.ZodType<Record>;
}

interface ReferringEntity<Names extends readonly string[], Record> extends Entity<Names, Record> {
  readonly refersTo: References<Record>;
}

/** Declares an entity: its key, its record, and its references. */
export function entity<Names extends readonly string[], Record>(
  key: KeyFamily<Names>,
  record: z.ZodType<Record>,
): Entity<Names, Record>;
export function entity<Names extends readonly string[], Record>(
  key: KeyFamily<Names>,
  record: z.ZodType<Record>,
  refersTo: References<Record>,
): ReferringEntity<Names, Record>;
export function entity<Names extends readonly string[], Record>(
  key: KeyFamily<Names>,
  record: z.ZodType<Record>,
  refersTo?: References<Record>,
) {
  return refersTo === undefined ? { key, record } : { key, record, refersTo };
}

export type ReferredKind = keyof References<never>;

export const REFERRED = [
  "dataseries",
  "equipment",
  "house",
  "houseType",
  "anonymousGroup",
  "outdoorSource",
  "provider",
  "contract",
  "typedoc",
  "projectOfOrg",
] as const satisfies readonly ReferredKind[];

/** A kind of record that refers to others of its place, whose id is first in its key. */
export interface Referrer<Record> {
  readonly key: { under(placeId: string): Key; readonly doc: Pick<KeyDoc, "params"> };
  readonly record: z.ZodType<Record>;
  readonly refersTo: References<Record>;
}

/** The account that wrote a record last, in its schema; absent in older ones. */
export const authorField = { accountId: z.optional(z.string()) };

/** A value of a list of a record, with the account that wrote it last. */
export type Authored<Value> = Value & { readonly accountId?: string | undefined };

/** A record as it is shown. */
export function withoutAuthor<Value extends Authored<object>>(
  { accountId: _, ...record }: Value,
): Omit<Value, "accountId"> {
  return record;
}
