import { ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import { inFolder } from "@/tests/tools/folders.ts";
import { numbersWritten } from "@/tests/tools/keeping/a_writer.ts";
import { backUp, restore } from "@/tools/keeping/backups.ts";
import { sha256Of } from "@/tools/keeping/store_file.ts";
import { linesOf } from "@/tools/serving/server_process.ts";

const GIB = 1024 ** 3;
const VALUE_BYTES = 60 * 1024;
const VALUES_PER_COMMIT = 12;
/** Writes acknowledged before the backup starts. */
const WRITTEN_BEFORE = 500;
const RESTORED_MS_PER_GIB = 30_000;

/**
 * QF11: a store of 1 GiB is backed up while a process writes to it, then restored. No write
 * acknowledged before the backup is missing, each commit is whole, the checksum is that of the
 * backup, and it serves again within 30 s a GiB.
 */
export default async function backupWhileWriting(): Promise<void> {
  await inFolder(async (folder) => {
    const path = `${folder}/kv.db`;
    await fill(path);
    const { acknowledged, backupMs, writtenMeanwhile } = await backedUpWhileWriting(path);
    const { bytes, restoreMs } = await restored(path, `${folder}/backup.db`);
    const written = await writtenIn(path);
    ok(written > acknowledged, `${acknowledged} acknowledged, ${written} there`);
    const gib = bytes / GIB;
    console.log(`${gib.toFixed(2)} GiB backed up in ${seconds(backupMs)}, checked and hashed`);
    console.log(`${writtenMeanwhile} writes acknowledged meanwhile`);
    console.log(`${acknowledged + 1} writes acknowledged before: all there, each commit whole`);
    console.log(`restored and open in ${seconds(restoreMs)}, ${seconds(restoreMs / gib)} a GiB`);
    ok(restoreMs <= RESTORED_MS_PER_GIB * gib, "time to serve again");
  });
}

/** Values that do not compress. */
async function fill(path: string): Promise<void> {
  const store = await openStore(path);
  const value = new Uint8Array(VALUE_BYTES);
  for (let n = 0; n * VALUE_BYTES < GIB;) {
    const atomic = store.atomic();
    for (let of = 0; of < VALUES_PER_COMMIT; of++, n++) {
      crypto.getRandomValues(value);
      atomic.set(keys.version("bulk", String(n)), value.slice());
    }
    await atomic.commit();
  }
  store.close();
}

async function backedUpWhileWriting(path: string) {
  const script = new URL("../tools/keeping/a_writer.ts", import.meta.url).pathname;
  const writer = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", script, path],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  let last = -1;
  const enough = Promise.withResolvers<void>();
  const heard = (async () => {
    for await (const line of linesOf(writer.stdout)) {
      last = Number(line);
      if (last >= WRITTEN_BEFORE) enough.resolve();
    }
  })();
  await enough.promise;
  const acknowledged = last;
  const startedAt = performance.now();
  await backUp({ storePath: path, path: path.replace("kv.db", "backup.db") });
  const backupMs = performance.now() - startedAt;
  const writtenMeanwhile = last - acknowledged;
  await writer.stdin.close();
  await heard;
  strictEqual((await writer.status).code, 0);
  return { acknowledged, backupMs, writtenMeanwhile };
}

async function restored(path: string, backup: string) {
  const expected = (await Deno.readTextFile(`${backup}.sha256`)).split(" ")[0];
  const startedAt = performance.now();
  await restore({ path: backup, storePath: path, stamp: "before" });
  const copyMs = performance.now() - startedAt;
  strictEqual(await sha256Of(path), expected);
  const openedAt = performance.now();
  (await openStore(path)).close();
  const restoreMs = copyMs + performance.now() - openedAt;
  return { bytes: (await Deno.stat(path)).size, restoreMs };
}

/** Number of numbered writes in a store, from the first one on, each in both of its halves. */
async function writtenIn(path: string): Promise<number> {
  const store = await openStore(path);
  try {
    const numbers = await numbersWritten(store);
    strictEqual(numbers.every((number, index) => number === index), true);
    return numbers.length;
  } finally {
    store.close();
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
