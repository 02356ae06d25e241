/** Declares the stored series, manual indexes and deleted readings of a residence. @module */

import * as z from "zod";
import { entity, type SeriesReference } from "@/lib/api/entity.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Atomic, Store } from "@/lib/store/store.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import { RHYTHMS } from "@/lib/timeseries/rhythm.ts";
import type { ManualIndex, SeriesRecord, SeriesScope } from "@/lib/timeseries/schema.ts";
import { decodePoints, encodePoints } from "@/lib/timeseries/store/chunk_encoding.ts";
import { DATA_KINDS, DATA_UNIT_IDS, ENERGY_USES } from "@/lib/timeseries/units.ts";
import { isSuitable, type SeriesUser } from "./series_names.ts";

/** A manually entered meter index, with the second of its reading. */
export type ManualIndexRecord = Omit<ManualIndex, "id" | "counted" | "events"> & {
  epochS: number;
};

export const manualIndexRecord: z.ZodType<ManualIndexRecord> = z.object({
  seriesId: z.string(),
  houseId: z.string().nullable(),
  date: z.string(),
  value: z.number(),
  email: z.string(),
  epochS: z.int(),
});

/** Deleted readings, until they can no longer be restored. @spec series.deletions */
export type DeletedReadings = z.output<typeof deletedReadingsRecord>;
export const deletedReadingsRecord = z.object({
  /** When they were deleted, epoch ms. */
  atMs: z.number(),
  kind: z.enum(DATA_KINDS),
  points: z.instanceof(Uint8Array),
  /** The indexes typed by hand among them. */
  indexes: z.array(z.object({ id: z.string(), record: manualIndexRecord })),
});

/** Seconds of deleted readings. */
export type DeletedSeconds = ReadonlySet<number>;

/** Adds to a commit the instants that senders do not bring back. */
export function rememberDeleted(
  atomic: Atomic,
  key: Parameters<typeof keys.deletedInstants>,
  points: readonly Point[],
): void {
  const instants = points.map(({ epochS }) => ({ epochS, value: 0 }));
  atomic.set(keys.deletedInstants(...key), encodePoints(instants));
}

/** The instants of the deleted readings of series of a residence, or of one of them, by the id of its readings. */
export async function deletedInstants(
  store: Store,
  ...of: [projectId: string] | [projectId: string, storedId: string]
): Promise<ReadonlyMap<string, DeletedSeconds>> {
  const found = new Map<string, Set<number>>();
  for await (const { key, value } of store.list({ prefix: keys.deletedInstants.under(...of) })) {
    const seconds = found.getOrInsertComputed(String(key.at(-2)), () => new Set<number>());
    for (const { epochS } of decodePoints(value)) seconds.add(epochS);
  }
  return found;
}

export function readBy(
  user: SeriesUser,
  field: string,
  id: string | null | undefined,
  scope?: SeriesScope,
): SeriesReference {
  return { field, id: id ?? null, suits: (series) => isSuitable(user, series, scope) };
}

export const seriesRecord: z.ZodType<SeriesRecord> = z.object({
  dataUnitId: z.enum(DATA_UNIT_IDS),
  scope: z.enum(["housing", "facilities"]),
  renamed: z.string().nullable(),
  importedUnit: z.string().nullable(),
  manualIndex: z.boolean(),
  equipmentId: z.string().nullable(),
  dataSourceOptions: z.record(z.string(), z.string()),
  rhythm: z.enum(RHYTHMS).nullish(),
  use: z.enum(ENERGY_USES).nullish(),
  maxRatePerHour: z.number().nullish(),
  rollsOverAt: z.number().nullish(),
});

export const PROJECTS_ENTITIES = {
  dataseries: entity(keys.dataseries, seriesRecord, {
    equipment: ({ equipmentId }) => [equipmentId],
  }),
  // The series was checked when the index was entered: it may change afterwards.
  manualIndex: entity(keys.manualIndex, manualIndexRecord, {
    dataseries: ({ seriesId: id }) => [{ field: "seriesId", id, suits: () => true }],
  }),
};

export const claimSchema = z.object({
  seriesId: z.string(),
  /** Dwelling of the readings; null for a facility. */
  houseId: z.string().nullable(),
  kind: z.enum(DATA_KINDS),
  /** Epoch milliseconds. */
  attachedAtMs: z.number(),
  /** Its readings are those from this second on; absent where the series had none filed before. */
  sinceS: z.number().optional(),
  /** What its numbers are worth; absent for as sent. */
  scales: z.array(z.object({ fromS: z.number(), factor: z.number(), offset: z.number() }))
    .optional(),
});
