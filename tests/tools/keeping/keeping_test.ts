import { deepStrictEqual, match, ok, rejects, strictEqual, throws } from "node:assert/strict";
import { resolve } from "node:path";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { OpenedStore } from "@/lib/store/store.ts";
import { encodeRollup } from "@/lib/timeseries/store/stored_rollups.ts";
import { raiseFormat, withStoreFile } from "@/tests/helpers/stores.ts";
import { ROOT } from "@/tools/files.ts";
import { backUp, restore } from "@/tools/keeping/backups.ts";
import { checkStore } from "@/tools/keeping/check.ts";
import { entryCount, openReadOnly } from "@/tools/keeping/store_file.ts";
import { linesOf } from "@/tools/serving/server_process.ts";
import { numbersWritten } from "./a_writer.ts";

const STAMP = "20261121T083000Z";

async function inStore<T>(path: string, use: (store: OpenedStore) => Promise<T>): Promise<T> {
  const store = await openStore(path);
  try {
    return await use(store);
  } finally {
    store.close();
  }
}

function writeName(path: string, name: string): Promise<unknown> {
  return inStore(path, (store) => store.atomic().set(keys.org("o1"), { name }).commit());
}

function readName(path: string): Promise<unknown> {
  return inStore(path, async (store) => (await store.get(keys.org("o1"))).value);
}

Deno.test("restore() restores the copy of backUp(), and sets the existing store aside", () =>
  withStoreFile(async (path) => {
    await writeName(path, "avant");
    const { entryCount, sha256 } = await backUp({ storePath: path, path: `${path}.bak` });
    strictEqual(entryCount, 1);
    strictEqual(await Deno.readTextFile(`${path}.bak.sha256`), `${sha256}  store.db.bak\n`);
    await writeName(path, "après");
    deepStrictEqual(await restore({ path: `${path}.bak`, storePath: path, stamp: STAMP }), {
      entryCount: 1,
      setAside: `${path}.${STAMP}`,
    });
    deepStrictEqual(await readName(path), { name: "avant" });
    deepStrictEqual(await readName(`${path}.${STAMP}`), { name: "après" });
  }));

Deno.test("restore() creates a store where there was none", () =>
  withStoreFile(async (path) => {
    await writeName(path, "avant");
    await backUp({ storePath: path, path: `${path}.bak` });
    strictEqual(
      (await restore({ path: `${path}.bak`, storePath: `${path}.new`, stamp: STAMP })).setAside,
      null,
    );
    deepStrictEqual(await readName(`${path}.new`), { name: "avant" });
  }));

Deno.test("restore() sets aside the log of a store whose file was deleted", () =>
  withStoreFile(async (path) => {
    await writeName(path, "avant");
    await backUp({ storePath: path, path: `${path}.bak` });
    const log = await inStore(path, async (store) => {
      await store.atomic().set(keys.org("o1"), { name: "après" }).commit();
      return await Deno.readFile(`${path}-wal`);
    });
    await Deno.remove(path);
    // As a process that was killed leaves it.
    await Deno.writeFile(`${path}-wal`, log);
    deepStrictEqual(await restore({ path: `${path}.bak`, storePath: path, stamp: STAMP }), {
      entryCount: 1,
      setAside: `${path}.${STAMP}`,
    });
    deepStrictEqual(await readName(path), { name: "avant" });
    deepStrictEqual(await Deno.readFile(`${path}.${STAMP}-wal`), log);
    deepStrictEqual((await checkStore(path)).faults, []);
  }));

Deno.test("QF11 small: backUp() contains every write acknowledged before it, each commit whole, while writes continue", () =>
  withStoreFile(async (path) => {
    await writeName(path, "avant");
    const script = new URL("./a_writer.ts", import.meta.url).pathname;
    const writer = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", script, path],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const said = linesOf(writer.stdout);
    let acknowledged = -1;
    while (acknowledged < 50) acknowledged = Number((await said.next()).value);
    await backUp({ storePath: path, path: `${path}.bak` });
    const stopped = writer.stdin.close();
    while (!(await said.next()).done);
    await stopped;
    await writer.status;
    await inStore(`${path}.bak`, async (store) => {
      const numbers = await numbersWritten(store);
      ok(numbers.length > acknowledged);
      deepStrictEqual(numbers, numbers.map((_, n) => n));
    });
  }));

Deno.test("backUp() overwrites nothing, and reports a missing store", () =>
  withStoreFile(async (path) => {
    await rejects(backUp({ storePath: path, path: `${path}.bak` }), /There is no store at/);
    await writeName(path, "avant");
    await Deno.writeTextFile(`${path}.bak`, "mine");
    await rejects(
      backUp({ storePath: path, path: `${path}.bak` }),
      /exists already: nothing was written/,
    );
    strictEqual(await Deno.readTextFile(`${path}.bak`), "mine");
    await Deno.writeTextFile(`${path}.txt`, "no database at all, only a text of some length");
    await rejects(backUp({ storePath: `${path}.txt`, path: `${path}.2` }), /is not a store/);
    await rejects(
      backUp({ storePath: "https://kv.example", path: `${path}.2` }),
      /back it up with the means/,
    );
  }));

Deno.test("backUp() leaves no checksum of a failed backup", () =>
  withStoreFile(async (path) => {
    await writeName(path, "avant");
    await Deno.mkdir(`${path}.bak`);
    await rejects(backUp({ storePath: path, path: `${path}.bak` }));
    const left = [...Deno.readDirSync(path.slice(0, path.lastIndexOf("/")))].map(({ name }) =>
      name
    );
    deepStrictEqual(left.filter((name) => /sha256|part/.test(name)), []);
  }));

Deno.test("backUp() and restore() say in a sentence that the disk did not take the file, and leave nothing of it", () =>
  withStoreFile(async (path) => {
    await writeName(path, "avant");
    const folder = path.slice(0, path.lastIndexOf("/"));
    await rejects(backUp({ storePath: path, path: `${folder}/none/a.bak` }), {
      name: "UserError",
      message: /"[^"]+a.bak" could not be written: .+/,
    });
    await backUp({ storePath: path, path: `${path}.bak` });
    const full = `${folder}/full`;
    await Deno.mkdir(full);
    // A name that is taken by a folder: a write there fails as on a full disk, and needs no right to mount one.
    await Deno.mkdir(`${full}/kv.db.part`);
    await rejects(restore({ path: `${path}.bak`, storePath: `${full}/kv.db`, stamp: STAMP }), {
      name: "UserError",
      message: /"[^"]+kv.db" could not be written: .+/,
    });
    deepStrictEqual([...Deno.readDirSync(full)].map(({ name }) => name), ["kv.db.part"]);
  }));

Deno.test("openReadOnly() reads a store in a read-only folder, unless its log contains commits", () =>
  withStoreFile(async (path) => {
    await writeName(path, "avant");
    using store = openReadOnly(path);
    strictEqual(entryCount(store), 1);
    await Deno.writeTextFile(`${path}-wal`, "commits that nobody has moved");
    throws(() => openReadOnly(path), /may only be read, and its last commits are in/);
  }));

Deno.test("openToRead() reads a store that was stopped on a disk which takes no more bytes", () =>
  withStoreFile(async (path) => {
    await writeName(path, "avant");
    const script = `import { entryCount, openToRead } from "@/tools/keeping/store_file.ts";
      console.log(entryCount(openToRead(Deno.args[0])));`;
    const { stdout, stderr } = await new Deno.Command("sh", {
      args: [
        "-c",
        'trap "" XFSZ; ulimit -f 0; exec "$@"',
        "sh",
        Deno.execPath(),
        "eval",
        script,
        path,
      ],
      env: { NO_COLOR: "1" },
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
    strictEqual(text(stdout), "1", text(stderr));
  }));

Deno.test("restore() refuses a damaged backup, one with another checksum, and a store in use", () =>
  withStoreFile(async (path) => {
    await writeName(path, "avant");
    await backUp({ storePath: path, path: `${path}.bak` });
    await inStore(path, async () => {
      await rejects(
        restore({ path: `${path}.bak`, storePath: path, stamp: STAMP }),
        /is in use: stop the server first/,
      );
    });
    const bytes = await Deno.readFile(`${path}.bak`);
    bytes[bytes.length - 200] = 255 - (bytes[bytes.length - 200] ?? 0);
    await Deno.writeFile(`${path}.bak`, bytes);
    await rejects(
      restore({ path: `${path}.bak`, storePath: path, stamp: STAMP }),
      /its checksum differs/,
    );
    await Deno.remove(`${path}.bak.sha256`);
    await rejects(
      restore({ path: `${path}.bak`, storePath: path, stamp: STAMP }),
      /checksum of the backup is missing/,
    );
    await rejects(
      restore({ path: `${path}.none`, storePath: path, stamp: STAMP }),
      /There is no backup/,
    );
    deepStrictEqual(await readName(path), { name: "avant" });
  }));

Deno.test("openStore() creates no store where a restoration was interrupted, which is done again", () =>
  withStoreFile(async (path) => {
    await writeName(path, "avant");
    await backUp({ storePath: path, path: `${path}.bak` });
    // What is left of a process killed between its two renames.
    await Deno.copyFile(`${path}.bak`, `${path}.part`);
    await Deno.rename(path, `${path}.aside`);
    await rejects(openStore(path), /was interrupted. Restore the backup again/);
    await restore({ path: `${path}.bak`, storePath: path, stamp: STAMP });
    deepStrictEqual(await readName(path), { name: "avant" });
  }));

Deno.test("restore() refuses the backup of a newer version, and backUp() keeps its format", () =>
  withStoreFile(async (path) => {
    await writeName(path, "avant");
    raiseFormat(path);
    await backUp({ storePath: path, path: `${path}.bak` });
    await rejects(
      restore({ path: `${path}.bak`, storePath: `${path}.new`, stamp: STAMP }),
      /cannot be restored: a newer version of this program has written it/,
    );
    await rejects(Deno.stat(`${path}.new`), Deno.errors.NotFound);
  }));

Deno.test("checkStore() counts the entries of a store in use, and names unknown keys", () =>
  withStoreFile(async (path) => {
    await inStore(path, async (store) => {
      await store.atomic()
        .set(keys.org("o1"), { name: "a" })
        .set(keys.org("o2"), { name: "b" })
        .set(keys.org("o3"), { name: 3 })
        .set(["stranger", "x"], 1)
        .set(keys.blob("b1"), { size: 3, parts: 1, crc: 5 })
        .commit();
      const { counts, faults } = await checkStore(path);
      deepStrictEqual([...counts], [["blob", 1], ["org", 3], ["stranger", 1]]);
      deepStrictEqual(faults, [
        "org/o3: name Invalid input: expected string, received number",
        "Unknown key: stranger/x",
        "File b1: part 0 is damaged",
      ]);
    });
  }));

Deno.test("checkStore() names a series whose figures are stored without a head", () =>
  withStoreFile(async (path) => {
    const figures = encodeRollup({ kind: "instant", aggregates: [null] });
    await inStore(path, (store) =>
      store.atomic()
        .set(keys.seriesMonths("p", "s", 2025), figures)
        .set(keys.seriesHead("p", "t"), { kind: "instant", last: null, events: [] })
        .commit());
    deepStrictEqual((await checkStore(path)).faults, ["Residence p: s: no head"]);
  }));

Deno.test("kv:check prints the number of values of each family, and exits with 1 on a fault", () =>
  withStoreFile(async (path) => {
    await writeName(path, "avant");
    const checked = async () => {
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "tools/kv.ts", "check"],
        env: { DENO_KV_PATH: path, NO_COLOR: "1" },
      }).output();
      const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
      return [code, text(stdout), text(stderr)];
    };
    deepStrictEqual(await checked(), [0, "1  org\nAll is well.", ""]);
    await inStore(path, (store) => store.atomic().set(keys.team("o1", "t1"), 5).commit());
    deepStrictEqual(await checked(), [
      1,
      "1  org\n        1  team\nFaults: 1.",
      "team/o1/t1: Invalid input: expected object, received number",
    ]);
  }));

Deno.test("checkStore() finds a damaged page", () =>
  withStoreFile(async (path) => {
    await inStore(path, async (store) => {
      for (let n = 0; n < 300; n++) {
        await store.atomic().set(keys.org(`o${n}`), "x".repeat(200)).commit();
      }
    });
    await backUp({ storePath: path, path: `${path}.bak` });
    const bytes = await Deno.readFile(`${path}.bak`);
    bytes.fill(0x55, bytes.length - 8_192, bytes.length - 4_096);
    await Deno.writeFile(`${path}.bak`, bytes);
    const { faults } = await checkStore(`${path}.bak`);
    ok(faults[0]?.startsWith("The file is damaged: "), faults.join());
  }));

/** Runs a tool in an empty folder, whose store does not exist. */
async function printed(tool: string, ...args: readonly string[]) {
  const cwd = await Deno.makeTempDir();
  try {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", resolve(ROOT, "tools", tool), ...args],
      cwd,
    }).output();
    const left = [...Deno.readDirSync(cwd)].map(({ name }) => name);
    return { code, said: new TextDecoder().decode(stderr), left };
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
}

for (
  const [tool, ...args] of [
    ["seed.ts"],
    ["seed.ts", "--help"],
    ["seed.ts", "nothing"],
    ["kv.ts", "backup", "--help"],
    ["kv.ts", "check", "--help"],
    ["kv.ts", "restore", "a.db", "b.db"],
    ["mail.ts", "--help"],
    ["import.ts", "--help"],
  ] as const
) {
  Deno.test(`tools/${[tool, ...args].join(" ")} prints its usage, and opens no store`, async () => {
    const { code, said, left } = await printed(tool, ...args);
    strictEqual(code, 1);
    match(said, /Usage:/);
    deepStrictEqual(left, []);
  });
}
