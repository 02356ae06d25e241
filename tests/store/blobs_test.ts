import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { crc32 } from "node:zlib";
import {
  DamagedBlob,
  looseBytes,
  LostBlob,
  PART_BYTES,
  readBlob,
  writeParts,
} from "@/lib/store/blobs.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

const ID = "b1";
/** Three parts. */
const BYTES = Uint8Array.from({ length: 2 * PART_BYTES + 10 }, (_, at) => at % 251);

async function written(store: Store): Promise<void> {
  const manifest = await writeParts(store, ID, [BYTES]);
  await store.atomic().set(keys.blob(ID), manifest).commit();
}

async function replace(store: Store, bytes: Uint8Array, crc = crc32(bytes)): Promise<void> {
  await store.atomic().set(keys.blobPart(ID, 1), { bytes, crc }).commit();
}

const read = async (store: Store) => (await Array.fromAsync(readBlob(store, ID))).length;

Deno.test("readBlob() refuses a missing or damaged part, and parts that are not those of the file", () =>
  withStore(async (store) => {
    await written(store);
    strictEqual(await read(store), 3);
    await replace(store, BYTES.slice(PART_BYTES, 2 * PART_BYTES), 1);
    await rejects(read(store), DamagedBlob);
    await replace(store, new Uint8Array(PART_BYTES));
    await rejects(read(store), DamagedBlob);
    await store.atomic().delete(keys.blobPart(ID, 1)).commit();
    await rejects(read(store), DamagedBlob);
    await rejects(Array.fromAsync(readBlob(store, "unknown")), DamagedBlob);
  }));

Deno.test("looseBytes() returns the parts of a file without manifest when they have its size, and refuses damaged ones", () =>
  withStore(async (store) => {
    await written(store);
    deepStrictEqual(await looseBytes(store, ID, BYTES.length), BYTES);
    strictEqual(await looseBytes(store, ID, BYTES.length + 1), null);
    strictEqual(await looseBytes(store, ID, BYTES.length - 1), null);
    await replace(store, BYTES.slice(PART_BYTES, 2 * PART_BYTES), 1);
    await rejects(looseBytes(store, ID, BYTES.length), DamagedBlob);
  }));

Deno.test("writeParts() writes nothing once its process no longer owns the file", () =>
  withStore(async (store) => {
    await store.atomic().set(keys.probe(), true).commit();
    const check = { key: keys.probe(), versionstamp: null };
    const written = writeParts(store, ID, [BYTES], (atomic) => atomic.check(check));
    await rejects(written, LostBlob);
    deepStrictEqual(await Array.fromAsync(store.list({ prefix: keys.blobPart.under(ID) })), []);
  }));
