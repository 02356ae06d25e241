import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { auditRecord } from "@/lib/api/audit.ts";
import type { Input, Result } from "@/lib/app/catalogue.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { READINGS_MESSAGES } from "@/lib/ingest/import_text.ts";
import { planImport, writeImport } from "@/lib/ingest/readings_import.ts";
import { fileParts, ownQuery, withPart } from "@/lib/ingest/readings_upload.ts";
import type { ReadingsImport } from "@/lib/ingest/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import { listEntries } from "@/lib/store/store.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { aResidence } from "@/tests/api/a_residence.ts";
import { at, PROJECT, someone, storedSeries, writeResidence } from "@/tests/helpers/a_residence.ts";
import { type AskApp, withApp } from "@/tests/helpers/an_app.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { withFillingDisk } from "@/tests/helpers/interrupted_calls.ts";
import { seeded } from "@/tests/helpers/made_series.ts";
import { onceFiled } from "@/tests/helpers/stores.ts";
import { counts, TWO_IMPORTED } from "./example_files.ts";

type Ask = Awaited<ReturnType<typeof aResidence>>["ask"];

interface Site {
  ask: Ask;
  askApp: AskApp;
  token: string;
  /** The gas meter of the residence. */
  gas: string;
  importing(
    body: string,
    query?: Partial<Input<"importReadings">>,
  ): Promise<Result<"importReadings">>;
  month(series: string, index: number): Promise<unknown>;
}

function withSite(test: (site: Site) => Promise<void>): Promise<void> {
  return withApp(async (askApp, built) => {
    const { ask, series: gas, token } = await aResidence(built);
    await test({
      ask,
      askApp,
      token,
      gas,
      importing: (body, query = {}) =>
        ask("importReadings", { projectId: PROJECT, body, ...query }),
      async month(series, index) {
        const range = { projectId: PROJECT, series, segment: "monthly-2025" };
        return (await answerOf(ask("getFacilityRangeData", range))).slots[index]?.value;
      },
    });
  });
}

async function aSeries(ask: Ask, dataUnitId: DataUnitId, renamed: string): Promise<string> {
  const created = await answerOf(ask("createDataseries", {
    projectId: PROJECT,
    body: seriesDraft({ dataUnitId, renamed }),
  }));
  return created.id;
}

const REGISTERS = [
  "date;serie;valeur",
  "01/01/2025 00:00;Gaz (volume);1000",
  "01/02/2025 00:00;Gaz (volume);1310,5",
].join("\n");

// @spec imports.repeated-files
Deno.test("importReadings() stores registers, nothing in a dry run, and the same file again changes nothing", () =>
  withSite(async ({ importing, month, gas }) => {
    deepStrictEqual(counts(await importing(REGISTERS, { dryRun: "true" })), [2, 0, 0, []]);
    strictEqual(await month(gas, 0), null);
    const first = await answerOf(importing(REGISTERS));
    deepStrictEqual(first, TWO_IMPORTED);
    strictEqual(await month(gas, 0), 310.5);
    deepStrictEqual(counts(await importing(REGISTERS)), [0, 0, 2, []]);
  }));

Deno.test("importReadings() names falling registers, in a dry run as in an import", () =>
  withSite(async ({ ask, importing }) => {
    await importing(REGISTERS);
    // From 1 200 to 1 000, and from 1 310,5 to 5: both go on for over a week.
    const body =
      "date;GAZV\n01/11/2024 00:00;1190\n01/12/2024 00:00;1200\n15/01/2025 00:00;1100\n" +
      "01/03/2025 00:00;5\n15/03/2025 00:00;6";
    const [dry, real] = [await importing(body, { dryRun: "true" }), await importing(body)];
    ok(dry.ok && real.ok);
    deepStrictEqual(dry.answer, real.answer);
    const listed = await answerOf(ask("listRegisterFalls", { projectId: PROJECT }));
    deepStrictEqual(
      real.answer.falls.map(({ before, value, cause }) => ({ before, value, cause })),
      listed.map(({ before, value, cause }) => ({ before, value, cause })).reverse(),
    );
    deepStrictEqual(real.answer.falls.map(({ series, date }) => [series, date]), [
      ["Gaz (volume)", "2025-01-01"],
      ["Gaz (volume)", "2025-03-01"],
    ]);
    strictEqual(real.answer.fallCount, 2);
    const again = await answerOf(importing(body, { dryRun: "true" }));
    strictEqual(again.fallCount, 0);
    const mended = await answerOf(
      importing("date;GAZV\n01/03/2025 00:00;1320", { dryRun: "true" }),
    );
    deepStrictEqual(mended.falls, []);
  }));

// @spec indexes.contradiction
Deno.test("importReadings() names the indexes that do not count, in a dry run as in an import", () =>
  withSite(async ({ importing, month, gas }) => {
    // A building's gas: 400 m³ an hour. Of a series without any reading, 1e9 in a day is beyond it.
    const first = await answerOf(importing(
      "date;GAZV\n01/01/2025 00:00;1000\n02/01/2025 00:00;999999999\n01/02/2025 00:00;1310",
      { dryRun: "true" },
    ));
    deepStrictEqual([first.uncountedCount, first.uncounted, first.fallCount], [
      1,
      [{ series: "Gaz (volume)", date: "2025-01-02", value: 999_999_999 }],
      0,
    ]);
    await importing(REGISTERS);
    const body = "date;GAZV\n15/01/2025 00:00;5\n20/01/2025 00:00;1200\n03/02/2025 00:00;20";
    const [dry, real] = [await importing(body, { dryRun: "true" }), await importing(body)];
    ok(dry.ok && real.ok);
    deepStrictEqual(dry.answer, real.answer);
    // 5 lies between 1 000 and 1 200, and 20 waits after 1 310.5.
    deepStrictEqual(real.answer.uncounted.map(({ date, value }) => [date, value]), [
      ["2025-01-15", 5],
      ["2025-02-03", 20],
    ]);
    strictEqual(await month(gas, 0), 310.5);
    // Three of a run that lasts count: the register goes on from them, which is a fall.
    const run = "date;GAZV\n04/02/2025 00:00;21\n05/02/2025 00:00;22";
    const more = await answerOf(importing(run));
    deepStrictEqual([more.uncountedCount, more.fallCount], [0, 1]);
  }));

Deno.test("importReadings() finds the falls of a long file, and none where it meets stored readings", () =>
  withSite(async ({ ask, importing }) => {
    const line = (minute: number, value: number) =>
      `${new Date(Date.UTC(2026, 0) + 600_000 * minute).toISOString()};GAZV;${value}`;
    const file = (values: readonly number[]) =>
      ["date;serie;valeur", ...values.map((value, at) => line(at, value))].join("\n");
    const rising = Array.from({ length: 5_500 }, (_, at) => 1_000 + at);
    await importing(file(rising));
    // Read in two parts: all lower than the stored ones, a fall on the border, another one near the
    // end.
    const body = file(rising.map((value, at) => {
      if (at < 5_000) return value - 500;
      return at < 5_350 ? at - 4_990 : at - 5_349;
    }));
    const [dry, real] = [await importing(body, { dryRun: "true" }), await importing(body)];
    ok(dry.ok && real.ok);
    deepStrictEqual(dry.answer, real.answer);
    deepStrictEqual(real.answer.falls.map(({ before, value }) => [before, value]), [
      [5_499, 10],
      [359, 1],
    ]);
    const listed = await answerOf(ask("listRegisterFalls", { projectId: PROJECT }));
    deepStrictEqual(listed.map(({ value }) => value), [1, 10]);
  }));

/**
 * Two meters on alternate lines: a restart of each, a peak, an outlier below.
 */
const FALLING = [
  ["GAZV", 100],
  ["EFSV", 50],
  ["GAZV", 110],
  ["EFSV", 51],
  ["GAZV", 5],
  ["EFSV", 49],
  ["GAZV", 7],
  ["EFSV", 3],
  ["GAZV", 8],
  ["EFSV", 4],
  ["GAZV", 90_000_000],
  ["GAZV", 9],
  ["EFSV", 5],
  ["GAZV", 2],
  ["EFSV", 6],
  ["GAZV", 12],
] as const;

// @spec series.register-falls
// @spec imports.large-files
Deno.test("file sent in parts names the falls of the whole file, for any split", () =>
  withSite(async ({ ask, importing }) => {
    await aSeries(ask, "EFSV", "Eau froide");
    const lines = FALLING.map(([series, value], at) =>
      `${new Date(Date.UTC(2026, 0, 1 + at)).toISOString()};${series};${value}`
    );
    const text = ["date;serie;valeur", ...lines, ""].join("\n");
    const whole = await answerOf(importing(text, { dryRun: "true" }));
    deepStrictEqual(
      whole.falls.map(({ before, value, cause }) => [before, value, cause]).toSorted(),
      [[110, 5, "replacement"], [51, 3, "replacement"]],
    );
    const sent = async (dryRun: "true" | "false") => {
      const reports = [];
      for (const size of [1, 60, 100, 150, 210, 300]) {
        let report: ReadingsImport | null = null;
        for (const part of fileParts(text, size, 300)) {
          const result = await answerOf(importing(part.text, { dryRun, ...ownQuery(part) }));
          report = withPart(report, result, part.linesBefore);
        }
        reports.push(report);
        if (dryRun === "false") break;
      }
      return reports;
    };
    const inOrder = (report: ReadingsImport | null) =>
      report && {
        ...report,
        falls: report.falls.toSorted((a, b) => a.before - b.before),
        uncounted: report.uncounted.toSorted((a, b) => a.value - b.value),
      };
    for (const dryRun of ["true", "false"] as const) {
      for (const report of await sent(dryRun)) {
        deepStrictEqual(inOrder(report), inOrder(whole));
      }
    }
  }));

Deno.test("part of a file neither imports nor names the lines of another part", () =>
  withSite(async ({ importing, month, gas }) => {
    const [head, ...own] = REGISTERS.split("\n");
    const others = ["01/12/2024 00:00;Gaz (volume);9e9x", "02/12/2024 00:00;Inconnu;1"];
    const body = [head, ...others, ...own, "01/03/2025 00:00;Gaz (volume);?"].join("\n");
    const result = await importing(body, { linesBefore: "2", lines: "2" });
    deepStrictEqual(counts(result), [2, 0, 0, []]);
    strictEqual(result.ok && result.answer.lineCount, 2);
    strictEqual(await month(gas, 0), 310.5);
  }));

Deno.test("importReadings() replaces existing readings, or keeps them", () =>
  withSite(async ({ importing, month, gas }) => {
    await importing(REGISTERS);
    const other = REGISTERS.replace("1310,5", "1400");
    deepStrictEqual(counts(await importing(other, { onConflict: "keep" })), [0, 0, 1, []]);
    strictEqual(await month(gas, 0), 310.5);
    deepStrictEqual(counts(await importing(other)), [0, 1, 1, []]);
    strictEqual(await month(gas, 0), 400);
  }));

Deno.test("importReadings() adds consumptions to the last register of a meter", () =>
  withSite(async ({ importing, month, gas }) => {
    await importing(REGISTERS);
    const body = "mois;Gaz (volume)\n02/2025;280\n03/2025;150,5";
    deepStrictEqual(counts(await importing(body, { content: "consumption" })), [2, 0, 0, []]);
    deepStrictEqual([await month(gas, 1), await month(gas, 2)], [280, 150.5]);
  }));

Deno.test("importReadings() names invalid lines, and imports the others", () =>
  withSite(async ({ ask, importing }) => {
    await aSeries(ask, "TEMP", "Local");
    await aSeries(ask, "TEMP", "Local");
    const result = await importing([
      "date;serie;valeur",
      "01/01/2025;Gaz (volume);1000",
      "01/01/2025;Compteur inconnu;1",
      "01/01/2025;Local;20",
      "01/01/2025;GAZV;-1",
      "01/01/2099;GAZV;1",
      "demain;GAZV;1",
    ].join("\n"));
    deepStrictEqual(counts(result), [1, 0, 0, [3, 4, 5, 6, 7]]);
  }));

Deno.test("importReadings() refuses consumptions of a temperature, values of a state and an unreadable file", () =>
  withSite(async ({ ask, importing }) => {
    await aSeries(ask, "TEMP", "Local");
    await aSeries(ask, "ETAT", "Défaut brûleur");
    const body = "date;Local\n01/01/2025;20";
    deepStrictEqual(counts(await importing(body, { content: "consumption" })), [0, 0, 0, [2]]);
    const state = await answerOf(importing("date;Défaut brûleur\n01/01/2025;1"));
    deepStrictEqual([state.insertedCount, state.refusedCount], [0, 1]);
    match(state.errors[0]?.message ?? "", /est un état/);
    const none = await importing("nom;ville\na;b");
    strictEqual(none.ok ? null : none.code, "bad-file");
    match(none.ok ? "" : none.issues?.[0]?.message ?? "", /ligne 1\u00A0: «\u00A0nom;ville\u00A0»/);
  }));

// @spec imports.formats
Deno.test("importReadings() proposes winter time for a file with an hour that the clock skips", () =>
  withSite(async ({ importing }) => {
    const body = "date;GAZV\n30/03/2025 02:30;1000\n30/03/2025 03:30;1001";
    const first = await answerOf(importing(body, { dryRun: "true" }));
    deepStrictEqual([first.proposedTimeZone, first.refusedCount], ["Etc/GMT-1", 1]);
    const again = await answerOf(importing(body, { dryRun: "true", timeZone: "Etc/GMT-1" }));
    deepStrictEqual([again.proposedTimeZone, again.refusedCount], [null, 0]);
  }));

Deno.test("importReadings() asks for the series of a file that names none", () =>
  withSite(async ({ importing, gas }) => {
    const body = "Horodate;Valeur\n2025-01-01T00:30:00+01:00;512";
    const result = await answerOf(importing(body));
    match(result.errors[0]?.message ?? "", /choisissez-la avec le fichier/);
    deepStrictEqual(counts(await importing(body, { series: gas })), [1, 0, 0, []]);
  }));

const REPLACED = [
  "date;serie;valeur;Index de dépose",
  "01/01/2025 00:00;Gaz (volume);1000;",
  "12/01/2025 14:30;Gaz (volume);2;1100",
  "01/02/2025 00:00;Gaz (volume);52;",
].join("\n");

Deno.test("importReadings() dates the replacement of a meter, and counts on both sides of it", () =>
  withSite(async ({ ask, importing, month, gas }) => {
    const events = async () => {
      const listed = await answerOf(ask("listMeterEvents", { projectId: PROJECT, series: gas }));
      return listed.events.map((
        { what, date, time, ...of },
      ) => [what, date, time, of.finalIndex, of.firstIndex]);
    };
    const dry = await answerOf(importing(REPLACED, { dryRun: "true" }));
    deepStrictEqual([dry.insertedCount, dry.meterEventCount], [3, 1]);
    deepStrictEqual(await events(), []);
    const first = await importing(REPLACED);
    ok(first.ok);
    deepStrictEqual([counts(first), first.answer.meterEventCount], [[3, 0, 0, []], 1]);
    deepStrictEqual(await events(), [["replacement", "2025-01-12", "14:30", 1100, 2]]);
    // (1 100 − 1 000) + (52 − 2)
    strictEqual(await month(gas, 0), 150);
    const again = await importing(REPLACED);
    ok(again.ok);
    deepStrictEqual([counts(again), again.answer.meterEventCount], [[0, 0, 3, []], 0]);
    strictEqual((await events()).length, 1);
  }));

// @spec imports.csv-detection
Deno.test("importReadings() refuses the second column of a series: its values would replace those of the first", () =>
  withSite(async ({ importing, month, gas }) => {
    const body = "date;Gaz (volume);GAZV\n01/01/2025;1000;7000\n01/02/2025;1310,5;\n";
    const answer = await answerOf(importing(body));
    // The first line counts once, as refused: its first column is stored.
    deepStrictEqual([answer.insertedCount, answer.refusedCount, answer.readingCount], [1, 1, 2]);
    deepStrictEqual(answer.errors, [{
      line: 2,
      column: "GAZV",
      message: "Une autre colonne contient déjà «\u00A0Gaz (volume)\u00A0»",
    }]);
    strictEqual(await month(gas, 0), 310.5);
  }));

Deno.test("importReadings() corrects a replacement, or keeps the existing one", () =>
  withSite(async ({ importing, month, gas }) => {
    await importing(REPLACED);
    const corrected = REPLACED.replace(";2;1100", ";2;1110");
    const kept = await answerOf(importing(corrected, { onConflict: "keep" }));
    deepStrictEqual([kept.meterEventCount, await month(gas, 0)], [0, 150]);
    const replaced = await answerOf(importing(corrected));
    deepStrictEqual([replaced.meterEventCount, await month(gas, 0)], [1, 160]);
    // Without a final index of the old register, only the new one counts.
    const unread = await answerOf(importing(REPLACED.replace(";2;1100", ";2;?")));
    deepStrictEqual([unread.meterEventCount, await month(gas, 0)], [1, 50]);
  }));

Deno.test("importReadings() names an impossible replacement, and imports the values", () =>
  withSite(async ({ ask, importing }) => {
    const wrong = async (body: string, query: Partial<Input<"importReadings">> = {}) => {
      const { errors, meterEventCount } = await answerOf(importing(body, query));
      strictEqual(meterEventCount, 0);
      return errors.map(({ line, column, message }) => `${line} ${column}: ${message}`);
    };
    const low = "L’index de dépose est inférieur au relevé qui le précède";
    deepStrictEqual(await wrong(REPLACED.replace(";1100", ";999")), [`3 Index de dépose: ${low}`]);
    deepStrictEqual(await wrong(REPLACED.replace(";1100", ";mille")), [
      `3 Index de dépose: ${READINGS_MESSAGES.badNumber}`,
    ]);
    const consumed = "Un index de dépose va avec des index, pas avec des consommations";
    deepStrictEqual(await wrong(REPLACED, { content: "consumption", dryRun: "true" }), [
      `3 valeur: ${consumed}`,
    ]);
    await aSeries(ask, "TEMP", "Séjour");
    const instant = "date;serie;valeur;Index de dépose\n12/01/2025;Séjour;19,5;3";
    const [fault = ""] = await wrong(instant);
    ok(fault.includes("n’a pas de compteur qui se remplace"), fault);
  }));

Deno.test("importReadings leaves no reading to compact", () =>
  withApp(async (_, built) => {
    const { ask, series } = await aResidence(built);
    const lines = FEW_DAYS.map((day) => `${day};${series};1`);
    const body = `date;serie;valeur\n${lines.join("\n")}`;
    const imported = await answerOf(ask("importReadings", { projectId: PROJECT, body }));
    strictEqual(imported.insertedCount, FEW_DAYS.length);
    const prefix = keys.arrival.under(PROJECT);
    deepStrictEqual(await Array.fromAsync(built.store.list({ prefix })), []);
  }));

const FEW_DAYS = ["2025-12-01", "2025-12-02", "2025-12-03"];

Deno.test("importReadings refuses a file beyond a limit by name, and writes nothing of it", () =>
  withSite(async ({ importing, month, gas }) => {
    const names = Array.from({ length: 50_001 }, (_, at) => `2025-12-01;Inconnue ${at};1`);
    const codes: Record<string, string> = {
      "too-many-names": `date;serie;valeur\n2025-12-01;${gas};7\n${names.join("\n")}`,
      "too-many-columns": `date;${"a;".repeat(600)}\n2025-12-01;1`,
      "line-too-long": `date;serie;valeur\n2025-12-01;${gas};7\n${";".repeat(2_000_000)}`,
    };
    for (const [code, body] of Object.entries(codes)) {
      const refused = await importing(body);
      deepStrictEqual(refused.ok || [refused.code, refused.status], [code, 413]);
    }
    strictEqual(await month(gas, 11), null);
  }));

Deno.test("old readings are imported once confirmed, impossible values never", () =>
  withSite(async ({ importing }) => {
    const file = [
      "date;serie;valeur",
      "01/01/1969;GAZV;1",
      "01/01/1999;GAZV;2",
      "01/01/2025;GAZV;3",
      `02/01/2025;GAZV;${"9".repeat(300)}`,
    ].join("\n");
    const lines = async (acceptOld: "true" | "false") => {
      const { insertedCount, errors } = await answerOf(importing(file, { acceptOld }));
      return [insertedCount, ...errors.map(({ line, message }) => `${line} ${message}`)];
    };
    const old = "Date très ancienne\u00A0: si elle est juste, confirmez-la avec le fichier";
    const first = await lines("false");
    deepStrictEqual(first.slice(0, 3), [1, "2 Date avant 1970", `3 ${old}`]);
    match(String(first[3]), /^5 Valeur impossible/);
    const confirmed = await lines("true");
    // The line of 1999: that of 2025 is stored already.
    deepStrictEqual(confirmed.slice(0, 2), [1, "2 Date avant 1970"]);
    strictEqual(confirmed.length, 3);
  }));

Deno.test("writeImport() stores readings that cannot be compacted yet, and reports that they will be", () =>
  withApp(async (_, built) => {
    const { ask } = await aResidence(built);
    const { services } = built.platform.own;
    const body = REGISTERS;
    const planned = await planImport(services, { projectId: PROJECT, body });
    ok("arrivals" in planned);
    const { store } = services;
    const compaction = keys.compaction(PROJECT).join("/");
    const failing = aroundStore(store, {
      get: (key) =>
        key.join("/") === compaction ? Promise.reject(new TypeError("full")) : store.get(key),
    });
    const by = { projectId: PROJECT, caller: ANONYMOUS };
    const done = await writeImport({ ...services, store: failing }, planned, by);
    deepStrictEqual([done.insertedCount, done.isFiled, done.errors], [2, false, []]);
    const left = await Array.fromAsync(store.list({ prefix: keys.arrival.under(PROJECT) }));
    ok(left.length > 0);
    const again = await ask("importReadings", { projectId: PROJECT, body });
    deepStrictEqual(counts(again), [0, 0, 2, []]);
  }));

/** Registers each ten minutes, whose encoded readings take more than one commit. */
function manyRegisters(count: number): string {
  const chance = seeded(1);
  const startMs = Date.parse("2025-01-01T00:00:00Z");
  const lines = Array.from({ length: count }, (_, rank) => {
    const at = new Date(startMs + rank * 600_000).toISOString();
    return `${at};${(rank + chance()).toFixed(6)}`;
  });
  return ["date;valeur", ...lines].join("\n");
}

// @spec imports.repeated-files, organisations.audit
Deno.test("importReadings() of several commits has its audit line in the first one, and the same file writes the rest", () =>
  withFillingDisk(async (built) => {
    await writeResidence(built);
    const ask = await someone(built, { roles: ["collect", "collect:building:write"] });
    const { id: series } = await answerOf(
      ask("createDataseries", { ...at, body: seriesDraft({ dataUnitId: "GAZV" }) }),
    );
    const stored = async () =>
      (await onceFiled(() => storedSeries(built).points(series, { fromS: 0, toS: 2 ** 32 })))
        .length;
    const auditLines = async () => {
      const lines = await listEntries(
        built.store,
        { prefix: keys.audit.under() },
        auditRecord,
      );
      return lines.filter(({ value: { action } }) => action === "importReadings").length;
    };
    const count = 50_000;
    const importing = () => ask("importReadings", { ...at, series, body: manyRegisters(count) });
    const { result } = await built.withRoomFor(1, importing);
    strictEqual(result.ok ? "ok" : result.code, "store-unavailable");
    const first = await stored();
    ok(first > 0 && first < count);
    strictEqual(await auditLines(), 1);
    const again = await answerOf(importing());
    deepStrictEqual([again.insertedCount, await stored()], [count - first, count]);
  }));
