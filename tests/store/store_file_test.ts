import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import { StoreUnavailable } from "@/lib/store/store_errors.ts";
import { FORMAT, NO_FILE, storeFileAt } from "@/lib/store/store_file.ts";
import { raiseFormat, withStoreFile } from "@/tests/helpers/stores.ts";

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

Deno.test("openStore() refuses the database of another program, and leaves it as it is", () =>
  withStoreFile(async (path) => {
    for (const table of ["users (id integer primary key, name text)", "kv (k text, v text)"]) {
      const database = new DatabaseSync(path);
      database.exec(`create table ${table}`);
      database.close();
      const before = await Deno.readFile(path);
      await rejects(openStore(path), (fault) => {
        ok(fault instanceof StoreUnavailable);
        ok(fault.message.includes("the file is the database of another program"), fault.message);
        return true;
      });
      deepStrictEqual(await Deno.readFile(path), before);
      await Deno.remove(path);
    }
  }));

Deno.test("openStore() refuses a store that a newer version has written, and leaves it as it is", () =>
  withStoreFile(async (path) => {
    const store = await openStore(path);
    await store.atomic().set(keys.org("o1"), { name: "a" }).commit();
    store.close();
    raiseFormat(path);
    const before = await Deno.readFile(path);
    await rejects(openStore(path), (fault) => {
      ok(fault instanceof StoreUnavailable);
      match(fault.message, /a newer version of this program has written it .* Start that version/);
      return true;
    });
    deepStrictEqual(await Deno.readFile(path), before);
  }));

Deno.test("openStore() numbers a store of an earlier version, and a new one", () =>
  withStoreFile(async (path) => {
    const format = () => {
      using database = new DatabaseSync(path);
      return database.prepare("pragma user_version").get()?.user_version;
    };
    (await openStore(path)).close();
    strictEqual(format(), FORMAT);
    {
      using database = new DatabaseSync(path);
      database.exec("pragma user_version = 0");
    }
    (await openStore(path)).close();
    strictEqual(format(), FORMAT);
  }));

Deno.test("openStore() says why SQLite may not open a store whose other files it cannot create", () =>
  withStoreFile(async (path) => {
    (await openStore(path)).close();
    // As in a read-only folder, which the right to write everywhere would ignore.
    await Deno.mkdir(`${path}-wal`);
    await rejects(openStore(path), (fault) => {
      ok(fault instanceof StoreUnavailable);
      match(fault.message, /unable to open database file \(its folder may be read-only\)$/);
      return true;
    });
  }));

Deno.test("openStore() refuses an empty file", () =>
  withStoreFile(async (path) => {
    await Deno.writeTextFile(path, "");
    await rejects(openStore(path), (fault) => {
      ok(fault instanceof StoreUnavailable);
      ok(fault.message.includes("the file is empty. Restore a backup, or remove the file"));
      return true;
    });
    strictEqual((await Deno.stat(path)).size, 0);
    await Deno.remove(path);
    const both = await Promise.all([openStore(path), openStore(path)]);
    deepStrictEqual(
      await Promise.all(both.map((store) => store.get(["a"]))).then((all) =>
        all.map(({ value }) => value)
      ),
      [null, null],
    );
    for (const store of both) store.close();
  }));
