import { deepStrictEqual } from "node:assert/strict";
import { filesUnder, readText } from "@/tools/files.ts";
import { codeLines, programFiles, sourceFiles, strays } from "./sources.ts";

Deno.test("file has at most 500 lines, tests excepted", () => {
  const long = sourceFiles()
    .filter((path) => !path.startsWith("tests/") && !path.endsWith("_test.ts"))
    .map((path) => ({ path, lines: readText(path).split("\n").length - 1 }))
    .filter(({ lines }) => lines > 500);
  deepStrictEqual(long, []);
});

Deno.test("folder has 40 files at most, tests and decisions excepted", () => {
  const folders = Object.groupBy(filesUnder(""), (path) => path.slice(0, path.lastIndexOf("/")));
  const crowded = Object.entries(folders)
    .filter(([folder, files = []]) =>
      files.length > 40 && folder !== "docs/decisions" && !folder.startsWith("tests/")
    );
  deepStrictEqual(crowded.map(([folder]) => folder), []);
});

Deno.test("files are snake_case.ts, components and islands PascalCase.tsx, and none has a catch-all name", () => {
  const badly = sourceFiles().filter((path) => !isWellNamed(path));
  deepStrictEqual(badly, []);
});

function isWellNamed(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (
    path.startsWith("routes/") || path.startsWith("lib/fresh/") || path.startsWith("tests/fresh/")
  ) return true;
  if (/^(utils?|helpers?|common|misc|manager|service|index)\.tsx?$/.test(name)) return false;
  if (path.startsWith("islands/") && name.endsWith(".tsx")) return /^[A-Z]\w*\.tsx$/.test(name);
  if (path.startsWith("components/") && /^[A-Z]\w*\.tsx$/.test(name)) return true;
  return /^[a-z0-9_]+(\.config)?\.tsx?$/.test(name) || /^[A-Z]\w*_test\.tsx?$/.test(name);
}

Deno.test("islands/ contains only islands, with distinct names: Fresh makes an island of each file, ignoring case", () => {
  const files = filesUnder("islands").map((path) => path.slice(path.lastIndexOf("/") + 1));
  deepStrictEqual(files.filter((name) => !name.endsWith(".tsx")), []);
  const names = files.map((name) => name.toLowerCase());
  deepStrictEqual(names.filter((name, index) => names.indexOf(name) !== index), []);
});

/** In a browser, or run once by a process. */
const NOT_OF_REQUESTS = [
  "islands/",
  ...["draw_chart", "leaflet_map", "live_region"].map((name) => `lib/ui/${name}.ts`),
  "lib/fresh/src/browser/",
  "lib/series/compaction_jobs.ts",
  "lib/app/site.ts",
];

Deno.test("no function is written in an assignment to a property, where V8 makes it long-lived", () => {
  const assignment = /^\s+[\w.#]+\.#?\w+ (\?\?)?= (async )?(function\b|\w+ =>|\(.*\).* =>)/;
  deepStrictEqual(strays(assignment, NOT_OF_REQUESTS), []);
});

Deno.test("no element has a style attribute, which the content policy refuses", () => {
  deepStrictEqual(strays(/\bstyle=[{"]/, []), []);
});

Deno.test("styles name the value of aria-current, which Fresh also sets on links that are not selected", () => {
  const sheets = filesUnder("components", ".css");
  deepStrictEqual(sheets.filter((path) => readText(path).includes("[aria-current]")), []);
});

Deno.test("states are written as words: aria-x={…} never gets a bare boolean", () => {
  deepStrictEqual(
    strays(/\baria-[a-z]+(?:=\{(?:true|false|![^}]*|[^}"'`?]*===[^}"'`?]*)\}|(?=[\s/>])(?!=))/, []),
    [],
  );
});

Deno.test("no comment postpones work", () => {
  const words = new RegExp(
    ["TO" + "DO", "FIX" + "ME", "X" + "XX", "coming " + "soon", "lorem " + "ipsum"].join("|"),
    "i",
  );
  const paths = [...sourceFiles(), ...filesUnder("components", ".css")];
  const found = paths.flatMap((path) =>
    readText(path).split("\n").flatMap((text, index) =>
      words.test(text) ? [`${path}:${index + 1}`] : []
    )
  );
  deepStrictEqual(found, []);
});

Deno.test("no test is ignored or run alone", () => {
  const tests = sourceFiles().filter((path) =>
    path.endsWith("_test.ts") || path.endsWith("_test.tsx")
  );
  const pattern = /\bignore: *(true|!)|\.only\(|\.ignore\(|\.skip\(|\bonly: *true/;
  const found = codeLines(tests.filter((path) => path !== "tests/house/sources_test.ts"))
    .filter(({ text }) => pattern.test(text)).map(({ path, number }) => `${path}:${number}`);
  deepStrictEqual(found, []);
});

Deno.test("type errors are not suppressed", () => {
  const pattern = /\bas any\b|: any\b|@ts-ignore|@ts-nocheck|@ts-expect-error/;
  deepStrictEqual(strays(pattern, ["lib/fresh/"], programFiles()), []);
});

Deno.test("no path of a machine is written", () => {
  const paths = [...sourceFiles(), ...filesUnder("docs", ".md"), ...filesUnder("", ".json")];
  const found = paths.filter((path) =>
    /(?<![\w.])\/(Users|work|root|tmp)\/\w/.test(readText(path))
  );
  deepStrictEqual(found, []);
});
