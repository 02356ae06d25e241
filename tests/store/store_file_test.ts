import { deepStrictEqual } from "node:assert/strict";
import { NO_FILE, storeFileAt } from "@/lib/store/store_file.ts";
import { withStoreFile } from "@/tests/helpers/stores.ts";

Deno.test("storeFileAt() returns the bytes of the file with its log, and the backups, the newest first", () =>
  withStoreFile(async (path) => {
    await Deno.writeTextFile(path, "1234");
    deepStrictEqual(await storeFileAt(path), { bytes: 4, backups: [] });
    await Deno.writeTextFile(`${path}-wal`, "12");
    const folder = path.replace("store.db", "backups");
    await Deno.mkdir(`${folder}/a folder`, { recursive: true });
    const write = async (name: string, text: string, atS: number) => {
      await Deno.writeTextFile(`${folder}/${name}`, text);
      await Deno.utime(`${folder}/${name}`, atS, atS);
    };
    await write("b.db", "1", 2_000);
    await write("a.db", "123", 3_000);
    await write("c.db", "12", 1_000);
    await write("a.db.sha256", "00", 3_000);
    deepStrictEqual(await storeFileAt(path), {
      bytes: 6,
      backups: [
        { name: "a.db", bytes: 3, atMs: 3_000_000 },
        { name: "b.db", bytes: 1, atMs: 2_000_000 },
        { name: "c.db", bytes: 2, atMs: 1_000_000 },
      ],
    });
  }));

Deno.test("storeFileAt() returns no file for a store in memory, a remote one, and one not made yet", () =>
  withStoreFile(async (path) => {
    for (const one of [":memory:", "https://kv.example", path]) {
      deepStrictEqual(await storeFileAt(one), NO_FILE, one);
    }
  }));
