import { crc32 } from "node:zlib";
import { newId } from "@/lib/backend/accounts/secrets.ts";
import {
  blobPart,
  DamagedBlob,
  type Manifest,
  readBlob,
  readManifest,
  removeBlob,
  writeParts,
} from "@/lib/backend/kv/blobs.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { type S3, S3Failure } from "./s3.ts";

/** A file that was written, and does not exist until its manifest is committed. */
export interface WrittenFile {
  readonly id: string;
  /** Puts its manifest into the commit of what it belongs to. */
  readonly keep: (atomic: Atomic) => void;
}

/** A file without manifest is older than any deposit under way after this, ms. */
export const ORPHAN_MS = 3_600_000;

/** A file that waits for its document waits no longer than this, ms. */
export const WAITING_MS = 24 * ORPHAN_MS;

/** What the ids of files begin with. */
const KINDS = { deposit: "f", waiting: "w" } as const;

/** Ids say what they are of and the instant of their deposit, so that the sweep knows how old a part may be. */
const ID = /^([fw])([0-9a-z]{8,9})-/;

/**
 * The files of documents: in parts in the store, or in a bucket. In both, a file exists once its manifest
 * does, which is committed with the document. (Decision 134.)
 *
 * @spec deposits.whole
 */
export class DocumentFiles {
  /** @param s3 the bucket that new files go to; null for the store */
  constructor(
    private readonly store: Store,
    private readonly now: () => number,
    private readonly s3: S3 | null = null,
  ) {}

  /** An id that nothing names, which begins with the instant. */
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

  /** An empty part comes first: the sweep finds by it an object whose manifest never came. */
  async #putObject(s3: S3, id: string, bytes: Uint8Array<ArrayBuffer>): Promise<Manifest> {
    const trace = { bytes: new Uint8Array(), crc: 0 };
    await this.store.atomic().set(keys.blobPart(id, 0), trace).commit();
    await s3.put(id, bytes);
    return { size: bytes.length, parts: 0, crc: crc32(bytes), inBucket: true };
  }

  /** The bytes of a file, part by part. @spec deposits.flow @throws DamagedBlob when a part of it is missing or changed */
  async *read(id: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const manifest = await readManifest(this.store, id);
    yield* manifest?.inBucket ? this.#object(id, manifest) : readBlob(this.store, id);
  }

  /** Its last part is given once the whole is known to be right. */
  async *#object(id: string, { crc }: Manifest): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    let found = 0;
    let last: Uint8Array<ArrayBuffer> | null = null;
    for await (const part of this.s3?.get(id) ?? []) {
      found = crc32(part, found);
      if (last !== null) yield last;
      last = part;
    }
    if (last === null || found !== crc) throw new DamagedBlob(`File ${id} of the bucket`);
    yield last;
  }

  async remove(id: string): Promise<void> {
    if (await this.#isInBucket(id)) await this.s3?.delete(id);
    await removeBlob(this.store, id);
  }

  /** Of a file that has no manifest, its empty part says so. */
  async #isInBucket(id: string): Promise<boolean> {
    const known = await readManifest(this.store, id);
    if (known !== null) return known.inBucket ?? false;
    const { value } = await readEntry(this.store, keys.blobPart(id, 0), blobPart);
    return value?.bytes.length === 0;
  }

  /**
   * Removes what deposits that broke off left behind. What the bucket does not remove is left to the next sweep; one that
   * does not answer is not asked again.
   *
   * @spec deposits.sweep
   * @returns how many files
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

  /** Whether a file is older than any deposit under way, and has no manifest. */
  async #isOrphan(id: string): Promise<boolean> {
    const [, kind, startedAt = ""] = ID.exec(id) ?? [];
    const lastsMs = kind === KINDS.waiting ? WAITING_MS : ORPHAN_MS;
    return parseInt(startedAt, 36) < this.now() - lastsMs &&
      await readManifest(this.store, id) === null;
  }

  /** The next id that has parts, in the order of their keys. */
  async #idAfter(id: string): Promise<string | null> {
    const prefix = keys.blobPart.under();
    const start = keys.blobPart(id, Number.MAX_SAFE_INTEGER);
    for await (const { key } of this.store.list({ prefix, start }, { limit: 1, batchSize: 1 })) {
      return String(key[1]);
    }
    return null;
  }
}
