/** Keeps the files of documents, in parts in the store or in a bucket. @module */

import { crc32 } from "node:zlib";
import { newId } from "@/lib/base/secrets.ts";
import {
  blobPart,
  DamagedBlob,
  type Manifest,
  readBlob,
  readManifest,
  removeBlob,
  writeParts,
} from "@/lib/store/blobs.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, readEntry, type Store } from "@/lib/store/store.ts";
import { type S3, S3Failure } from "./s3.ts";

/** A written file, which does not exist until its manifest is committed. */
interface WrittenFile {
  readonly id: string;
  /** Adds its manifest to the commit of the record that owns it. */
  readonly keep: (atomic: Atomic) => void;
}

/** Age from which a file without manifest cannot belong to a running deposit, ms. */
export const ORPHAN_MS = 3_600_000;

/** Maximum time a file waits for its document, ms. */
export const WAITING_MS = 24 * ORPHAN_MS;

/** First letter of the ids of files. */
const KINDS = { deposit: "f", waiting: "w" } as const;

/** Ids contain the kind and the instant of the deposit, so that the sweep can tell the age of a part. */
const ID = /^([fw])([0-9a-z]{8,9})-/;

/**
 * The files of documents: in parts in the store, or in a bucket. In both, a file exists once its manifest
 * does, which is committed with the document. (Decision 134.)
 *
 * @spec deposits.whole
 */
export class DocumentFiles {
  /** @param s3 the bucket of new files; null for the store */
  constructor(
    private readonly store: Store,
    private readonly now: () => number,
    private readonly s3: S3 | null = null,
  ) {}

  newId(kind: keyof typeof KINDS = "deposit"): string {
    return `${KINDS[kind]}${this.now().toString(36)}-${newId()}`;
  }

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<WrittenFile> {
    const id = this.newId();
    const manifest = this.s3 === null
      ? await writeParts(this.store, id, [bytes])
      : await this.#putObject(this.s3, id, bytes);
    return { id, keep: (atomic) => atomic.set(keys.blob(id), manifest) };
  }

  /** Writes an empty part first: the sweep uses it to find an object without a manifest. */
  async #putObject(s3: S3, id: string, bytes: Uint8Array<ArrayBuffer>): Promise<Manifest> {
    const trace = { bytes: new Uint8Array(), crc: 0 };
    await this.store.atomic().set(keys.blobPart(id, 0), trace).commit();
    await s3.put(id, bytes);
    return { size: bytes.length, parts: 0, crc: crc32(bytes), inBucket: true };
  }

  /** The bytes of a file, part by part. @spec deposits.flow @throws DamagedBlob when a part is missing or damaged */
  async *read(id: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const manifest = await readManifest(this.store, id);
    yield* manifest?.inBucket ? this.#object(id, manifest) : readBlob(this.store, id);
  }

  /** The bytes of an object; the last part is yielded after the size and the CRC are verified. */
  async *#object(id: string, { crc, size }: Manifest): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    let [found, read] = [0, 0];
    let last: Uint8Array<ArrayBuffer> | null = null;
    for await (const part of this.s3?.get(id) ?? []) {
      read += part.length;
      // A longer object may never end, and its reader would take its beginning for the whole file.
      if (read > size) break;
      found = crc32(part, found);
      if (last !== null) yield last;
      last = part;
    }
    if (last === null || read !== size || found !== crc) {
      throw new DamagedBlob(`File ${id} of the bucket`);
    }
    yield last;
  }

  async remove(id: string): Promise<void> {
    if (await this.#isInBucket(id)) await this.s3?.delete(id);
    await removeBlob(this.store, id);
  }

  /** True for a file in the bucket; without a manifest, the empty part indicates it. */
  async #isInBucket(id: string): Promise<boolean> {
    const known = await readManifest(this.store, id);
    if (known !== null) return known.inBucket ?? false;
    const { value } = await readEntry(this.store, keys.blobPart(id, 0), blobPart);
    return value?.bytes.length === 0;
  }

  /**
   * Removes the files left by interrupted deposits. Files that the bucket fails to remove are left to the next sweep;
   * a bucket that does not answer is not asked again.
   *
   * @spec deposits.sweep
   * @returns number of files removed
   * @throws S3Failure at the end, when the bucket failed
   */
  async sweep(): Promise<number> {
    let swept = 0;
    let failure: S3Failure | null = null;
    for (let id = await this.#idAfter(""); id !== null; id = await this.#idAfter(id)) {
      if (!await this.#isOrphan(id)) continue;
      if (failure?.isSilent && await this.#isInBucket(id)) continue;
      try {
        await this.remove(id);
        swept++;
      } catch (fault) {
        if (!(fault instanceof S3Failure)) throw fault;
        failure = fault;
      }
    }
    if (failure !== null) throw failure;
    return swept;
  }

  /** True when a file has no manifest and is too old for a running deposit. */
  async #isOrphan(id: string): Promise<boolean> {
    const [, kind, startedAt = ""] = ID.exec(id) ?? [];
    const lastsMs = kind === KINDS.waiting ? WAITING_MS : ORPHAN_MS;
    return parseInt(startedAt, 36) < this.now() - lastsMs &&
      await readManifest(this.store, id) === null;
  }

  /** The next id with parts, in key order. */
  async #idAfter(id: string): Promise<string | null> {
    const prefix = keys.blobPart.under();
    const start = keys.blobPart(id, Number.MAX_SAFE_INTEGER);
    for await (const { key } of this.store.list({ prefix, start }, { limit: 1, batchSize: 1 })) {
      return String(key[1]);
    }
    return null;
  }
}
