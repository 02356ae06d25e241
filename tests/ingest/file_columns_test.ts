import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { sampleAsRead } from "@/lib/ingest/column_sample.ts";
import { choiceFault, readColumns } from "@/lib/ingest/file_columns.ts";
import { headingAt, headingToChoose, rowsAfter } from "@/lib/ingest/file_formats.ts";
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
import { TWO_IMPORTED } from "./example_files.ts";

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
