import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import { StoreUnavailable } from "@/lib/store/store_errors.ts";
import { FORMAT } from "@/lib/store/store_file.ts";
import { raiseFormat, withStoreFile } from "@/tests/helpers/stores.ts";

Deno.test("store whose file is removed or replaced refuses each commit, and reads after a second, until it is back", () =>
  withStoreFile(async (path) => {
    const said: string[] = [];
    const store = await openStore(path, { report: (sentence) => said.push(sentence) });
    const write = (n: number) => store.atomic().set(keys.version("a", "b"), n).commit();
    try {
      ok((await write(1)).ok);
      await Deno.rename(path, `${path}.away`);
      await rejects(write(2), StoreUnavailable);
      // Once it is known to be missing, reads are refused at once.
      await rejects(store.get(keys.probe()), StoreUnavailable);
      await rejects(store.getMany([keys.probe()]), StoreUnavailable);
      await rejects(Array.fromAsync(store.list({ prefix: ["version"] })), StoreUnavailable);
      await Deno.writeTextFile(path, "another file");
      await rejects(write(3), StoreUnavailable);
      strictEqual(said.length, 1);
      await Deno.rename(`${path}.away`, path);
      ok((await write(4)).ok);
      strictEqual((await store.get(keys.version("a", "b"))).value, 4);
      // A second loss is reported too.
      await Deno.rename(path, `${path}.away`);
      await rejects(write(5), StoreUnavailable);
      strictEqual(said.length, 2);
    } finally {
      store.close();
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
