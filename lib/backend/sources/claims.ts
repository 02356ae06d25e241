import type { Store } from "@/lib/backend/kv/store.ts";
import { RESIDENCES_REMEMBERED, StoreMemory } from "@/lib/backend/kv/store_memory.ts";
import { readAlike } from "@/lib/backend/kv/unread.ts";
import { deletedInstants, type DeletedSeconds } from "@/lib/backend/records/deleted_readings.ts";
import { ANY_BOUNDS, type Bounds } from "@/lib/domain/series/plausible.ts";
import {
  isMeasureKey,
  type SourceDevice,
  sourceKeys,
  storedSeriesId,
} from "@/lib/domain/series/sources.ts";
import type { DataKind } from "@/lib/domain/series/types.ts";
import { boundsOfProject, type UnitBounds } from "./bounds.ts";
import { type Claim, type ClaimedSource, claimedSources, claimsVersionKey } from "./sources.ts";

export interface ClaimedSeries {
  /** The id under which its readings are stored: a dwelling has its own. */
  readonly storedId: string;
  readonly kind: DataKind;
  readonly bounds: Bounds;
  /** Unit of its values; null when the series is unknown. */
  readonly unit: string | null;
  /** Seconds of readings that a user has deleted: they are passed over; undefined for none. */
  readonly deleted?: DeletedSeconds | undefined;
}

/** Number of the series of an unclaimed source. */
export const UNCLAIMED = -1;

/** Claims by the key of their source. */
interface ClaimIndex {
  readonly bySource: ReadonlyMap<string, ClaimedSeries>;
  readonly measures: ReadonlyMap<string, Claim>;
}

/** The claims of a project at one version. */
export class Claims {
  /** Created for the first reading: pages need the sources alone. */
  #index: ClaimIndex | undefined;
  readonly #series: ClaimedSeries[] = [];
  /** Series number, by series id. */
  readonly #numbers = new Map<string, number>();

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
      else bySource.set(sourceKey, this.#seriesOfClaim(claim));
    }
    return this.#index = { bySource, measures };
  }

  #seriesOfClaim({ seriesId, houseId, kind }: Claim): ClaimedSeries {
    const { unit, ...bounds } = this.bounds.get(seriesId) ?? { ...ANY_BOUNDS, unit: null };
    const storedId = storedSeriesId(seriesId, houseId);
    return { storedId, kind, bounds, unit, deleted: this.deleted.get(storedId) };
  }

  /** Claims for every dwelling, by measure: none applies to a reading directly. */
  get measures(): ReadonlyMap<string, Claim> {
    return this.#indexed().measures;
  }

  /** The series requested so far, by number. */
  get series(): readonly ClaimedSeries[] {
    return this.#series;
  }

  /** The number of the series of a claim. */
  numberOfClaim(claim: Claim): number {
    return this.#numberOf(this.#seriesOfClaim(claim));
  }

  /** The number of the series that takes a field of a device, by the most precise claim; {@link UNCLAIMED} for none. */
  seriesOf(device: SourceDevice, field: string): number {
    const { bySource } = this.#indexed();
    for (const name of sourceKeys(device, field)) {
      const series = bySource.get(name);
      if (series !== undefined) return this.#numberOf(series);
    }
    return UNCLAIMED;
  }

  #numberOf(series: ClaimedSeries): number {
    const known = this.#numbers.get(series.storedId);
    if (known !== undefined) return known;
    const number = this.#series.push(series) - 1;
    this.#numbers.set(series.storedId, number);
    return number;
  }
}

/**
 * The claims of a project, cached until a claim or the unit of a series changes.
 *
 * A tick of ten thousand series then reads one key.
 */
export async function claimsOf(store: Store, projectId: string): Promise<Claims> {
  const { versionstamp } = await store.get(claimsVersionKey(projectId));
  const remembered = REMEMBERED.of(store);
  const known = remembered.get(projectId);
  if (known !== undefined && known.versionstamp === versionstamp) return known.claims;
  const { value: claims, unread } = await readAlike(async () => {
    const sources = await claimedSources(store, projectId);
    const bounds = await boundsOfProject(store, projectId);
    return new Claims(sources, bounds, await deletedInstants(store, projectId));
  });
  // Readings are filed by the whole of them.
  if (unread.size === 0) remembered.set(projectId, { versionstamp, claims });
  return claims;
}

interface Remembered {
  readonly versionstamp: string | null;
  readonly claims: Claims;
}

const REMEMBERED = new StoreMemory<Remembered>(RESIDENCES_REMEMBERED);
