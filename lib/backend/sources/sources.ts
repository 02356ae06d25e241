import * as z from "zod";
import { CONFLICT, type Conflict } from "@/lib/backend/kv/atomic.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { addArrivals } from "@/lib/backend/kv/series/arrivals/arrivals.ts";
import {
  type Atomic,
  idOf,
  type Key,
  listEntries,
  type MaybeEntry,
  readEntry,
  type Store,
} from "@/lib/backend/kv/store.ts";
import { deletedInstantsOf, type DeletedSeconds } from "@/lib/backend/records/deleted_readings.ts";
import { utcInstant } from "@/lib/domain/periods/utc_instant.ts";
import type { Bounds } from "@/lib/domain/series/plausible.ts";
import { type RefusalCause, RefusalTally } from "@/lib/domain/series/refusals.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import { takenPoint } from "@/lib/domain/series/taken_point.ts";
import { DATA_KINDS, type DataKind, type Point } from "@/lib/domain/series/types.ts";
import { boundsOfSeries } from "./bounds.ts";
import { includeRefusals } from "./refused_sources.ts";
import { keptPoints, readUnknown, type SourceAt } from "./unknown_sources.ts";

/** The series of a source. */
export type Claim = z.output<typeof claimSchema>;

export interface ClaimedSource extends Claim {
  readonly sourceKey: string;
}

export const claimSchema = z.object({
  seriesId: z.string(),
  /** Dwelling of the readings; null for a facility. */
  houseId: z.string().nullable(),
  kind: z.enum(DATA_KINDS),
  /** Epoch milliseconds. */
  attachedAtMs: z.number(),
});

interface AttachOptions {
  /** Entries that must not have changed: the dwelling of the readings. */
  readonly whileThere?: readonly MaybeEntry[];
  /** Readings before this second are skipped: they were stored before readings had a window. */
  readonly oldestS?: number;
}

/**
 * Attaches a source to a series, with the readings it sent while unclaimed, in a commit of its own.
 *
 * @returns "source-taken" when another series has it already; a conflict when a `whileThere` entry changed
 */
export async function attachSource(
  store: Store,
  { projectId, sourceKey }: SourceAt,
  claim: Claim,
  { whileThere = [], oldestS = 0 }: AttachOptions = {},
): Promise<
  { readonly ok: true } | { readonly ok: false; readonly code: "source-taken" } | Conflict
> {
  for (let tries = 0; tries < TRIES; tries++) {
    const atomic = store.atomic().check(...whileThere);
    const filled = await includeClaim(store, atomic, { projectId, sourceKey, claim, oldestS });
    if (filled === "same") return { ok: true };
    if (filled === "source-taken") return { ok: false, code: filled };
    // Answers with the series of a residence contain their sources.
    atomic.sum(keys.version("project", projectId), 1n);
    if ((await atomic.commit()).ok) return { ok: true };
  }
  return CONFLICT;
}

interface ClaimedAt extends SourceAt {
  readonly claim: Claim;
  readonly oldestS: number;
}

/**
 * Adds to a commit the attachment of a source, with the readings it sent while unclaimed; those that its series rejects
 * are counted as refused.
 *
 * @spec series.sources
 * @returns "same" when the source is attached there already, and "source-taken" when another series has it: nothing is
 * added
 */
export async function includeClaim(
  store: Store,
  atomic: Atomic,
  { projectId, sourceKey, claim, oldestS }: ClaimedAt,
): Promise<"added" | "same" | "source-taken"> {
  const key = keys.seriesSource(projectId, sourceKey);
  const { value, versionstamp } = await readEntry(store, key, claimSchema);
  if (value !== null) return isSameClaim(value, claim) ? "same" : "source-taken";
  const unknown = await readUnknown(store, { projectId, sourceKey });
  atomic.check({ key, versionstamp }, unknown).set(key, claim).delete(unknown.key);
  const { unit, ...bounds } = await boundsOfSeries(store, { projectId, seriesId: claim.seriesId });
  const storedId = storedSeriesId(claim.seriesId, claim.houseId);
  const deleted = await deletedInstantsOf(store, { projectId, storedId });
  const tally = new RefusalTally(claim.attachedAtMs);
  const from = unknown.value?.origin?.unit ?? "";
  const series = { kind: claim.kind, bounds, unit, oldestS, deleted };
  const readings = keptPoints(unknown.value).flatMap((waiting) => {
    const taken = takenOf(waiting, series, from);
    if (typeof taken !== "string") return taken;
    tally.add(sourceKey, taken, exampleOf(waiting, taken));
    return [];
  });
  addKept(atomic, projectId, claim, readings);
  await includeRefusals(store, atomic, { projectId, tally });
  changedClaims(atomic, projectId);
  return "added";
}

/** True for the claims of one source by one series, in one dwelling. */
export function isSameClaim(
  claim: Pick<Claim, "seriesId" | "houseId">,
  other: Pick<Claim, "seriesId" | "houseId">,
): boolean {
  return claim.seriesId === other.seriesId && claim.houseId === other.houseId;
}

/** Maximum number of sources detached by one commit. */
export const CLAIMS_PER_COMMIT = 500;

/** Adds to a commit the end of some claims, {@link CLAIMS_PER_COMMIT} at most: readings remain. */
export function dropClaims(
  atomic: Atomic,
  projectId: string,
  sourceKeys: readonly string[],
): Atomic {
  for (const sourceKey of sourceKeys) atomic.delete(keys.seriesSource(projectId, sourceKey));
  return changedClaims(atomic, projectId);
}

export async function claimedSources(
  store: Store,
  projectId: string,
): Promise<readonly ClaimedSource[]> {
  const prefix = keys.seriesSource.under(projectId);
  const entries = await listEntries(store, { prefix }, claimSchema, { batchSize: 500 });
  return entries.map(({ key, value }) => ({ sourceKey: idOf(key), ...value }));
}

/** The current claim of a source, with the check that it does not change. */
export async function readClaim(store: Store, { projectId, sourceKey }: SourceAt) {
  return (await readEntry(store, keys.seriesSource(projectId, sourceKey), claimSchema)).value;
}

const TRIES = 20;

/** Key of the version of a project's claims, which changes with any of them. */
export function claimsVersionKey(projectId: string): Key {
  return keys.version("sources", projectId);
}

/** Adds to a commit the change that makes the claims of a project be read again. */
export function changedClaims(atomic: Atomic, projectId: string): Atomic {
  return atomic.sum(claimsVersionKey(projectId), 1n);
}

interface TakingSeries {
  readonly kind: DataKind;
  readonly bounds: Bounds;
  readonly unit: string | null;
  readonly oldestS: number;
  readonly deleted: DeletedSeconds;
}

/** A waiting reading as a series takes it, or why it does not. @param from unit of its number; "" for none */
function takenOf(
  waiting: Point,
  { oldestS, deleted, ...series }: TakingSeries,
  from: string,
): Point | RefusalCause {
  if (waiting.epochS < oldestS) return "too-old";
  return deleted.has(waiting.epochS) ? "deleted" : takenPoint(waiting, series, from);
}

function exampleOf({ epochS, value, text }: Point, cause: RefusalCause): string {
  return cause === "too-old" || cause === "deleted" ? utcInstant(epochS) : text ?? String(value);
}

function addKept(
  atomic: Atomic,
  projectId: string,
  { seriesId, houseId, kind }: Claim,
  readings: readonly Point[],
): void {
  if (readings.length === 0) return;
  const batch = { seriesId: storedSeriesId(seriesId, houseId), kind, readings };
  addArrivals(atomic, projectId, [batch]);
}
