import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { crc32 } from "node:zlib";
import { z } from "zod";
import {
  DamagedBlob,
  looseBytes,
  LostBlob,
  PART_BYTES,
  readBlob,
  readManifest,
  removeBlob,
  writeParts,
} from "@/lib/store/blobs.ts";
import { commitEach, deleteAll, retried } from "@/lib/store/commits.ts";
import { expiring, lasting, readLive } from "@/lib/store/expiry.ts";
import { keyDocs, keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import { type Key, readEntry, type Store } from "@/lib/store/store.ts";
import { StoreUnavailable } from "@/lib/store/store_errors.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { withStoreFile } from "@/tests/helpers/stores.ts";

const named = z.object({ name: z.string() });

/** Writes one value unconditionally. */
async function write(store: Store, key: Key, value: unknown): Promise<void> {
  await store.atomic().set(key, value).commit();
}

Deno.test("keys: each family builds its keys and their prefixes, and no two share a name", () => {
  deepStrictEqual(keys.member("o1", "a1"), ["member", "o1", "a1"]);
  deepStrictEqual(keys.member.under("o1"), ["member", "o1"]);
  deepStrictEqual(keys.djuDays("s", 2024), ["dju_days", "s", 2024]);
  const names = keyDocs().map(({ name }) => name);
  strictEqual(new Set(names).size, names.length);
  for (const { name, holds } of keyDocs()) ok(holds !== "", name);
});

Deno.test("readEntry() parses the stored value, and names the key of an invalid one", () =>
  withStore(async (store) => {
    await write(store, keys.org("o"), { name: "Habitat" });
    await write(store, keys.org("bad"), { name: 3 });
    deepStrictEqual((await readEntry(store, keys.org("o"), named)).value, { name: "Habitat" });
    deepStrictEqual(await readEntry(store, keys.org("none"), named), {
      key: keys.org("none"),
      value: null,
      versionstamp: null,
    });
    await rejects(() => readEntry(store, keys.org("bad"), named), /org\/bad: name/);
  }));

Deno.test("retried() counts exactly under concurrency, and gives up after its attempts", () =>
  withStore(async (store) => {
    const key = keys.version("test", "count");
    const add = async () =>
      await retried(async () => {
        const entry = await store.get(key);
        const next = (typeof entry.value === "number" ? entry.value : 0) + 1;
        return (await store.atomic().check(entry).set(key, next).commit()).ok ? next : null;
      }, 200);
    const answers = await Promise.all(Array.from({ length: 32 }, add));
    deepStrictEqual(answers.sort((a, b) => a - b), Array.from({ length: 32 }, (_, at) => at + 1));
    let tries = 0;
    const never = retried(() => Promise.resolve(++tries > 2 ? "third" : null), 2);
    await rejects(() => never, StoreUnavailable);
  }));

Deno.test("readLive() ends a value at its second, before the store deletes it", () =>
  withStore(async (store) => {
    const { value, options } = lasting({ name: "session" }, 5000, 1000);
    strictEqual(options.expireIn, 4000);
    await store.atomic().set(keys.session("s"), value, options).commit();
    deepStrictEqual((await readLive(store, keys.session("s"), named, 4999)).value, {
      name: "session",
    });
    const ended = await readLive(store, keys.session("s"), named, 5000);
    strictEqual(ended.value, null);
    ok(ended.versionstamp !== null);
    strictEqual((await readLive(store, keys.session("none"), named, 0)).versionstamp, null);
    strictEqual(expiring(named).safeParse({ value: { name: "a" } }).success, false);
  }));

async function bytesOf(store: Store, blobId: string): Promise<Uint8Array> {
  return await new Blob(
    await Array.fromAsync(readBlob(store, blobId), (part) => new Uint8Array(part)),
  )
    .bytes();
}

Deno.test("blobs: a file of any size is read back whole, and exists only with its manifest", () =>
  withStore(async (store) => {
    for (const size of [0, 1, PART_BYTES, PART_BYTES + 1, 20 * PART_BYTES + 7]) {
      const bytes = Uint8Array.from({ length: size }, (_, at) => at % 251);
      const chunks = [bytes.subarray(0, 1000), bytes.subarray(1000)];
      const manifest = await writeParts(store, `f${size}`, chunks);
      strictEqual(await readManifest(store, `f${size}`), null);
      await rejects(() => bytesOf(store, `f${size}`), DamagedBlob);
      await store.atomic().set(keys.blob(`f${size}`), manifest).commit();
      deepStrictEqual(await bytesOf(store, `f${size}`), bytes);
      deepStrictEqual([manifest.size, manifest.parts], [size, Math.ceil(size / PART_BYTES)]);
    }
  }));

Deno.test("blobs: a missing or damaged part, or one of another file, is detected", () =>
  withStore(async (store) => {
    const bytes = Uint8Array.from({ length: 2 * PART_BYTES }, (_, at) => at % 7);
    const manifest = await writeParts(store, "f", [bytes]);
    await store.atomic().set(keys.blob("f"), manifest).commit();
    const first = await store.get(keys.blobPart("f", 0));
    const second = await store.get(keys.blobPart("f", 1));
    await store.atomic().set(keys.blobPart("f", 0), second.value).commit();
    await rejects(() => bytesOf(store, "f"), /does not match its CRC/);
    await store.atomic().set(keys.blobPart("f", 0), { bytes: bytes.slice(1, 99), crc: 5 }).commit();
    await rejects(() => bytesOf(store, "f"), /part 0 is damaged/);
    await store.atomic().set(keys.blobPart("f", 0), first.value).delete(keys.blobPart("f", 1))
      .commit();
    await rejects(() => bytesOf(store, "f"), /part 1 is damaged/);
    await removeBlob(store, "f");
    strictEqual((await Array.fromAsync(store.list({ prefix: keys.blobPart.under() }))).length, 0);
    strictEqual(await readManifest(store, "f"), null);
  }));

Deno.test("openStore() explains in one sentence why a store cannot be used", () =>
  withStoreFile(async (path) => {
    await rejects(
      () => openStore(`${path}/none/store.db`),
      (fault) =>
        fault instanceof StoreUnavailable && fault.message.startsWith("Cannot open the store"),
    );
    await Deno.writeTextFile(path, "this is no database ".repeat(500));
    await rejects(
      () => openStore(path),
      (fault) => fault instanceof StoreUnavailable && fault.message.includes("not a database"),
    );
  }));

Deno.test("openStore() of a read-only file says so", () =>
  withStoreFile(async (path) => {
    (await openStore(path)).close();
    const script = `import { openStore } from ${
      JSON.stringify(new URL("../../lib/store/open_store.ts", import.meta.url).href)
    };
      await openStore(${
      JSON.stringify(path)
    }).then(() => console.log("opened"), (fault) => console.log(String(fault)));`;
    const config = new URL("../../deno.json", import.meta.url).pathname;
    const ran = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-read", "--unstable-kv", `--config=${config}`, "--no-prompt", "-"],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const input = ran.stdin.getWriter();
    await input.write(new TextEncoder().encode(script));
    await input.close();
    const { stdout, stderr } = await ran.output();
    const said = new TextDecoder().decode(stdout);
    ok(
      /^StoreUnavailable: Cannot (open|write to) the store/.test(said),
      said + new TextDecoder().decode(stderr),
    );
  }));

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

Deno.test("commitEach() writes every item, in commits of a bounded number of items", () =>
  withStore(async (store) => {
    await commitEach(store, ["a1", "a2", "a3", "a4", "a5"], {
      perCommit: 2,
      fill: (atomic, id) => atomic.set(keys.member("o1", id), true),
    });
    const written = await Array.fromAsync(store.list({ prefix: keys.member.under("o1") }));
    const byCommit = Map.groupBy(written, ({ versionstamp }) => versionstamp);
    deepStrictEqual([...byCommit.values()].map((some) => some.map(({ key }) => key.at(-1))), [
      ["a1", "a2"],
      ["a3", "a4"],
      ["a5"],
    ]);
  }));

Deno.test("deleteAll() deletes every entry under a prefix and no other, over several commits", () =>
  withStore(async (store) => {
    const atomic = store.atomic().set(keys.member("o2", "a1"), true);
    for (let rank = 0; rank < 5; rank++) atomic.set(keys.member("o1", `a${rank}`), true);
    await atomic.commit();
    strictEqual(await deleteAll(store, { prefix: keys.member.under("o1") }, { perCommit: 2 }), 5);
    const left = await Array.fromAsync(store.list({ prefix: keys.member.under() }));
    deepStrictEqual(left.map(({ key }) => key), [keys.member("o2", "a1")]);
  }));
