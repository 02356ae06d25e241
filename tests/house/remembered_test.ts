import { deepStrictEqual, ok } from "node:assert/strict";
import { readText, ROOT } from "@/tools/files.ts";

/** Most places that remember data between requests: each one more can be outdated in a way of its own. */
const MOST_CACHES = 12;

const FOLDERS = ["lib", "components", "islands", "routes"];
/** The stand-in of Fresh remembers what it built. */
const LEFT_OUT = /^lib\/fresh\//;

/** Classes whose objects live as long as one request, one file or one run of a job. */
const OF_ONE_RUN = [
  "lib/api/writes.ts",
  "lib/base/visible_text.ts",
  "lib/energy_balance/machine_readings.ts",
  "lib/files/pdf_active_content.ts",
  "lib/files/pdf_reading.ts",
  "lib/ingest/devices.ts",
  "lib/ingest/file_values.ts",
  "lib/ingest/import_changes.ts",
  "lib/ingest/import_sorting.ts",
  "lib/ingest/lorawan_events.ts",
  "lib/ingest/named_series.ts",
  "lib/ingest/sort_readings.ts",
  "lib/self_consumption/sharing.ts",
  "lib/series/refusals.ts",
  "lib/store/job_runs.ts",
  "lib/timeseries/register_path.ts",
  "lib/timeseries/store/arrived_readings.ts",
  "lib/weather/outdoor_files.ts",
  "lib/weather/public_files.ts",
];

/** A binding of a module, or a field of a class, that holds an empty map or set, to be filled later. */
const FILLED_LATER = [
  /^(?:export )?const (?!NO)\w+(?:: (?!Readonly)[^=\n]+)? = new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\)/m,
  /^ {2}(?:readonly )?(?!const |let )#?\w+(?:: (?!Readonly)[^=\n]+)? = new (?:Map|Set)(?:<.*>)?\(\)/m,
];
const CACHE = /new (?:LRUCache|VersionedCache)\b/;

function filesIn(folder: string): string[] {
  return [...Deno.readDirSync(`${ROOT}/${folder}`)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return filesIn(path);
    return /\.tsx?$/.test(name) && !LEFT_OUT.test(path) ? [path] : [];
  });
}

function codeOf(path: string): string {
  return readText(path).replaceAll(/\/\*[\s\S]*?\*\//g, "");
}

/** The lines of the architecture about what is remembered that begin in a way, and the files that they name. */
function linesOf(start: RegExp) {
  const [, section = ""] = readText("docs/architecture.md").split("## What is remembered");
  const lines = section.split("\n## ")[0]?.split("\n").filter((line) => start.test(line)) ?? [];
  const named = lines.join().matchAll(/`((?:lib|components)\/[\w/]+\.tsx?)`/g);
  return { count: lines.length, files: [...named].map(([, path]) => path ?? "") };
}

Deno.test("every file that remembers something is listed with what empties it, twelve of them caches at most", () => {
  const holding = FOLDERS.flatMap(filesIn).filter((path) => {
    const code = codeOf(path);
    return [...FILLED_LATER, CACHE].some((pattern) => pattern.test(code));
  });
  const caches = linesOf(/^\d+\. /);
  const others = [...linesOf(/^- \*\*Work under way/).files, ...OF_ONE_RUN];
  deepStrictEqual(holding.filter((path) => ![...caches.files, ...others].includes(path)), []);
  deepStrictEqual(others.filter((path) => !holding.includes(path)), []);
  ok(caches.count > 0 && caches.count <= MOST_CACHES, `${caches.count} caches`);
});
