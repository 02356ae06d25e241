import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { type FileValue, type ReadColumns, readReadings } from "@/lib/ingest/csv_file.ts";
import { FILE_FORMATS, findHeading, headingIn } from "@/lib/ingest/file_formats.ts";
import { noHeadingText } from "@/lib/ingest/import_text.ts";
import { fileParts } from "@/lib/ingest/readings_upload.ts";
import { second } from "@/tests/helpers/stores.ts";
import { readText } from "@/tools/files.ts";

const PARIS = "Europe/Paris";

async function readFile(
  text: string,
  over: { series?: string; seriesUnit?: string; timeZone?: string } = {},
) {
  let values: FileValue[] = [];
  let read: ReadColumns | null = null;
  const takeValues = (columns: ReadColumns | null) => {
    const begun: FileValue[] = values = [];
    read = columns;
    return (value: FileValue) => void begun.push(value);
  };
  const file = await readReadings(text, { timeZone: PARIS, series: "", ...over, takeValues });
  return { file, values, read: read as ReadColumns | null };
}

type Row = readonly [
  series: string,
  instant: string,
  value: number,
  unit: string | undefined,
  stepS?: number,
];

/** What each example contains, and the number of its lines that are passed over. */
const EXAMPLES: Readonly<
  Record<string, { rows: readonly Row[]; ignored: number; series?: string; seriesUnit?: string }>
> = {
  "enedis-load-curve": {
    rows: [
      ["30000000000000", "2025-11-01T00:30+01:00", 400, "W", 1800],
      ["30000000000000", "2025-11-01T01:30+01:00", 600, "W", 1800],
    ],
    ignored: 3,
  },
  "enedis-r63": {
    rows: [
      ["30000000000000", "2025-11-01T00:30+01:00", 692, "W", 1800],
      ["30000000000000", "2025-11-01T01:00+01:00", 1284, "W", 1800],
    ],
    ignored: 2,
  },
  "enedis-indexes": {
    rows: [
      ["30000000000000", "2025-11-01T00:00+01:00", 1_828_000, "Wh"],
      ["30000000000000", "2025-11-02T00:00+01:00", 1_832_000, "Wh"],
    ],
    ignored: 4,
  },
  "grdf-months": {
    series: "Gaz",
    seriesUnit: "kWh",
    rows: [
      ["Gaz", "2025-09-01T00:00+02:00", 848, "kWh"],
      ["Gaz", "2025-10-01T00:00+02:00", 3811, "kWh"],
    ],
    ignored: 2,
  },
  "home-assistant-history": {
    rows: [
      ["sensor.eau_froide", "2025-11-01T00:00Z", 1310.5, undefined],
      ["sensor.eau_froide", "2025-11-01T12:00Z", 1311.25, undefined],
    ],
    ignored: 3,
  },
  "home-assistant-statistics": {
    rows: [
      ["sensor.gaz", "2025-11-01T00:00Z", 1310.5, "m³"],
      ["sensor.salon", "2025-11-01T00:00Z", 19.5, "°C"],
    ],
    ignored: 2,
  },
  "typed-indexes": {
    rows: [["Eau froide", "2025-11-01T12:00+01:00", 1310.5, "m³"]],
    ignored: 1,
  },
  "series-totals": {
    series: "Gaz",
    seriesUnit: "m³",
    rows: [
      ["Gaz", "2025-12-10T00:00+01:00", 1, "m³"],
      ["Gaz", "2025-12-10T01:00+01:00", 1.1, "m³"],
    ],
    ignored: 2,
  },
  "series-means": {
    series: "Sonde",
    seriesUnit: "°C",
    rows: [
      ["Sonde", "2025-12-10T00:00+01:00", 20.1, "°C"],
      ["Sonde", "2025-12-10T01:00+01:00", 20.2, "°C"],
    ],
    ignored: 2,
  },
  "readings-by-line": {
    rows: [
      ["Eau froide", "2025-11-01T00:00+01:00", 1310.5, "m³"],
      ["Eau froide", "2025-11-02T00:00+01:00", 1311.25, "m³"],
    ],
    ignored: 3,
  },
  "readings-by-column": {
    rows: [
      ["Compteur gaz", "2025-11-01T00:00+01:00", 1310.5, undefined],
      ["Eau froide (L)", "2025-11-01T00:00+01:00", 84_200, "L"],
      ["Eau froide (L)", "2025-11-02T00:00+01:00", 85_100, "L"],
    ],
    ignored: 2,
  },
};

// @spec imports.formats
Deno.test("each declared format reads its example: instants, values, units and series", async () => {
  deepStrictEqual(Object.keys(EXAMPLES).sort(), FILE_FORMATS.map(({ id }) => id).sort());
  for (const { id, name, example } of FILE_FORMATS) {
    const expected = EXAMPLES[id];
    ok(expected);
    const { rows, ignored, ...chosen } = expected;
    // As downloaded, and as an editor or a spreadsheet may have saved it.
    for (const text of [example, `\uFEFF${example.replaceAll("\n", "\r\n")}`]) {
      const { file, values, read } = await readFile(text, chosen);
      deepStrictEqual([read?.layout.format.id, read?.layout.format.name], [id, name]);
      deepStrictEqual(file?.errors, [], id);
      deepStrictEqual(
        values.map((
          { series, epochS, value, unit, stepS },
        ) => [series, epochS, value, unit, stepS]),
        rows.map(([series, instant, value, unit, stepS]) => [
          series,
          second(instant),
          value,
          unit,
          stepS,
        ]),
        id,
      );
      deepStrictEqual(read?.firstValues, values);
      // Every line after the heading is counted: those with values are counted by what is stored.
      strictEqual(file?.lines.counts.ignoredCount, ignored, id);
    }
  }
});

// @spec imports.formats
Deno.test("a file divided into parts repeats its preamble and its heading", () => {
  for (const { id, example } of FILE_FORMATS) {
    const end = headingIn(example, findHeading)?.end ?? 0;
    for (const { text } of fileParts(example, 30, 10)) {
      ok(text.startsWith(example.slice(0, end)), id);
    }
  }
});

// @spec imports.formats
Deno.test("the first lines of a file are searched, and its first separator is not that of a title", async () => {
  const file =
    "Relevés du bâtiment A, mars\n\nDate;28/11/2025\n;Jour;Eau froide;\n;01/11/2025;5;\n";
  const { values, read } = await readFile(file);
  deepStrictEqual(values.map(({ line, series, value }) => [line, series, value]), [[
    5,
    "Eau froide",
    5,
  ]]);
  deepStrictEqual(read?.layout.roles.filter(({ heading }) => heading !== ""), [
    { heading: "Jour", role: "date" },
    { heading: "Eau froide", role: "value" },
  ]);
  // Beyond thirty lines, a heading is that of another table.
  strictEqual((await readFile("a;b\n".repeat(30) + "date;Eau\n01/11/2025;5")).file, null);
});

// @spec imports.line-counts
Deno.test("a total is passed over where its line has no date: a series may be named so", async () => {
  const { file, values } = await readFile(
    "série;date;valeur\nTotal général;01/11/2025;5\nTotal général;;5\n;;\nEau;;5\n",
  );
  deepStrictEqual(values.map(({ line, series }) => [line, series]), [[2, "Total général"]]);
  deepStrictEqual(file?.errors.map(({ line }) => line), [5]);
  // The line with a value is counted by what is stored.
  deepStrictEqual(file?.lines.counts.ignoredCount, 3);
});

// @spec imports.formats
Deno.test("the chosen series takes the values of one meter of a file", async () => {
  const [head = "", first = ""] = (FILE_FORMATS.find(({ id }) => id === "enedis-r63")?.example ??
    "").split("\n");
  const other = first.replace("CONS", "PROD");
  const { file, values } = await readFile([head, first, other].join("\n"), { series: "Chosen" });
  deepStrictEqual(values.map(({ line, series }) => [line, series]), [[2, "Chosen"]]);
  deepStrictEqual(file?.errors.map(({ line }) => line), [3]);
  match(file?.errors[0]?.message ?? "", /30000000000000 PA PROD/);
});

// @spec imports.formats
Deno.test("readReadings() notes a time that its zone does not have", async () => {
  // 29 March 2026: 2:30 does not exist in Paris.
  const file = "date;Eau\n29/03/2026 02:30;5\n";
  strictEqual((await readFile(file)).read?.hasSkippedHour, true);
  strictEqual((await readFile(file, { timeZone: "Etc/GMT-1" })).read?.hasSkippedHour, false);
});

// @spec imports.formats
Deno.test("noHeadingText() says what was looked for, and quotes the first lines", () => {
  const text = noHeadingText(`\r\nnom;ville\r\n${"x".repeat(200)}\r\n`);
  match(text, /«\u00A0Date\u00A0», «\u00A0Horodate\u00A0»/);
  match(text, /ligne 2\u00A0: «\u00A0nom;ville\u00A0», ligne 3\u00A0: «\u00A0x{80}\u00A0»/);
});

// @spec imports.formats
Deno.test("docs/collecting.md lists the declared formats", () => {
  const rows = FILE_FORMATS.map(({ name, headings, required }) => {
    const words = required.map((role) => (headings[role] ?? []).map((word) => `\`${word}\``));
    return `- ${name}: ${words.map((one) => one.join(" or ")).join(", ")}\n`;
  });
  ok(readText("docs/collecting.md").includes(rows.join("")), rows.join(""));
});

// @spec imports.formats
Deno.test("cells of the preamble and of the heading may be in quotes, over several lines", async () => {
  const file = '"Export\nde mars";x\n"Horodate";"Eau\nfroide"\n2026-03-02;"1,5"\n';
  const { values } = await readFile(file);
  deepStrictEqual(values.map(({ line, series, value }) => [line, series, value]), [[
    5,
    "Eau\nfroide",
    1.5,
  ]]);
});
