import { ok, strictEqual } from "node:assert/strict";
import { asLandlord } from "@/tests/helpers/a_site.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { filesUnder } from "@/tools/files.ts";

/** The addresses of the pages and files, as named by their folders. */
const ADDRESSES = ["routes/collect", "routes/home"]
  .flatMap((folder) => filesUnder(folder, ".ts", ".tsx"))
  .filter((file) => !/\/[(_]/.test(file))
  .map((file) => file.replace(/^routes/, "").replace(/(?:\/index)?\.tsx?$/, ""));

/** Ids of the demo, so that many addresses exist. */
const THINGS: Readonly<Record<string, readonly string[]>> = {
  projectId: ["p01"],
  boilerRoomId: ["p01-c1"],
  series: ["p01-c1-gaz"],
  circuitId: ["p01-c1-r1"],
  sourceId: ["p01-meteo"],
  houseSeries: ["p01-temp"],
};

const STRANGE = [
  "0001-01-01",
  "9999-12-31",
  "2023-02-29",
  "2100-12-31",
  "1970-01-01",
  "monthly-1970",
  "monthly-2100",
  "monthly-shifted-2100",
  "hourly-2100-12-31",
  "1e308",
  "-1",
  "NaN",
  "9".repeat(200),
  "\u0000",
  "__proto__",
];

/** Longer than a file name: Fresh searches the disk for each path, unless it is built to disk. */
const LONG = ["9".repeat(400), "é".repeat(1_500), "\u{1F3E0}".repeat(600)];

const PERIODS = ["monthly", "monthly-shifted", "weekly", "daily", "hourly", "fivemin"]
  .flatMap((type) =>
    ["0000", "0001", "1970", "1971", "2024", "2100", "2101", "9999"].flatMap((year) => [
      `${type}/${year}`,
      `${type}/${year}/01`,
      `${type}/${year}/12/31`,
      `${type}/${year}/53`,
      `${type}/${year}/02/30`,
    ])
  );

const QUERY = [
  ...["from", "to", "after", "period", "date", "day", "month", "year", "instant", "segment"],
  ...["sort", "page", "source", "residence", "email", "filter:state", "compare", "q", "pce"],
];

/** An address with its parameters, most of which exist. */
const ADDRESS = fc.tuple(
  fc.constantFrom(...ADDRESSES),
  fc.array(fc.constantFrom(...STRANGE, ...LONG), { minLength: 6, maxLength: 6 }),
  fc.array(fc.nat(9), { minLength: 6, maxLength: 6 }),
  fc.constantFrom(...PERIODS),
  fc.dictionary(fc.constantFrom(...QUERY), fc.constantFrom(...STRANGE, ...LONG), { maxKeys: 3 }),
).map(([path, values, chances, period, query]) => {
  let at = 0;
  const filled = path.replaceAll(/\[+(?:\.\.\.)?(\w+)\]+/g, (_, name: string) => {
    if (name === "period") return period;
    const [thing] = THINGS[name] ?? [];
    const isThing = thing !== undefined && chances[at] !== 0;
    return isThing ? thing : encodeURIComponent(values[at++ % values.length] ?? "");
  });
  const asked = new URLSearchParams(query).toString();
  return asked === "" ? filled : `${filled}?${asked}`;
});

Deno.test("no date, year, number, id or length of an address causes an internal error", () =>
  asLandlord(async (visitor, site) => {
    await fc.assert(
      fc.asyncProperty(ADDRESS, async (path) => {
        const { status, html } = await visitor.get(path);
        ok(status < 500, `${status} ${path.slice(0, 300)}: ${html.slice(0, 300)}`);
        ok(site.faults.length === 0, `${path.slice(0, 300)}: ${String(site.faults[0])}`);
      }),
      { numRuns: 300, seed: 20261122 },
    );
  }));

Deno.test("address under a file is not found", () =>
  asLandlord(async (visitor) => {
    for (const path of ["/robots.txt/x", "/styles.css/a/b", "/leaflet/leaflet.css/x"]) {
      strictEqual((await visitor.get(path)).status, 404, path);
    }
  }));
