import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import type { Services } from "@/lib/api/services.ts";
import { CallError } from "@/lib/base/errors.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { type FileValue, type ReadingsFileQuery, readReadings } from "@/lib/ingest/csv_file.ts";
import { readInstant } from "@/lib/ingest/file_values.ts";
import {
  ImportedValues,
  plannedReplacements,
  type ReplacedLine,
  writeReplacements,
} from "@/lib/ingest/import_sorting.ts";
import { READINGS_MESSAGES } from "@/lib/ingest/import_text.ts";
import { MOST_EVENTS } from "@/lib/ingest/meter_rules.ts";
import type { NamedSeries } from "@/lib/ingest/named_series.ts";
import type { MeterEvent } from "@/lib/timeseries/meter_event.ts";
import { eventsOf } from "@/lib/timeseries/series_reader.ts";
import { aSeries, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { second } from "@/tests/helpers/stores.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const PARIS = "Europe/Paris";
const WANTED = { timeZone: PARIS, series: "" };

Deno.test("readInstant() reads French and ISO dates in the time zone", () => {
  const written: Record<string, string> = {
    "01/02/2026 00:00": "2026-02-01T00:00+01:00",
    "1/7/2026 8h05": "2026-07-01T08:05+02:00",
    "01-02-2026": "2026-02-01T00:00+01:00",
    "31.12.2025 24:00": "2026-01-01T00:00+01:00",
    "2026-02-01": "2026-02-01T00:00+01:00",
    "2026-07-01T08:05:30": "2026-07-01T08:05:30+02:00",
    "2026-07-01 08:05": "2026-07-01T08:05+02:00",
    "20260201": "2026-02-01T00:00+01:00",
    "02/2026": "2026-02-01T00:00+01:00",
    "2026-02": "2026-02-01T00:00+01:00",
    "01/07/26 8:05": "2026-07-01T08:05+02:00",
    "2026/02/01 00:30": "2026-02-01T00:30+01:00",
    "Février 2026": "2026-02-01T00:00+01:00",
    "1er juil. 2026 8h05": "2026-07-01T08:05+02:00",
    // 20,485 days of 86,400 s after 1 January 1970, less one hour.
    "1769900400": "2026-02-01T00:00+01:00",
    "1769900400000": "2026-02-01T00:00+01:00",
    // Days since 30 December 1899: 46 054 is 1 February 2026, 46 204 is 1 July.
    "46054": "2026-02-01T00:00+01:00",
    "46204,5": "2026-07-01T12:00+02:00",
    "46054.020833333333": "2026-02-01T00:30+01:00",
  };
  for (const [text, instant] of Object.entries(written)) {
    strictEqual(readInstant(text, PARIS)?.epochS, second(instant), text);
  }
});

Deno.test("readInstant() applies an offset, and takes the first of a repeated hour", () => {
  strictEqual(readInstant("2026-07-01T00:00:00Z", PARIS)?.epochS, second("2026-07-01T00:00Z"));
  strictEqual(readInstant("2026-07-01T00:00:00-03:30", PARIS)?.epochS, second("2026-07-01T03:30Z"));
  // 25 October 2026: 2:30 occurs at +02:00, then at +01:00.
  strictEqual(readInstant("25/10/2026 02:30", PARIS)?.epochS, second("2026-10-25T00:30Z"));
  strictEqual(readInstant("25/10/2026 03:00", PARIS)?.epochS, second("2026-10-25T02:00Z"));
  strictEqual(readInstant("25/10/2026 02:30", PARIS)?.laterS, second("2026-10-25T01:30Z"));
  for (
    const once of ["25/10/2026 01:59", "25/10/2026 03:00", "25/10/2026 24:00", "26/10/2026 02:30"]
  ) {
    strictEqual(readInstant(once, PARIS)?.laterS, undefined, once);
  }
  // 29 March 2026: 2:30 does not exist.
  strictEqual(readInstant("29/03/2026 02:30", PARIS)?.epochS, second("2026-03-29T01:30Z"));
});

Deno.test("readInstant() refuses a text that is not a date", () => {
  for (
    const text of [
      "",
      "hier",
      "31/02/2026",
      "2026-02-01T00:00:00+99:00",
      "2026-02-01T00:00:00+01:60",
      "13/13/2026",
      "01/02/2026 25:00",
      "12:00",
      "2026",
      "2026-02/01",
      "Total 2026",
      "25568",
      "26-07-01",
    ]
  ) {
    strictEqual(readInstant(text, PARIS), null, text);
  }
});

/** The values of a file. */
async function valuesOf(text: string, wanted: Omit<ReadingsFileQuery, "takeValues">) {
  let values: FileValue[] = [];
  const takeValues = () => {
    const begun: FileValue[] = values = [];
    return (value: FileValue) => void begun.push(value);
  };
  const file = await readReadings(text, { ...wanted, takeValues });
  if (file === null) return null;
  const { lines, repeatedHours: _, ...rest } = file;
  return { ...rest, lineCount: lines.counts.lineCount, values };
}

Deno.test("readReadings() reads one value a line, and returns the format it found", async () => {
  const file = await valuesOf(
    "\uFEFFDate;Série;Valeur\r\n01/02/2026 00:00;R1/GAZV;1 234,5\r\n02/02/2026;Compteur ECS;\r\n",
    WANTED,
  );
  deepStrictEqual(file, {
    format: { separator: ";", decimal: ",", dates: "dmy", shape: "long" },
    lineCount: 2,
    values: [{
      line: 2,
      column: "Valeur",
      series: "R1/GAZV",
      dwelling: "",
      epochS: second("2026-02-01T00:00+01:00"),
      value: 1234.5,
      isBeside: false,
    }],
    errors: [],
  });
});

// @spec imports.repeated-hours
Deno.test("readReadings() reads both hours that the clock shows alike, in the order of the lines", async () => {
  // 25 October 2026: the clock shows 2:00 to 2:59 at +02:00, then at +01:00.
  const clock = ["01:30", "02:00", "02:30", "02:00", "02:30", "03:00"];
  const first = second("2026-10-25T01:30+02:00");
  const lines = clock.map((time, rank) => ({
    time,
    value: rank + 1,
    epochS: first + 1_800 * rank,
  }));
  const textOf = (some: typeof lines) =>
    ["date;Gaz;ECS", ...some.map(({ time, value }) => `25/10/2026 ${time};${value};${-value}`)]
      .join("\n");
  for (const some of [lines, lines.toReversed()]) {
    const file = await valuesOf(textOf(some), WANTED);
    deepStrictEqual(
      file?.values.map(({ series, epochS, value }) => [series, epochS, value]),
      some.flatMap(({ epochS, value }) => [["Gaz", epochS, value], ["ECS", epochS, -value]]),
    );
  }
  // The hour once, as a meter without summer time shows it: the first one.
  const once = lines.filter((_, rank) => rank !== 3 && rank !== 4);
  deepStrictEqual(
    (await valuesOf(textOf(once), WANTED))?.values.flatMap(({ series, epochS }) =>
      series === "Gaz" ? epochS - first : []
    ),
    [0, 1_800, 3_600, 9_000],
  );
});

// @spec imports.csv-detection
Deno.test("readReadings() reads a column for each series", async () => {
  const file = await valuesOf("date,Gaz,ECS\n2026-02-01,10.5,\n2026-02-02,11,3", WANTED);
  deepStrictEqual(file?.format, { separator: ",", decimal: ".", dates: "ymd", shape: "wide" });
  deepStrictEqual(file?.values.map(({ series, value }) => [series, value]), [
    ["Gaz", 10.5],
    ["Gaz", 11],
    ["ECS", 3],
  ]);
});

Deno.test("readReadings() reads a column of final indexes for the series before it", async () => {
  const head = "Date;Gaz;Index de dépose;Eau froide;Eau chaude;Ancien index";
  const lines = ["12/02/2026;3,5;1 100,25;7;0;?", "13/02/2026;4;;8;1;"];
  const file = await valuesOf([head, ...lines].join("\n"), WANTED);
  deepStrictEqual(
    file?.values.map(({ line, series, value, replaced }) => [line, series, value, replaced]),
    [
      [2, "Gaz", 3.5, { finalIndex: 1100.25, column: "Index de dépose, Gaz" }],
      [2, "Eau froide", 7, undefined],
      [2, "Eau chaude", 0, { finalIndex: null, column: "Index de dépose, Eau chaude" }],
      [3, "Gaz", 4, undefined],
      [3, "Eau froide", 8, undefined],
      [3, "Eau chaude", 1, undefined],
    ],
  );
  const wrong = await valuesOf(`${head}\n12/02/2026;3,5;mille;7;0;`, WANTED);
  deepStrictEqual(wrong?.errors.map(({ line, column }) => [line, column]), [[
    2,
    "Index de dépose, Gaz",
  ]]);
  // A first column of that name has no series before it: it is unknown.
  const first = await valuesOf("Index de dépose;Date;Gaz\n5;12/02/2026;3", WANTED);
  deepStrictEqual(first?.values.map(({ series }) => series), ["Index de dépose", "Gaz"]);
});

Deno.test("readReadings() reads a file of one series, which the user names", async () => {
  const text = "Horodate;Valeur\n2026-02-01T00:30:00+01:00;512";
  deepStrictEqual(
    (await valuesOf(text, { ...WANTED, series: "Compteur" }))?.values.map(({ series }) => series),
    ["Compteur"],
  );
  // Without a chosen series, the heading names it.
  strictEqual((await valuesOf(text, WANTED))?.values[0]?.series, "Valeur");
});

Deno.test("readReadings() reads the dwelling of each line, and a time in a column next to its date", async () => {
  const file = await valuesOf(
    "Logement;Date;Heure;Eau froide\nA12;01/02/2026;8h30;1,5\nA13;02/02/2026;;2\nA13;02/02/2026;x;2",
    WANTED,
  );
  deepStrictEqual(
    file?.values.map(({ dwelling, series, epochS }) => [dwelling, series, epochS]),
    [
      ["A12", "Eau froide", second("2026-02-01T08:30+01:00")],
      ["A13", "Eau froide", second("2026-02-02T00:00+01:00")],
    ],
  );
  deepStrictEqual(file?.errors.map(({ line }) => line), [4]);
});

Deno.test("readReadings() counts lines as an editor does, including empty and quoted ones", async () => {
  const file = await valuesOf('\r\ndate;a\r\n\r\nhier;"1\r\n2"\r\nhier;1', WANTED);
  deepStrictEqual(file?.errors.map(({ line }) => line), [5, 6]);
});

Deno.test("readReadings() returns the format of dates", async () => {
  const dates = async (date: string) => (await valuesOf(`date;a\n${date};1`, WANTED))?.format.dates;
  const found = await Promise.all(["01/02/26", "2026-02-01", "46054,5"].map(dates));
  deepStrictEqual(found, ["dmy", "ymd", "serial"]);
});

Deno.test("readReadings() reads points as decimals when there is no comma, and spaces as thousands", async () => {
  const read = async (cells: string) =>
    (await valuesOf(`date;a\n${cells}`, WANTED))?.values.map(({ value }) => value);
  deepStrictEqual(await read("2026-02-01;1.5\n2026-02-02;2"), [1.5, 2]);
  deepStrictEqual(await read("2026-02-01;1,5\n2026-02-02;12\u202F345"), [1.5, 12345]);
  deepStrictEqual(await read("2026-02-01;-3,25"), [-3.25]);
});

Deno.test("readReadings() names unreadable cells by line and column, and reads the others", async () => {
  const file = await valuesOf(
    "date;serie;valeur\nhier;a;1\n01/02/2026;a;douze\n01/02/2026;a;1.234,5\n02/02/2026;a;3\n" +
      "03/02/2026;a;1.234",
    WANTED,
  );
  deepStrictEqual(file?.errors.map(({ line, column }) => [line, column]), [
    [2, "date"],
    [3, "valeur"],
    [4, "valeur"],
    [6, "valeur"],
  ]);
  deepStrictEqual(file?.values.map(({ value }) => value), [3]);
});

Deno.test("readReadings() is null for a file without readings", async () => {
  for (const text of ["", "nom;ville\na;b", "%PDF-1.7", "\0\0\0"]) {
    strictEqual(await valuesOf(text, WANTED), null);
  }
});

Deno.test("readReadings() reports a damaged file", async () => {
  const file = await valuesOf('date;a\n2026-02-01;"1\n2026-02-02;2', WANTED);
  strictEqual(file?.errors.length, 1);
});

Deno.test("readReadings() never throws", async () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom(";", ",", '"', "\n", "01/02/2026", "1,5"));
  await fc.assert(
    fc.asyncProperty(fc.array(cell), async (cells) => {
      const file = await valuesOf(`date;serie;valeur\n${cells.join("")}`, WANTED);
      ok(file !== null && file.values.every(({ value }) => Number.isFinite(value)));
    }),
    { seed: 20260101, numRuns: 500 },
  );
});

Deno.test("readReadings() reads a file again when its first comma comes after points", async () => {
  const lines = ["2026-02-01;1.5", "2026-02-02;2", "2026-02-03;2,5"];
  const file = await valuesOf(`date;a\n${lines.join("\n")}`, WANTED);
  // As if the comma had come first: the point is ambiguous.
  deepStrictEqual(file?.values.map(({ line, value }) => [line, value]), [[3, 2], [4, 2.5]]);
  deepStrictEqual([file?.format.decimal, file?.errors.map(({ line }) => line)], [",", [2]]);
});

// @spec imports.csv-detection
Deno.test("readReadings() reads a part of a file with the decimal mark of the whole", async () => {
  const part = "date;a\n2026-02-01;1.234\n2026-02-02;2";
  strictEqual((await valuesOf(part, WANTED))?.values[0]?.value, 1.234);
  const file = await valuesOf(part, { ...WANTED, decimal: "," });
  deepStrictEqual(file?.values.map(({ line, value }) => [line, value]), [[3, 2]]);
  deepStrictEqual(file?.errors.map(({ line }) => line), [2]);
  // Where commas separate the cells, the point is the decimal mark.
  const commas = await valuesOf("date,a\n2026-02-01,1.5", { ...WANTED, decimal: "," });
  deepStrictEqual(commas?.values.map(({ value }) => value), [1.5]);
});

Deno.test("readReadings() returns nothing of a file damaged at its end", async () => {
  const file = await valuesOf('date;a\n2026-02-01;1\n2026-02-02;"2', WANTED);
  deepStrictEqual([file?.values, file?.errors.length], [[], 1]);
});

Deno.test("readReadings() refuses more than a million values", async () => {
  const head = ["date", ...Array.from({ length: 499 }, (_, at) => `a${at}`)].join(";");
  const line = `01/02/2026${";1".repeat(499)}\n`;
  await rejects(
    valuesOf(`${head}\n${line.repeat(2_005)}`, WANTED),
    (fault) => fault instanceof CallError && fault.code === "too-many-values",
  );
});

Deno.test("ImportedValues returns values by instant, the last line for each, like a sorted map", () => {
  const line = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer());
  fc.assert(
    fc.property(fc.array(line, { maxLength: 80 }), (lines) => {
      const values = new ImportedValues();
      for (const [at, [epochS, value]] of lines.entries()) values.add(epochS, value, at + 1);
      deepStrictEqual(
        values.all,
        lines.map(([epochS, value], at) => ({ epochS, value, line: at + 1 })),
      );
      const repeated: number[] = [];
      const last = new Map(
        lines.map(([epochS, value], at) => [epochS, { epochS, value, line: at + 1 }]),
      );
      deepStrictEqual(
        [...values.byInstant(({ line }) => repeated.push(line))],
        [...last.values()].sort((a, b) => a.epochS - b.epochS),
      );
      strictEqual(repeated.length, lines.length - last.size);
    }),
    { seed: 20261122, numRuns: 300 },
  );
});

const START_S = Date.parse("2025-01-01T12:00:00Z") / 1_000;

/** A replacement some days after the first of January 2025. */
function replacement(days: number): MeterEvent {
  const epochS = START_S + days * 86_400;
  return { epochS, what: "replacement", finalIndex: null, firstIndex: 0, comment: "" };
}

function withGas(test: (services: Services, named: NamedSeries) => Promise<void>): Promise<void> {
  return withMember({ roles: ["collect"] }, async ({ built, ask }) => {
    const id = await aSeries(ask, "GAZV");
    const bounds = { min: 0, max: 1e9 };
    const meter = { kind: "index", scope: "facilities", title: "Gaz", bounds } as const;
    await test(built.platform.own.services, { seriesId: id, storedId: id, unit: "m³", ...meter });
  });
}

function writing(
  services: Services,
  named: NamedSeries,
  { before, after }: { readonly before: MeterEvent[]; readonly after: MeterEvent[] },
) {
  const lines = [{ line: 2, column: "Index de dépose" }];
  const by = { projectId: PROJECT, caller: ANONYMOUS };
  return writeReplacements(services, [{ named, before, after, lines }], by);
}

Deno.test("writeReplacements() writes nothing over an event that was written since the file was compared", () =>
  withGas(async (services, named) => {
    const mine = { before: [], after: [replacement(1)] };
    strictEqual((await writing(services, named, mine)).meterEventCount, 1);
    const late = { before: [], after: [replacement(2)] };
    await rejects(writing(services, named, late), { code: "store-unavailable" });
    const events = await eventsOf(services.seriesOf(PROJECT, "Europe/Paris"), named.storedId);
    deepStrictEqual(events, mine.after);
  }));

Deno.test("plannedReplacements() accepts as many events as a meter may have", () =>
  withGas(async (services, named) => {
    const known = Array.from({ length: MOST_EVENTS - 1 }, (_, day) => replacement(day));
    await writing(services, named, { before: [], after: known });
    const replaced = [MOST_EVENTS, MOST_EVENTS + 1].map((day): ReplacedLine => {
      const { epochS } = replacement(day);
      return { line: day, column: "Index de dépose", epochS, finalIndex: null, firstIndex: 0 };
    });
    const values = { values: new ImportedValues(), beside: new ImportedValues() };
    const { replacements: [planned], errors } = await plannedReplacements(
      services.seriesOf(PROJECT, "Europe/Paris"),
      [{ named, ...values, replaced }],
      "replace",
    );
    ok(planned);
    strictEqual(planned.after.length, MOST_EVENTS);
    deepStrictEqual(errors, [{
      line: MOST_EVENTS + 1,
      column: "Index de dépose",
      message: READINGS_MESSAGES.eventsFull,
    }]);
  }));
