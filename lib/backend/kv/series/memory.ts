import type { Entry, Store } from "@/lib/backend/kv/store.ts";
import { StoreMemory } from "@/lib/backend/kv/store_memory.ts";
import type { Point } from "@/lib/domain/series/types.ts";
import { checkRun, decodePoints } from "./chunk.ts";
import { BIG_BYTES } from "./parts.ts";

/** Big parts whose points are remembered: a month of five minutes each. */
const PARTS_REMEMBERED = 16;

interface Read {
  readonly versionstamp: string;
  readonly points: readonly Point[];
}

const READ = new StoreMemory<Read>(PARTS_REMEMBERED);

/**
 * The points of a part, remembered while the store holds the same version of it.
 *
 * A page that moves through the days of a month, or is reloaded, reads the same part each time. The slow step
 * is not to decode it but to make its thousands of points, which the collector then copies: they are made once. The bytes
 * are compared with their CRC at every read all the same.
 *
 * @throws DamagedValue when the bytes are damaged
 */
export function pointsOfPart(store: Store, { key, value, versionstamp }: Entry): readonly Point[] {
  if (!(value instanceof Uint8Array) || value.length < BIG_BYTES) return decodePoints(value);
  const read = READ.of(store);
  const name = key.join("/");
  const known = read.get(name);
  if (known?.versionstamp === versionstamp) {
    checkRun(value);
    return known.points;
  }
  const points = decodePoints(value);
  read.set(name, { versionstamp, points });
  return points;
}
