import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { sampleAsRead } from "@/lib/ingest/column_sample.ts";
import { type FileValue, type ReadColumns, readReadings } from "@/lib/ingest/csv_file.ts";
import { choiceFault, readColumns } from "@/lib/ingest/file_columns.ts";
import {
  findHeading,
  headingAt,
  headingIn,
  headingToChoose,
  rowsAfter,
} from "@/lib/ingest/file_formats.ts";
import { noHeadingText } from "@/lib/ingest/import_text.ts";
import { fileParts } from "@/lib/ingest/readings_upload.ts";
import {
  columnChoiceId,
  columnChoiceRecord,
  rememberedColumns,
} from "@/lib/ingest/remembered_columns.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored, type Store } from "@/lib/store/store.ts";
import { aResidence } from "@/tests/api/a_residence.ts";
import { aSeries, PROJECT, someone, withMember } from "@/tests/helpers/a_residence.ts";
import { withApp } from "@/tests/helpers/an_app.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { second } from "@/tests/helpers/stores.ts";
import { readText } from "@/tools/files.ts";
import { EXAMPLES, FORMATS, seriesNamed, TWO_IMPORTED } from "./example_files.ts";

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

// @spec imports.formats
Deno.test("each declared format reads its example: instants, values, units and series", async () => {
  for (const { id, name, example } of FORMATS) {
    const { text: downloaded, rows, ignored, seriesUnit } = example;
    const chosen = { series: seriesNamed(example), ...seriesUnit && { seriesUnit } };
    // As downloaded, and as an editor or a spreadsheet may have saved it.
    for (const text of [downloaded, `\uFEFF${downloaded.replaceAll("\n", "\r\n")}`]) {
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
  for (const { id, example } of FORMATS) {
    const end = headingIn(example.text, findHeading)?.end ?? 0;
    for (const { text } of fileParts(example.text, 30, 10)) {
      ok(text.startsWith(example.text.slice(0, end)), id);
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
  const [head = "", first = ""] = EXAMPLES["enedis-r63"]?.text.split("\n") ?? [];
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
  const rows = FORMATS.map(({ name, headings, required }) => {
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

const FILE = `Export du gestionnaire;28/11/2025

Quand;À quelle heure;Repère;Conso (Wh);Remarque
01/11/2025;00:00;A12;1500;bon
02/11/2025;00:00;A12;2500;
`;

/** The fault of columns chosen for a file; null when it can be read. */
function faultOf(
  text: string,
  chosen: string,
  over: Partial<Parameters<typeof choiceFault>[3]> = {},
): string | null {
  const columns = readColumns(chosen);
  if (typeof columns === "string") return columns;
  const heading = headingToChoose(text);
  ok(heading);
  const beside = { series: "", content: "natural", ...over } as const;
  return choiceFault(columns, heading, rowsAfter(text, heading, 10), beside);
}

// @spec imports.chosen-columns
Deno.test("headingToChoose() finds the line above the dates, or a recognised heading", () => {
  const found = (text: string) => {
    const heading = headingToChoose(text);
    return heading && [heading.line, heading.separator, heading.cells.length];
  };
  deepStrictEqual(found(FILE), [3, ";", 5]);
  deepStrictEqual(found("a\tb,c\n1\t2,5\n"), [1, "\t", 2]);
  deepStrictEqual(found("Export\nunter;Zeit;Wert\n1762038000;x;3\n"), [2, ";", 3]);
  deepStrictEqual(found("note\nHorodate,Valeur\n2025-11-01,4\n"), [2, ",", 2]);
  strictEqual(found("\n \n"), null);
  deepStrictEqual(headingAt(FILE, 4)?.cells.slice(0, 3), ["01/11/2025", "00:00", "A12"]);
  deepStrictEqual([headingAt(FILE, 2), headingAt(FILE, 99)], [null, null]);
});

// @spec imports.chosen-columns
Deno.test("readColumns() reads columns, and names what it does not know", () => {
  deepStrictEqual(readColumns("date,time,value:kWh"), [
    { role: "date", unit: "" },
    { role: "time", unit: "" },
    { role: "value", unit: "kWh" },
  ]);
  deepStrictEqual(readColumns(" date , ,value: m3 "), [
    { role: "date", unit: "" },
    { role: "ignored", unit: "" },
    { role: "value", unit: "m3" },
  ]);
  match(String(readColumns("date,amount")), /«\u00A0amount\u00A0»/);
  match(String(readColumns("date,value:furlongs")), /Unité inconnue.*furlongs/);
});

// @spec imports.chosen-columns
Deno.test("choiceFault() says what is missing, too much, or unlike the lines of the file", () => {
  const faults: readonly (readonly [chosen: string, fault: RegExp | null])[] = [
    ["date,time,series,value", null],
    ["date,time,series,index:Wh,ignored", null],
    ["ignored,ignored,series", /Date.*, et .*Valeur.*Index/],
    ["date,time,series", /Il manque une colonne «\u00A0Valeur\u00A0»/],
    ["ignored,time,series,value", /Il manque une colonne «\u00A0Date\u00A0»/],
    ["date,date,series,value", /Deux colonnes .*«\u00A0Date\u00A0»/],
    ["date,time,series,value,index", /toutes les colonnes/],
    ["date,time,series,value,value", /Une seule colonne de valeurs/],
    ["date,time,series,ignored,value", /«\u00A0Remarque\u00A0».* nombres.*«\u00A0bon\u00A0»/],
    ["ignored,ignored,date,value", /«\u00A0Repère\u00A0».* dates.*«\u00A0A12\u00A0»/],
    ["date,time,series,value,ignored,unit", /colonne 6, .* en a 5/],
  ];
  for (const [chosen, fault] of faults) {
    const said = faultOf(FILE, chosen);
    if (fault === null) strictEqual(said, null, chosen);
    else match(said ?? "", fault, chosen);
  }
  match(faultOf(FILE, "date,time,,index", { content: "consumption" }) ?? "", /consommations/);
  match(faultOf(FILE, "date,time,,value,value", { series: "Gaz" }) ?? "", /Une seule colonne/);
  match(faultOf("Quand;;Note\n01/11/2025;5;\n", "date,value") ?? "", /colonne 2 n’a pas d’en-tête/);
  strictEqual(faultOf("Quand;;Note\n01/11/2025;5;\n", "date,value", { series: "Gaz" }), null);
  strictEqual(faultOf("Quand;Eau\n01/11/2025;\n02/11/2025;null\n", "date,value"), null);
});

// @spec imports.chosen-columns
Deno.test("importReadings() reads a file by the columns that the call gives, as one with a known heading", () =>
  withApp(async (_, built) => {
    const { ask } = await aResidence(built);
    const read = (body: string, query: { columns?: string; heading?: string; series?: string }) =>
      ask("importReadings", { projectId: PROJECT, body, dryRun: "true", ...query });
    const body = `Relevés du gaz
Quand;Heure lue;Repère;Compteur;Remarque
01/11/2025;06:30;Gaz (volume);1 310,5;lu
02/11/2025;06:30;Gaz (volume);1 311,25;lu
Total;;;;
`;
    const refused = await read(body, {});
    ok(!refused.ok);
    strictEqual(refused.code, "bad-file");
    match(refused.issues?.[0]?.message ?? "", /ligne 2 \(«\u00A0Quand\u00A0», /);
    const report = await answerOf(read(body, { columns: "date,time,series,index" }));
    deepStrictEqual(report.recognizedFormat, { id: "chosen-columns", name: "Colonnes choisies" });
    deepStrictEqual(report.columns.map(({ role }) => role), [
      "date",
      "time",
      "series",
      "index",
      "ignored",
    ]);
    deepStrictEqual(
      report.firstReadings.map(({ line, at, value, unit }) => [line, at, value, unit]),
      [
        [3, "2025-11-01T05:30:00.000Z", 1310.5, "m³"],
        [4, "2025-11-02T05:30:00.000Z", 1311.25, "m³"],
      ],
    );
    deepStrictEqual([report.insertedCount, report.ignoredCount, report.errors], [2, 1, []]);
    // The chosen series takes the lines of one meter.
    const other = body.replace("02/11/2025;06:30;Gaz (volume)", "02/11/2025;06:30;Autre");
    const one = await answerOf(read(other, { columns: "date,,series,value", series: "GAZV" }));
    deepStrictEqual([one.insertedCount, one.errors.map(({ line }) => line)], [1, [4]]);
    for (const query of [{ columns: "date,time" }, { columns: "date,,,value", heading: "9" }]) {
      const faulty = await read(body, query);
      ok(!faulty.ok);
      deepStrictEqual(faulty.issues?.map(({ path }) => path), ["columns"]);
    }
  }));

const EXPORT = "Export\nQuand;Combien\n01/01/2025;1000\n01/02/2025;1310,5\n";
const ID = columnChoiceId(["Quand", "Combien"]);
const READER = { email: "eve@bailleur.fr", roles: ["collect:boilerroom:read"] } as const;
const CHOSEN = { columns: "date,value", series: "GAZV" } as const;

function choicesOf(store: Store) {
  return listStored(store, keys.columnChoice.under(PROJECT), columnChoiceRecord);
}

// @spec imports.remembered-columns
Deno.test("columnChoiceId() is that of the cells, however they are written", () => {
  strictEqual(columnChoiceId([" quand", "COMBIEN "]), ID);
  for (const cells of [["Combien", "Quand"], ["Quand", "Combien", ""], ["Quand Combien"]]) {
    notStrictEqual(columnChoiceId(cells), ID);
  }
});

// @spec imports.remembered-columns
Deno.test("sampleAsRead() of a remembered choice shows it at its heading, whatever the form says", () => {
  const remembered = { id: ID, at: "2026-01-01T00:00:00.000Z", line: 2, columns: "date, value:m3" };
  const typed = (name: string) => name === "shown.line" ? "1" : "";
  const sample = sampleAsRead(EXPORT, typed, { columns: TWO_IMPORTED.columns, remembered });
  ok(sample);
  deepStrictEqual([sample.line, sample.isRemembered, sample.isRecognized], [2, true, false]);
  deepStrictEqual(sample.columns.map(({ name, chosen, unit }) => [name, chosen, unit]), [
    ["Quand", "date", ""],
    ["Combien", "value", "m3"],
  ]);
});

// @spec imports.remembered-columns
Deno.test("importReadings() remembers chosen columns once it has written, for the residence alone", () =>
  withMember({ roles: ["collect:boilerroom:write"] }, async ({ built, ask }) => {
    const { store } = built;
    await aSeries(ask, "GAZV");
    const sent = { projectId: PROJECT, body: EXPORT, series: "GAZV" };
    const tried = await answerOf(ask("importReadings", { ...sent, ...CHOSEN, dryRun: "true" }));
    deepStrictEqual([tried.insertedCount, tried.remembered], [2, null]);
    strictEqual(await codeOfCall(ask("importReadings", sent)), "bad-file");
    const refused = EXPORT.replaceAll("2025", "2999");
    await answerOf(ask("importReadings", { ...sent, ...CHOSEN, body: refused }));
    deepStrictEqual(await choicesOf(store), []);
    const done = await answerOf(ask("importReadings", { ...sent, ...CHOSEN }));
    deepStrictEqual([done.insertedCount, done.remembered], [2, null]);
    const [choice] = await choicesOf(store);
    deepStrictEqual([choice?.id, choice?.record.heading], [ID, "Quand Combien"]);
    const at = new Date(choice?.record.atMs ?? 0).toISOString();
    const remembered = { id: ID, line: 3, columns: CHOSEN.columns, at };
    const again = await answerOf(ask("importReadings", { ...sent, body: `\uFEFFNote\n${EXPORT}` }));
    deepStrictEqual([again.unchangedCount, again.remembered], [2, remembered]);
    strictEqual(await rememberedColumns(store, "another", EXPORT), null);
    const faulty = await ask("importReadings", { ...sent, body: "Quand;Combien\nhier;1\n" });
    ok(!faulty.ok);
    match(
      faulty.issues?.[0]?.message ?? "",
      /^Colonnes lues comme choisies le \d\d\/\d\d\/\d{4}\. «\u00A0Quand\u00A0» ne contient pas de dates/,
    );
    const other = await someone(built, READER);
    const forgetting = { projectId: PROJECT, choiceId: ID };
    strictEqual(await codeOfCall(other("forgetColumnChoice", forgetting)), "forbidden");
    const listed = await answerOf(ask("listColumnChoices", { projectId: PROJECT }));
    deepStrictEqual(listed, [{ id: ID, heading: "Quand Combien", at }]);
    await answerOf(ask("forgetColumnChoice", forgetting));
    strictEqual(await codeOfCall(ask("forgetColumnChoice", forgetting)), "not-found");
    // A file whose readings are all stored leaves its choice too.
    await answerOf(ask("importReadings", { ...sent, ...CHOSEN }));
    strictEqual((await choicesOf(store)).length, 1);
  }));

// @spec imports.remembered-columns
Deno.test("importReadings() keeps fifty choices, the last ones, and reads by the last of a file", () =>
  withMember({ roles: ["collect:boilerroom:write"] }, async ({ built: { store }, ask }) => {
    await aSeries(ask, "GAZV");
    const record = (atMs: number) => ({ heading: "Titre", columns: "date,value", atMs });
    const atomic = store.atomic();
    for (let rank = 0; rank < 50; rank++) {
      atomic.set(keys.columnChoice(PROJECT, `c${rank}`), record(rank));
    }
    await atomic.commit();
    await answerOf(ask("importReadings", { projectId: PROJECT, body: EXPORT, ...CHOSEN }));
    const ids = (await choicesOf(store)).map(({ id }) => id);
    deepStrictEqual([ids.length, ids.includes("c0"), ids.includes("c1")], [50, false, true]);
    const older = keys.columnChoice(PROJECT, columnChoiceId(["Export"]));
    await store.atomic().set(older, record(0)).commit();
    strictEqual((await rememberedColumns(store, PROJECT, EXPORT))?.line, 2);
  }));
