/** Writes, reads and removes files in the store, in parts with a checksum. @module */

import { crc32 } from "node:zlib";
import * as z from "zod";
import { unsharedBytes } from "@/lib/base/bytes.ts";
import { deleteAll } from "./commits.ts";
import { keys } from "./keys.ts";
import { type Atomic, BYTES_PER_COMMIT, parsedEntry, readEntry, type Store } from "./store.ts";

/** Parts listed or removed together: 2 MiB. */
const PARTS_AT_ONCE = 32;

/** Description of a file, written after all its parts. */
export type Manifest = z.output<typeof manifest>;

export const manifest = z.object({
  /** Bytes of the whole file. */
  size: z.number(),
  parts: z.number(),
  crc: z.number(),
  /** True when the content is an object of a bucket. */
  inBucket: z.literal(true).optional(),
});
export const blobPart = z.object({ bytes: z.instanceof(Uint8Array), crc: z.number() });

export const PART_BYTES = 60 * 1024;
const PARTS_PER_COMMIT = Math.floor(BYTES_PER_COMMIT / (PART_BYTES + 4096));

/** Error for a file whose content does not match its CRC, or that misses a part. */
export class DamagedBlob extends Error {
  override name = "DamagedBlob";
}

/** Error for a file that another process took over while its parts were written. */
export class LostBlob extends Error {
  override name = "LostBlob";
}

/**
 * Writes the parts of a file and returns its manifest. The file exists once the caller commits the
 * manifest with the record that refers to it: `atomic.set(keys.blob(id), manifest)`.
 *
 * @param guarded adds to each commit the check that this process still owns the file
 * @throws LostBlob when this process no longer owns the file
 */
export async function writeParts(
  store: Store,
  blobId: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  guarded: (atomic: Atomic) => Atomic = (atomic) => atomic,
): Promise<Manifest> {
  let [parts, size, crc] = [0, 0, 0];
  let atomic = store.atomic();
  const commit = async () => {
    if (!(await guarded(atomic).commit()).ok) throw new LostBlob(`File ${blobId}`);
    atomic = store.atomic();
  };
  for await (const bytes of partsOf(chunks)) {
    atomic.set(keys.blobPart(blobId, parts), { bytes, crc: crc32(bytes) });
    crc = crc32(bytes, crc);
    size += bytes.length;
    if (++parts % PARTS_PER_COMMIT === 0) await commit();
  }
  if (parts % PARTS_PER_COMMIT !== 0) await commit();
  return { size, parts, crc };
}

/** Adds to a commit the parts of a file that contain `bytes`, from the part `first` on. */
export function setParts(
  atomic: Atomic,
  blobId: string,
  { first, bytes }: { readonly first: number; readonly bytes: Uint8Array },
): void {
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    const part = bytes.slice(at, at + PART_BYTES);
    atomic.set(keys.blobPart(blobId, first + at / PART_BYTES), { bytes: part, crc: crc32(part) });
  }
}

/**
 * The bytes of a file without a manifest, joined as they are read; null when there are not exactly `size` bytes.
 *
 * @throws DamagedBlob when a part does not match its CRC
 */
export async function looseBytes(
  store: Store,
  blobId: string,
  size: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const whole = new Uint8Array(size);
  let at = 0;
  const parts = store.list({ prefix: keys.blobPart.under(blobId) }, { batchSize: PARTS_AT_ONCE });
  for await (const entry of parts) {
    const { value: { bytes, crc } } = parsedEntry(entry, blobPart);
    if (crc32(bytes) !== crc) throw new DamagedBlob(`File ${blobId}: a part is damaged`);
    if (at + bytes.length > size) return null;
    whole.set(bytes, at);
    at += bytes.length;
  }
  return at === size ? whole : null;
}

/** A file's manifest; null when there is no such file. */
export async function readManifest(store: Store, blobId: string): Promise<Manifest | null> {
  return (await readEntry(store, keys.blob(blobId), manifest)).value;
}

/** The bytes of a file, part by part. @throws DamagedBlob when a part is missing or does not match its CRC */
export async function* readBlob(
  store: Store,
  blobId: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const known = await readManifest(store, blobId);
  if (known === null) throw new DamagedBlob(`No file ${blobId}`);
  let crc = 0;
  for (let part = 0; part < known.parts; part++) {
    const { value } = await readEntry(store, keys.blobPart(blobId, part), blobPart);
    if (value === null || crc32(value.bytes) !== value.crc) {
      throw new DamagedBlob(`File ${blobId}: part ${part} is damaged`);
    }
    crc = crc32(value.bytes, crc);
    yield unsharedBytes(value.bytes);
  }
  if (crc !== known.crc) throw new DamagedBlob(`File ${blobId} does not match its CRC`);
}

/** Removes a file: the manifest first, so that it is never partially readable. */
export async function removeBlob(store: Store, blobId: string): Promise<void> {
  await store.atomic().delete(keys.blob(blobId)).commit();
  await deleteAll(store, { prefix: keys.blobPart.under(blobId) }, { perCommit: PARTS_AT_ONCE });
}

/** Removes the parts beyond those of the manifest: those of an earlier, longer attempt. */
export async function removePartsFrom(
  store: Store,
  blobId: string,
  { parts }: Manifest,
): Promise<void> {
  const after = { prefix: keys.blobPart.under(blobId), start: keys.blobPart(blobId, parts) };
  await deleteAll(store, after, { perCommit: PARTS_AT_ONCE });
}

async function* partsOf(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(PART_BYTES);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length;) {
      const piece = chunk.subarray(from, from + PART_BYTES - filled);
      part.set(piece, filled);
      filled += piece.length;
      from += piece.length;
      if (filled < PART_BYTES) continue;
      yield part;
      [part, filled] = [new Uint8Array(PART_BYTES), 0];
    }
  }
  if (filled > 0) yield part.slice(0, filled);
}
