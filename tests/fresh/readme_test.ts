/** The differences listed in lib/fresh/README.md are those named by the tests, each with a test. */
import { deepStrictEqual } from "node:assert/strict";

const HERE = new URL("./", import.meta.url);
const README = new URL("../../lib/fresh/README.md", HERE);

/** The mark in the name of a test where the real Fresh answers differently. */
const DIFFERS = /here only|the real Fresh:/;

/** The names of the tests of each file, as written. */
async function writtenNames(): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>();
  for await (const { name: file } of Deno.readDir(HERE)) {
    if (!/_test\.tsx?$/.test(file)) continue;
    const text = await Deno.readTextFile(new URL(file, HERE));
    const tests = text.matchAll(/[tT]est\(\s*(["'`])(.*?)\1,/g);
    names.set(file, [...tests].map(([, , name = ""]) => name));
  }
  return names;
}

/** The tests in the README's tables: a file, and the beginning of a name. */
async function namedTests(): Promise<[file: string, beginning: string][]> {
  const rows = (await Deno.readTextFile(README)).split("\n").filter((line) =>
    line.startsWith("| ")
  );
  return rows.flatMap((row) => {
    const cell = row.split("|").at(-2) ?? "";
    return [...cell.matchAll(/`(\w+_test\.tsx?)`: ([^`]*)/g)].flatMap(
      ([, file = "", names = ""]): [string, string][] =>
        names.split(";").map((name) => name.trim()).filter((name) => name !== "").map((name) => [
          file,
          name,
        ]),
    );
  });
}

Deno.test("each difference of the README is shown by a test that names it", async () => {
  const written = await writtenNames();
  const named = await namedTests();
  const unknown = named.filter(([file, beginning]) =>
    !written.get(file)?.some((name) => name.startsWith(beginning) && DIFFERS.test(name))
  );
  deepStrictEqual([named.length > 30, unknown], [true, []]);
});

Deno.test("each test that names a difference is in the README", async () => {
  const named = await namedTests();
  const missing = [...await writtenNames()].flatMap(([file, names]) =>
    names.filter((name) =>
      DIFFERS.test(name) && !named.some(([its, start]) => its === file && name.startsWith(start))
    )
  );
  deepStrictEqual(missing, []);
});

Deno.test("the command of the README leaves out the tests that differ by name, and no others", async () => {
  const [, names = ""] = /grep -v '([^']+)'/.exec(await Deno.readTextFile(README)) ?? [];
  deepStrictEqual(names.replaceAll("\\|", "|"), DIFFERS.source);
});
