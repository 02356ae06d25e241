/** Which source feeds which series: attaches sources and reads their claims. @module */

import * as z from "zod";
import { memo, memoOf } from "@/lib/base/memo.ts";
import { utcInstant } from "@/lib/base/time_zones.ts";
import { CONFLICT, type Conflict } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  idOf,
  type Key,
  listEntries,
  type MaybeEntry,
  readEntry,
  type Store,
} from "@/lib/store/store.ts";
import { StoreMemory } from "@/lib/store/store_memory.ts";
import {
  ANY_BOUNDS,
  type Bounds,
  plausibleBounds,
  type Point,
  storedSeriesId,
} from "@/lib/timeseries/readings.ts";
import type { SeriesRecord } from "@/lib/timeseries/schema.ts";
import { isMeasureKey, type SourceDevice, sourceKeys } from "@/lib/timeseries/source_names.ts";
import { addArrivals } from "@/lib/timeseries/store/arrivals.ts";
import { type DataKind, ownUnit } from "@/lib/timeseries/units.ts";
import { claimSchema, deletedInstants, type DeletedSeconds, seriesRecord } from "./records.ts";
import { type RefusalCause, RefusalTally, takenPoint } from "./refusals.ts";
import type { SourceScales } from "./source_scales.ts";
import { includeRefusals, keptPoints, readUnknown, type SourceAt } from "./unknown_sources.ts";

/** The values allowed for a series, and their unit; null for a state or an unknown series. */
interface UnitBounds extends Bounds {
  readonly unit: string | null;
}

async function boundsOfProject(
  store: Store,
  projectId: string,
): Promise<ReadonlyMap<string, UnitBounds>> {
  const prefix = keys.dataseries.under(projectId);
  const entries = await listEntries(store, { prefix }, seriesRecord, { batchSize: 500 });
  return new Map(entries.map(({ key, value }) => [idOf(key), boundsOf(value)]));
}

/** The values allowed for a series; any plausible one when it is unknown. */
export async function boundsOfSeries(
  store: Store,
  { projectId, seriesId }: { readonly projectId: string; readonly seriesId: string },
): Promise<UnitBounds> {
  const { value } = await readEntry(store, keys.dataseries(projectId, seriesId), seriesRecord);
  return value === null ? { ...ANY_BOUNDS, unit: null } : boundsOf(value);
}

function boundsOf({ dataUnitId, importedUnit }: SeriesRecord): UnitBounds {
  const unit = ownUnit({ dataUnitId, importedUnit }) || null;
  return { ...plausibleBounds(dataUnitId, importedUnit), unit };
}

/** The series of a source. */
export type Claim = z.output<typeof claimSchema>;

export interface ClaimedSource extends Claim {
  readonly sourceKey: string;
}

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
export async function claimSource(
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
  /** The series, when the same commit writes it. */
  readonly record?: SeriesRecord;
  /** Counts the readings that the series rejects, for a commit that attaches several sources and adds it itself. */
  readonly counts?: RefusalTally;
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
  { projectId, sourceKey, claim, oldestS, record, counts }: ClaimedAt,
): Promise<"added" | "same" | "source-taken"> {
  const key = keys.seriesSource(projectId, sourceKey);
  const { value, versionstamp } = await readEntry(store, key, claimSchema);
  if (value !== null) return isSameClaim(value, claim) ? "same" : "source-taken";
  const unknown = await readUnknown(store, { projectId, sourceKey });
  atomic.check({ key, versionstamp }, unknown).delete(unknown.key);
  const { unit, ...bounds } = record
    ? boundsOf(record)
    : await boundsOfSeries(store, { projectId, seriesId: claim.seriesId });
  const storedId = storedSeriesId(claim.seriesId, claim.houseId);
  const deleted = (await deletedInstants(store, projectId, storedId)).get(storedId);
  const tally = counts ?? new RefusalTally(claim.attachedAtMs);
  const from = unknown.value?.origin?.unit ?? "";
  const series = { kind: claim.kind, bounds, unit, oldestS, deleted, scales: claim.scales };
  const readings = keptPoints(unknown.value).flatMap((pending) => {
    const accepted = takenOf(pending, series, from);
    if (typeof accepted !== "string") return accepted;
    tally.add(sourceKey, accepted, exampleOf(pending, accepted));
    return [];
  });
  const head = await store.get(keys.seriesHead(projectId, storedId));
  const { sinceS: _, ...own } = claim;
  const firstS = readings[0]?.epochS ?? Math.floor(claim.attachedAtMs / 1_000);
  const since = head.versionstamp !== null && { sinceS: firstS };
  atomic.set(key, { ...own, ...since });
  addKept(atomic, projectId, claim, readings);
  if (counts === undefined) await includeRefusals(store, atomic, { projectId, tally });
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

/** Whether another source than this one feeds the same series of the same place. */
export function isShared(
  claims: readonly ClaimedSource[],
  { sourceKey, ...claim }: ClaimedSource,
): boolean {
  return claims.some((other) =>
    other.sourceKey !== sourceKey && isSameClaim(other, claim) && !isMeasureKey(other.sourceKey)
  );
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
  readonly deleted: DeletedSeconds | undefined;
  readonly scales: SourceScales | undefined;
}

/** A waiting reading as a series takes it, or why it does not. @param from unit of its number; "" for none */
function takenOf(
  pending: Point,
  { oldestS, deleted, ...series }: TakingSeries,
  from: string,
): Point | RefusalCause {
  if (pending.epochS < oldestS) return "too-old";
  return deleted?.has(pending.epochS) ? "deleted" : takenPoint(pending, series, from);
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

export interface ClaimedSeries {
  /** The id under which its readings are stored: a dwelling has its own. */
  readonly storedId: string;
  readonly kind: DataKind;
  readonly bounds: Bounds;
  /** Unit of its values; null when the series is unknown. */
  readonly unit: string | null;
  /** Seconds of readings that a user has deleted: they are passed over; undefined for none. */
  readonly deleted?: DeletedSeconds | undefined;
  /** What the numbers of its source are worth; undefined for as sent. */
  readonly scales?: SourceScales | undefined;
}

/** The names of the sources of a device, by field: those of a device that sends again are made once. */
const namesOf = memoOf((device: SourceDevice) =>
  memo((field: string) => [...sourceKeys(device, field)], 8)
);

/** Claims by the key of their source. */
interface ClaimIndex {
  readonly bySource: ReadonlyMap<string, ClaimedSeries>;
  readonly measures: ReadonlyMap<string, Claim>;
}

/** The claims of a project at one version. */
export class Claims {
  /** Changes with any claim; null before the first. */
  version: string | null = null;
  /** Created for the first reading: pages need the sources alone. */
  #index: ClaimIndex | undefined;

  /** @param bounds bounds of the values of each series */
  constructor(
    readonly sources: readonly ClaimedSource[],
    readonly bounds: ReadonlyMap<string, UnitBounds>,
    readonly deleted: ReadonlyMap<string, DeletedSeconds> = new Map(),
  ) {}

  #indexed(): ClaimIndex {
    if (this.#index !== undefined) return this.#index;
    const [bySource, measures] = [new Map<string, ClaimedSeries>(), new Map<string, Claim>()];
    for (const { sourceKey, ...claim } of this.sources) {
      if (isMeasureKey(sourceKey)) measures.set(sourceKey, claim);
      else bySource.set(sourceKey, this.seriesOfClaim(claim));
    }
    return this.#index = { bySource, measures };
  }

  seriesOfClaim({ seriesId, houseId, kind, scales }: Claim): ClaimedSeries {
    const { unit, ...bounds } = this.bounds.get(seriesId) ?? { ...ANY_BOUNDS, unit: null };
    const storedId = storedSeriesId(seriesId, houseId);
    return { storedId, kind, bounds, unit, deleted: this.deleted.get(storedId), scales };
  }

  /** Claims for every dwelling, by measure: none applies to a reading directly. */
  get measures(): ReadonlyMap<string, Claim> {
    return this.#indexed().measures;
  }

  /** The series that takes a field of a device, by the most precise claim; null for none. */
  seriesOf(device: SourceDevice, field: string): ClaimedSeries | null {
    const { bySource } = this.#indexed();
    if (bySource.size === 0) return null;
    for (const name of namesOf(device)(field)) {
      const series = bySource.get(name);
      if (series !== undefined) return series;
    }
    return null;
  }
}

/**
 * The claims of a project, cached until a claim or the unit of a series changes.
 *
 * A tick of ten thousand series then reads one key.
 */
export async function claimsOf(store: Store, projectId: string): Promise<Claims> {
  const { versionstamp } = await store.get(claimsVersionKey(projectId));
  // Readings are filed by the whole of them.
  return await CLAIMS.of(store, projectId, versionstamp, async () => {
    const sources = await claimedSources(store, projectId);
    const bounds = await boundsOfProject(store, projectId);
    const claims = new Claims(sources, bounds, await deletedInstants(store, projectId));
    claims.version = versionstamp;
    return claims;
  });
}

const CLAIMS = new StoreMemory<Claims>("claims", ({ sources }) => sources.length * CLAIM_BYTES);
/** Of a claimed source with its series and index, about. */
const CLAIM_BYTES = 600;
