import type { Entry, Store } from "@/lib/backend/kv/store.ts";
import { StoreMemory } from "@/lib/backend/kv/store_memory.ts";
import type { Point } from "@/lib/domain/series/types.ts";
import { checkRun, decodePoints } from "./chunk.ts";
import { BIG_BYTES } from "./parts.ts";

/** Number of big parts whose points are cached: a month of five-minute readings each. */
const PARTS_REMEMBERED = 16;

interface Read {
  readonly versionstamp: string;
  readonly points: readonly Point[];
}

const READ = new StoreMemory<Read>(PARTS_REMEMBERED);

/**
 * The points of a part, cached while the stored version is the same.
 *
 * A page that moves through the days of a month, or is reloaded, reads the same part each time. The slow step is
 * not the decoding but the creation of thousands of points, which the collector then copies: they are created
 * once. The bytes are still compared with their CRC at every read.
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
