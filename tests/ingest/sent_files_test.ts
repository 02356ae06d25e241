import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { callPaths } from "@/lib/api/routing.ts";
import { CALLS } from "@/lib/app/catalogue.ts";
import {
  decimalOfParts,
  fileParts,
  PART,
  sendReadings,
  withPart,
} from "@/lib/ingest/readings_upload.ts";
import type { ReadingsImport } from "@/lib/ingest/schema.ts";
import { FILE_PACE_BYTES } from "@/lib/web/body_limits.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { TWO_IMPORTED } from "./example_files.ts";

Deno.test("fileParts() splits between lines and repeats the heading", () => {
  deepStrictEqual([...fileParts("h\naaaa\nbb\ncc\n", 5, 0)], [
    // Of 13 characters, the first line ends at the 7th.
    { text: "h\naaaa\n", linesBefore: 0, own: { before: 0, count: 1 }, share: 7 / 13 },
    { text: "h\nbb\ncc\n", linesBefore: 1, own: { before: 0, count: 2 }, share: 1 },
  ]);
});

Deno.test("fileParts() gives each part the lines around it, and which are its own", () => {
  deepStrictEqual([...fileParts("h\na\nb\nc\nd\ne", 4, 2)], [
    { text: "h\na\nb\nc\n", linesBefore: 0, own: { before: 0, count: 2 }, share: 6 / 11 },
    { text: "h\nb\nc\nd\ne", linesBefore: 1, own: { before: 1, count: 2 }, share: 10 / 11 },
    { text: "h\nd\ne", linesBefore: 3, own: { before: 1, count: 1 }, share: 1 },
  ]);
});

Deno.test("fileParts() repeats the empty lines above the heading, so that lines keep their numbers", () => {
  deepStrictEqual([...fileParts("\r\nh\na\nb\n", 2, 0)].map(({ text }) => text), [
    "\r\nh\na\n",
    "\r\nh\nb\n",
  ]);
});

Deno.test("fileParts() returns a file of one line, and an empty one, as they are", () => {
  const own = { before: 0, count: 1 };
  deepStrictEqual([...fileParts("h", 5, 5)], [{ text: "h", linesBefore: 0, own, share: 1 }]);
  deepStrictEqual([...fileParts("", 5, 5)], [
    { text: "", linesBefore: 0, own: { before: 0, count: 0 }, share: 1 },
  ]);
});

Deno.test("fileParts() returns a blank file as it is, reading each character once", () => {
  // In quadratic time, this file would take minutes.
  for (const text of [" \n \n", " ".repeat(500_000)]) {
    const [part, ...others] = fileParts(text, 5, 5);
    deepStrictEqual([part?.text, part?.share, others], [text, 1, []]);
  }
});

Deno.test("fileParts() loses no line, for any size", () => {
  const lines = fc.array(fc.stringMatching(/^[a-z]{0,9}$/), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(lines, fc.nat(30), fc.nat(30), (body, size, edge) => {
      const parts = [...fileParts(`h\n${body.join("\n")}`, size + 1, edge)];
      const joined = parts.flatMap(({ text, own }) =>
        text.slice(2).split("\n").slice(own.before, own.before + own.count)
      );
      // The last line of a file may be empty, and then does not count.
      deepStrictEqual(joined, body.at(-1) === "" ? body.slice(0, -1) : body);
      for (const { text, linesBefore } of parts) {
        strictEqual(text.slice(2).split("\n")[0], body[linesBefore]);
      }
    }),
    { seed: 20260101 },
  );
});

const REPORT: ReadingsImport = {
  ...TWO_IMPORTED,
  lineCount: 10,
  insertedCount: 5,
  replacedCount: 2,
  unchangedCount: 1,
  ignoredCount: 1,
  deletedCount: 3,
  refusedCount: 1,
  readingCount: 9,
  repeatedHourCount: 2,
  repeatedHourLines: [4, 5],
  expiring: {
    readingCount: 3,
    pointsFrom: "2024-02-01",
    daysFrom: "2023-02-01",
    monthsFrom: "2019-01-01",
  },
  meterEventCount: 1,
  fallCount: 1,
  uncountedCount: 1,
  uncounted: [{ series: "Gaz (volume)", date: "2026-01-15", value: 5 }],
  falls: [{ series: "Gaz", date: "2025-01-02", before: 15, value: 12, cause: "mistake" }],
  conversions: [{ series: "Gaz", from: "Wh", to: "kWh" }],
  errors: [{ line: 3, column: null, message: "a" }],
};

Deno.test("withPart() joins results and numbers lines by the whole file", () => {
  const first = withPart(null, REPORT, 0);
  deepStrictEqual(first, REPORT);
  deepStrictEqual(withPart(first, REPORT, 10), {
    ...REPORT,
    lineCount: 20,
    insertedCount: 10,
    replacedCount: 4,
    unchangedCount: 2,
    ignoredCount: 2,
    deletedCount: 6,
    refusedCount: 2,
    readingCount: 18,
    repeatedHourCount: 4,
    repeatedHourLines: [4, 5, 14, 15],
    expiring: REPORT.expiring && { ...REPORT.expiring, readingCount: 6 },
    meterEventCount: 2,
    fallCount: 2,
    firstReadings: [2, 3, 12, 13].map((line, at) => ({ ...REPORT.firstReadings[at % 2], line })),
    falls: [...REPORT.falls, ...REPORT.falls],
    uncountedCount: 2,
    uncounted: [...REPORT.uncounted, ...REPORT.uncounted],
    errors: [{ line: 3, column: null, message: "a" }, { line: 13, column: null, message: "a" }],
  });
  strictEqual(withPart({ ...first, isFiled: false }, REPORT, 10).isFiled, false);
});

// @spec imports.csv-detection
Deno.test("decimalOfParts() is a comma once a cell of the file is a number with a comma", () => {
  const comma = [
    "date;a\n2026-02-01;1.234\n2026-02-02;-2,5",
    "date;a\n2026-02-01; 12\u202F345,6 \r\n",
    'date;a;b\n2026-02-01;"2,5";1',
    "date\ta\n2026-02-01\t0,5",
    "date;a\n46054,5;1",
  ];
  for (const text of comma) strictEqual(decimalOfParts(text), ",", text);
  const unknown = [
    "",
    "date;a\n2026-02-01;1.5\n2026-02-02;2",
    "date,a\n2026-02-01,1",
    "date;serie;valeur\n2026-02-01;Ballon 1,5 m3;12",
  ];
  for (const text of unknown) strictEqual(decimalOfParts(text), undefined, text);
});

/** Time of each {@link FILE_PACE_BYTES}, ms. */
const PACE_MS = 30_000;

const IMPORTED = { ...TWO_IMPORTED, lineCount: 1, insertedCount: 1 };

interface Asked {
  readonly query: URLSearchParams;
  readonly body: string;
}

/** Sends a file, of which each request is answered by a report. */
async function sentFile(
  name: string,
  content: BlobPart,
  { fields = {}, report = IMPORTED }: {
    fields?: Readonly<Record<string, string>>;
    report?: ReadingsImport;
  } = {},
) {
  const asked: Asked[] = [];
  const fetch = async (request: Request) => {
    asked.push({ query: new URL(request.url).searchParams, body: await request.text() });
    return Response.json(report);
  };
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  const sent = await sendReadings(new File([content], name), form, {
    projectId: "p1",
    path: callPaths({ importReadings: CALLS.importReadings }).importReadings,
    signal: new AbortController().signal,
    onShare: () => {},
    options: { fetch, base: "http://127.0.0.1/" },
  });
  return { sent, asked };
}

/** The bodies of the requests that send a file, after the one that asks for remembered columns. */
async function bodiesOf(name: string, content: BlobPart): Promise<string[]> {
  const { sent, asked } = await sentFile(name, content);
  strictEqual(sent.kind, "done");
  return asked.slice(1).map(({ body }) => body);
}

Deno.test("sendReadings() knows gzip by its first bytes, as the server does, regardless of the file's name", async () => {
  const text = "date;serie;valeur\n01/01/2026;Gaz;1";
  for (const name of ["releves.csv.gz", "RELEVES.GZ", "releves.csv"]) {
    deepStrictEqual(await bodiesOf(name, new Uint8Array(gzipSync(text))), [text], name);
    deepStrictEqual(await bodiesOf(name, text), [text], name);
  }
});

// @spec imports.pace
Deno.test("sendReadings() gives a part the time that it takes at the slowest pace of the server", () => {
  const text = `date;serie;valeur\n${"2026-01-01T00:00:00Z;Compteur;12345\n".repeat(100_000)}`;
  const longest = Math.max(...[...fileParts(text, PART.characters)].map((one) => one.text.length));
  ok(longest > PART.characters);
  const takenMs = longest / FILE_PACE_BYTES * PACE_MS;
  ok(takenMs < PART.timeoutMs, `${takenMs} ms`);
});

// @spec imports.column-choice
Deno.test("sendReadings() sends the columns of the form with each part, and returns those of the file", async () => {
  const line = "2026-01-01T00:00:00Z;Compteur;12345\n";
  const text = `Export\nQuand;Repère;Relevé\n${line.repeat(40_000)}`;
  const typed = { "shown.line": "2", "shown.heading": "quand repere releve", "unit.2": "kWh" };
  const roles = { "role.0": "date", "role.1": "series", "role.2": "value" };
  const { sent, asked } = await sentFile("releves.csv", text, { fields: { ...typed, ...roles } });
  strictEqual(asked.length, 2);
  for (const { query, body } of asked) {
    deepStrictEqual([query.get("columns"), query.get("heading")], ["date,series,value:kWh", "2"]);
    ok(body.startsWith("Export\nQuand;Repère;Relevé\n2"));
  }
  deepStrictEqual(sent.sample?.columns.map(({ chosen }) => chosen), ["date", "series", "value"]);
});

// @spec imports.remembered-columns
Deno.test("sendReadings() asks for the columns remembered for the file, and cuts its parts after their heading", async () => {
  const line = "2026-01-01T00:00:00Z;Compteur;12345\n";
  const text = `date;Export\n\nQuand;Repère;Relevé\n${line.repeat(40_000)}`;
  const remembered = {
    id: "c1",
    at: "2026-01-01T00:00:00.000Z",
    line: 3,
    columns: "date,,index:L",
  };
  const report = { ...REPORT, remembered };
  const { sent, asked } = await sentFile("releves.csv", text, { report });
  deepStrictEqual(
    asked.map(({ query }) => ["dryRun", "columns", "heading"].map((name) => query.get(name))),
    [["true", null, null], ...Array(2).fill(["false", "date,,index:L", "3"])],
  );
  strictEqual(asked[0]?.body.split("\n").length, 32);
  ok(asked[2]?.body.startsWith("date;Export\n\nQuand;Repère;Relevé\n2026"));
  const { sample } = sent;
  deepStrictEqual([sample?.line, sample?.isRemembered], [3, true]);
  deepStrictEqual(sample?.columns.map(({ chosen, unit }) => [chosen, unit]), [
    ["date", ""],
    ["", ""],
    ["index", "L"],
  ]);
});

Deno.test("sendReadings() says that a file is not a CSV file, and sends nothing", async () => {
  const { sent, asked } = await sentFile("releves.xlsx", `PK\x03\x04\0${"x".repeat(300_000)}`);
  deepStrictEqual([sent.kind, asked], ["failed", []]);
  const message = sent.kind === "failed" ? sent.message : "";
  strictEqual(
    message,
    "Ce fichier n’est pas un CSV\u00A0: enregistrez-le au format CSV dans le tableur.",
  );
});
