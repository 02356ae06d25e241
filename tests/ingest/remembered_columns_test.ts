import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { sampleAsRead } from "@/lib/ingest/column_sample.ts";
import {
  columnChoiceId,
  columnChoiceRecord,
  rememberedColumns,
} from "@/lib/ingest/remembered_columns.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored, type Store } from "@/lib/store/store.ts";
import { aSeries, PROJECT, someone, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { TWO_IMPORTED } from "./imported_file.ts";

const FILE = "Export\nQuand;Combien\n01/01/2025;1000\n01/02/2025;1310,5\n";
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
  const sample = sampleAsRead(FILE, typed, { columns: TWO_IMPORTED.columns, remembered });
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
    const sent = { projectId: PROJECT, body: FILE, series: "GAZV" };
    const tried = await answerOf(ask("importReadings", { ...sent, ...CHOSEN, dryRun: "true" }));
    deepStrictEqual([tried.insertedCount, tried.remembered], [2, null]);
    strictEqual(await codeOfCall(ask("importReadings", sent)), "bad-file");
    const refused = FILE.replaceAll("2025", "2999");
    await answerOf(ask("importReadings", { ...sent, ...CHOSEN, body: refused }));
    deepStrictEqual(await choicesOf(store), []);
    const done = await answerOf(ask("importReadings", { ...sent, ...CHOSEN }));
    deepStrictEqual([done.insertedCount, done.remembered], [2, null]);
    const [choice] = await choicesOf(store);
    deepStrictEqual([choice?.id, choice?.record.heading], [ID, "Quand Combien"]);
    const at = new Date(choice?.record.atMs ?? 0).toISOString();
    const remembered = { id: ID, line: 3, columns: CHOSEN.columns, at };
    const again = await answerOf(ask("importReadings", { ...sent, body: `\uFEFFNote\n${FILE}` }));
    deepStrictEqual([again.unchangedCount, again.remembered], [2, remembered]);
    strictEqual(await rememberedColumns(store, "another", FILE), null);
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
    await answerOf(ask("importReadings", { projectId: PROJECT, body: FILE, ...CHOSEN }));
    const ids = (await choicesOf(store)).map(({ id }) => id);
    deepStrictEqual([ids.length, ids.includes("c0"), ids.includes("c1")], [50, false, true]);
    const older = keys.columnChoice(PROJECT, columnChoiceId(["Export"]));
    await store.atomic().set(older, record(0)).commit();
    strictEqual((await rememberedColumns(store, PROJECT, FILE))?.line, 2);
  }));
