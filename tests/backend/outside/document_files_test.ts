import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { DamagedBlob } from "@/lib/backend/kv/blobs.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { DocumentFiles } from "@/lib/backend/outside/document_files.ts";
import { S3 } from "@/lib/backend/outside/s3.ts";
import { NOW, withStore } from "@/tests/backend/fixtures.ts";
import { countedStore } from "@/tools/loading/counted_store.ts";
import { withBucket } from "./s3_server.ts";

const FILE = new Uint8Array(1_000_000).map((_, at) => at % 251);

async function written(files: DocumentFiles, store: Store): Promise<string> {
  const { id, keep } = await files.write(FILE);
  const atomic = store.atomic();
  keep(atomic);
  await atomic.commit();
  return id;
}

// @spec deposits.flow
Deno.test("DocumentFiles.read() reads the parts that are asked for, and no others", () =>
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
Deno.test("DocumentFiles.read() never gives the end of an object of the bucket that was changed", () =>
  withBucket((bucket) =>
    withStore(async (store) => {
      const s3 = new S3({ ...bucket.options, now: () => NOW });
      const files = new DocumentFiles(store, () => NOW, s3);
      const id = await written(files, store);
      const whole = await Array.fromAsync(files.read(id));
      deepStrictEqual(new Uint8Array(await new Blob(whole).arrayBuffer()), FILE);
      const [name = ""] = bucket.objects.keys();
      bucket.objects.set(name, FILE.with(10, 0));
      let size = 0;
      await rejects(async () => {
        for await (const part of files.read(id)) size += part.length;
      }, DamagedBlob);
      ok(size < FILE.length);
      bucket.objects.delete(name);
      await rejects(files.read(id).next(), DamagedBlob);
    })
  ));
