/** Reads the heads of series: their rules, states, purges, and the limits of their meters. @module */

import * as z from "zod";
import { keys } from "@/lib/store/keys.ts";
import {
  getAll,
  getUnder,
  type MaybeEntry,
  parsed,
  readEntry,
  type Store,
} from "@/lib/store/store.ts";
import { StoreMemory } from "@/lib/store/store_memory.ts";
import {
  FALL_CAUSES,
  METER_EVENT_KINDS,
  type MeterEvent,
  type RegisterJump,
  type RegisterVerdict,
} from "@/lib/timeseries/meter_event.ts";
import { type Point, seriesOfStored } from "@/lib/timeseries/readings.ts";
import { type RegisterFacts, registerFacts } from "@/lib/timeseries/register_judgement.ts";
import {
  limitsOf,
  meterPlace,
  MOST_PLACES,
  NO_LIMITS,
  type RegisterLimits,
  type RegisterRule,
  START,
} from "@/lib/timeseries/register_rules.ts";
import { DATA_KINDS, DATA_UNIT_IDS } from "@/lib/timeseries/units.ts";
import { decodePath } from "./chunk_encoding.ts";
import type { StoredCompaction } from "./compaction_lease.ts";

const point: z.ZodType<Point> = z.union([
  z.object({ epochS: z.number(), value: z.number(), text: z.string() }),
  z.object({ epochS: z.number(), value: z.number() }),
]);

/** Dated events of a meter, oldest first. */
const meterEvents: z.ZodType<readonly MeterEvent[]> = z.array(z.object({
  epochS: z.number().int(),
  what: z.enum(METER_EVENT_KINDS),
  finalIndex: z.number().nullable(),
  firstIndex: z.number(),
  comment: z.string(),
}));

const registerJumps: z.ZodType<readonly RegisterJump[]> = z.array(z.object({
  epochS: z.number(),
  value: z.number(),
  beforeS: z.number(),
  before: z.number(),
  cause: z.enum(FALL_CAUSES),
}));

export type Purged = Readonly<z.output<typeof purged>>;
const purged = z.object({
  /** The oldest reading left: the first of those needed to compute the oldest stored days. */
  anchorS: z.number(),
  /** Second from which every reading is stored: the start of a month in the residence's time zone. */
  pointsBeforeS: z.number(),
  /** First day with stored figures, as days since 1970. */
  daysBefore: z.number(),
});

const limits = z.object({
  /** Null when unknown. */
  maxRatePerHour: z.number().nullable(),
  resolution: z.number(),
  rollsOverAt: z.number().nullable(),
});

const bytes: z.ZodType<Uint8Array> = z.instanceof(Uint8Array);

/** What persons said of readings. */
const verdicts: z.ZodType<readonly RegisterVerdict[]> = z.array(z.object({
  epochS: z.number().int(),
  value: z.number(),
  isReal: z.boolean(),
  by: z.string(),
  atMs: z.number(),
}));

/** Facts about a series that need no points. */
export type SeriesMetadata = Readonly<z.output<typeof seriesMetadata>>;
export const seriesMetadata = z.object({
  kind: z.enum(DATA_KINDS),
  /** Newest point; null when all points were removed. */
  last: point.nullable(),
  /**
   * Second of the previous point; null when there is none, when it is unknown, or when nothing is counted from it.
   * Missing in heads of earlier versions.
   */
  previousS: z.number().nullable().default(null),
  /** Resets and replacements of the meter, oldest first. */
  events: meterEvents,
  /** The newest jumps of the register without an event, oldest first; none in heads of earlier versions. */
  falls: registerJumps.default([]),
  /** The purged part; null for none. */
  purged: purged.nullable().default(null),
  /** Incremented by each change of events, of falls, and of figures of days before that of the newest point. */
  earlierChanges: z.number().default(0),
  /** Limits by which a register was judged; absent until it is, and for another kind. */
  limits: limits.optional(),
  /** What persons said of its readings, oldest reading first; absent for nothing. */
  verdicts: verdicts.optional(),
  /** The state of the judgement after the newest reading, as bytes; absent until it is judged. */
  path: bytes.optional(),
});

type StoredLimits = NonNullable<SeriesMetadata["limits"]>;

export function storedLimits(
  { maxRatePerHour, resolution, rollsOverAt = null }: RegisterLimits,
): StoredLimits {
  const rate = Number.isFinite(maxRatePerHour) ? maxRatePerHour : null;
  return { maxRatePerHour: rate, resolution, rollsOverAt };
}

/** The rule by which a register is judged. */
export function ruleOf(
  { limits, events, verdicts = [] }: Pick<SeriesMetadata, "limits" | "events" | "verdicts">,
): RegisterRule {
  const { maxRatePerHour = null, resolution = 0, rollsOverAt = null } = limits ?? {};
  return { maxRatePerHour: maxRatePerHour ?? Infinity, resolution, rollsOverAt, events, verdicts };
}

/** What a head says of its register. */
export function registerFactsOf(head: SeriesMetadata): RegisterFacts {
  return registerFacts(ruleOf(head), head.path === undefined ? START : decodePath(head.path));
}

export type StoredMetadata = Pick<MaybeEntry<SeriesMetadata>, "value" | "versionstamp">;

/** By residence, at the stamp of its compaction, which every commit that writes a head changes. */
const METADATA = new StoreMemory<Map<string, StoredMetadata>>(
  "heads of series",
  ({ size }) => size * METADATA_BYTES,
);
/** Of a head, about. */
const METADATA_BYTES = 500;

/**
 * Caches the heads of some series of a project until a series of the project is compacted.
 *
 * A page of a thousand series then reads one key between two compactions.
 *
 * @param known the project's compaction, if already read
 */
export async function metadataOfSeries(
  store: Store,
  projectId: string,
  seriesIds: readonly string[],
  known?: Pick<StoredCompaction, "versionstamp">,
): Promise<ReadonlyMap<string, StoredMetadata>> {
  // Read before the heads: one written meanwhile is cached under an outdated stamp.
  const { versionstamp: compactionStamp } = known ?? await store.get(keys.compaction(projectId));
  const metadata = METADATA.at(store, projectId, compactionStamp) ?? new Map();
  const missing = seriesIds.filter((seriesId) => !metadata.has(seriesId));
  if (missing.length === 0) return metadata;
  const found = await getUnder(store, keys.seriesHead.under(projectId), missing);
  for (const [at, entry] of found.entries()) {
    const seriesId = missing[at];
    if (seriesId === undefined) continue;
    const { value, versionstamp } = parsed(entry, seriesMetadata);
    metadata.set(seriesId, { value, versionstamp });
  }
  METADATA.set(store, projectId, { version: compactionStamp, value: metadata });
  return metadata;
}

/** What the limits of a meter depend on, of the record of its series. */
const meterSettings = z.object({
  dataUnitId: z.enum(DATA_UNIT_IDS),
  scope: z.enum(["housing", "facilities"]),
  importedUnit: z.string().nullable(),
  equipmentId: z.string().nullable(),
  maxRatePerHour: z.number().nullish(),
  rollsOverAt: z.number().nullish(),
});

const placed = z.object({ kind: z.string(), parentId: z.string().nullable() });

/** Limits of a register by the id of its readings. */
export type LimitsOf = (storedId: string) => RegisterLimits;

/**
 * The limits of the registers of a residence, from the settings of their series.
 *
 * @returns no limits for readings whose series is gone
 */
export async function meterLimits(
  store: Store,
  projectId: string,
  storedIds: readonly string[],
): Promise<LimitsOf> {
  const seriesIds = [...new Set(storedIds.map(seriesOfStored))];
  const entries = await getAll(store, seriesIds.map((id) => keys.dataseries(projectId, id)));
  const found = new Map<string, RegisterLimits>();
  await Promise.all(entries.map(async ({ value }, at) => {
    const settings = meterSettings.safeParse(value);
    const id = seriesIds[at];
    if (!settings.success || id === undefined) return;
    const around = await placesAround(store, projectId, settings.data.equipmentId);
    found.set(id, limitsOf(settings.data, meterPlace(settings.data, around)));
  }));
  return (storedId) => found.get(seriesOfStored(storedId)) ?? NO_LIMITS;
}

/** A facility, and those that contain it. */
async function placesAround(store: Store, projectId: string, equipmentId: string | null) {
  const around: (z.output<typeof placed> & { readonly id: string })[] = [];
  let id = equipmentId;
  while (id !== null && around.length < MOST_PLACES) {
    const { value } = await readEntry(store, keys.equipment(projectId, id), placed);
    if (value !== null) around.push({ ...value, id });
    id = value?.parentId ?? null;
  }
  return around;
}
