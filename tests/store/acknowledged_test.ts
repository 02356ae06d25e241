import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { Acknowledgements, lastAcknowledged } from "@/lib/store/acknowledged_commits.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import { withStoreFile } from "@/tests/helpers/stores.ts";

/** Opens the store for one commit. @returns what was reported at its opening */
async function commit(path: string): Promise<string[]> {
  const said: string[] = [];
  const store = await openStore(path, { report: (sentence) => said.push(sentence) });
  await store.atomic().sum(keys.version("a", "b"), 1n).commit();
  store.close();
  return said;
}

async function removeStore(path: string): Promise<void> {
  await Deno.remove(path);
  for (const end of ["-wal", "-shm"]) await Deno.remove(path + end).catch(() => {});
}

Deno.test("openStore() reports that the file lacks commits that were acknowledged, and nothing of a whole file", () =>
  withStoreFile(async (path) => {
    deepStrictEqual([await commit(path), await commit(path)], [[], []]);
    await Deno.copyFile(path, `${path}.old`);
    deepStrictEqual([await commit(path), await commit(path)], [[], []]);
    await removeStore(path);
    await Deno.rename(`${path}.old`, path);
    const [sentence, ...more] = await commit(path);
    ok(sentence?.includes("the commits in between are lost"), sentence);
    deepStrictEqual(more, []);
  }));

Deno.test("openStore() reports a file that lost its tables with the log that created them, and opens it", () =>
  withStoreFile(async (path) => {
    for (let count = 0; count < 2; count++) await commit(path);
    await removeStore(path);
    const bare = new DatabaseSync(path);
    bare.exec("create table lost (a); drop table lost");
    bare.close();
    const [sentence] = await commit(path);
    ok(sentence?.startsWith("The store ends at version 0"), sentence);
  }));

Deno.test("openStore() reports nothing of a new store in the place of a removed one", () =>
  withStoreFile(async (path) => {
    for (let count = 0; count < 3; count++) await commit(path);
    ok(lastAcknowledged(path));
    await removeStore(path);
    deepStrictEqual([await commit(path), await commit(path)], [[], []]);
  }));

Deno.test("Acknowledgements record the latest commit, of one process or of several, in any order", () =>
  withStoreFile((path) => {
    const stamp = (rank: number) => `${rank}`.padStart(16, "0") + "0000";
    const noted = (...ranks: number[]) => {
      const process = new Acknowledgements(path);
      for (const rank of ranks) process.note(stamp(rank));
      process.close();
      return lastAcknowledged(path)?.versionstamp;
    };
    strictEqual(noted(2, 3, 1), stamp(3));
    strictEqual(noted(2), stamp(3));
    strictEqual(noted(4), stamp(4));
    return Promise.resolve();
  }));
