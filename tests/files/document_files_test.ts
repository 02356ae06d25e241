import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { DocumentFiles, ORPHAN_MS } from "@/lib/files/document_files.ts";
import { S3, S3Failure } from "@/lib/files/s3.ts";
import { DamagedBlob } from "@/lib/store/blobs.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { countedStore } from "@/tests/helpers/changed_stores.ts";
import { NOW, withStore } from "@/tests/helpers/fixtures.ts";
import { reached, withBucket, withSickBucket } from "@/tests/helpers/s3_server.ts";

const FILE = new Uint8Array(1_000_000).map((_, at) => at % 251);

async function written(files: DocumentFiles, store: Store): Promise<string> {
  const { id, keep } = await files.write(FILE);
  const atomic = store.atomic();
  keep(atomic);
  await atomic.commit();
  return id;
}

// @spec deposits.flow
Deno.test("DocumentFiles.read() reads only the requested parts", () =>
  withStore(async (store) => {
    const id = await written(new DocumentFiles(store, () => NOW), store);
    const { store: counted, asked } = countedStore(store);
    const parts = new DocumentFiles(counted, () => NOW).read(id);
    ok(((await parts.next()).value?.length ?? 0) > 0);
    const before = asked.get;
    ok(before < 5);
    await parts.return(undefined);
    strictEqual(asked.get, before);
    const whole = await Array.fromAsync(new DocumentFiles(counted, () => NOW).read(id));
    deepStrictEqual(new Uint8Array(await new Blob(whole).arrayBuffer()), FILE);
  }));

// @spec deposits.flow
Deno.test("DocumentFiles.read() never returns the end of an object that was changed in the bucket", () =>
  withBucket((bucket) =>
    withStore(async (store) => {
      const s3 = new S3({ ...bucket.options, now: () => NOW });
      const files = new DocumentFiles(store, () => NOW, s3);
      const id = await written(files, store);
      const whole = await Array.fromAsync(files.read(id));
      deepStrictEqual(new Uint8Array(await new Blob(whole).arrayBuffer()), FILE);
      const [name = ""] = bucket.objects.keys();
      const longer = new Uint8Array(10_000_000);
      longer.set(FILE);
      for (const changed of [FILE.with(10, 0), longer, FILE.subarray(1)]) {
        bucket.objects.set(name, new Uint8Array(changed));
        let size = 0;
        await rejects(async () => {
          for await (const part of files.read(id)) size += part.length;
        }, DamagedBlob);
        ok(size < FILE.length);
      }
      bucket.objects.delete(name);
      await rejects(files.read(id).next(), DamagedBlob);
    })
  ));

// @spec deposits.sweep
Deno.test("DocumentFiles.sweep(): objects that a bucket fails to delete wait for the next sweep, others are deleted; a silent bucket is called once", () =>
  withSickBucket((bucket) =>
    withStore(async (store) => {
      let now = NOW;
      const asked: string[] = [];
      const s3 = reached(bucket);
      const remove = s3.delete.bind(s3);
      s3.delete = (id) => {
        asked.push(id);
        return remove(id);
      };
      const files = new DocumentFiles(store, () => now, s3);
      // Three objects whose manifest was never committed, then parts in the store.
      for (let rank = 0; rank < 3; rank++) await files.write(FILE);
      await new DocumentFiles(store, () => now).write(FILE);
      now += ORPHAN_MS + 1;
      bucket.failures.set("DELETE", 403);
      await rejects(files.sweep(), S3Failure);
      deepStrictEqual([asked.length, await blobIds(store)], [3, 3]);
      bucket.failures.clear();
      bucket.sickness = { way: "request", afterBytes: 0, then: "silence" };
      await rejects(files.sweep(), S3Failure);
      deepStrictEqual([asked.length, await blobIds(store)], [4, 3]);
      bucket.sickness = null;
      strictEqual(await files.sweep(), 3);
      deepStrictEqual([bucket.objects.size, await blobIds(store)], [0, 0]);
    })
  ));

/** Number of files with parts. */
async function blobIds(store: Store): Promise<number> {
  const entries = await Array.fromAsync(store.list({ prefix: keys.blobPart.under() }));
  return new Set(entries.map(({ key }) => key[1])).size;
}
