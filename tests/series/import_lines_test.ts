import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { expiringText, repeatedHourText } from "@/lib/ingest/import_text.ts";
import type { ReadingsImport } from "@/lib/ingest/schema.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const at = { projectId: PROJECT };

async function aMeter(ask: CallFunction, dataUnitId: DataUnitId = "GAZV", renamed = "Gaz") {
  const body = seriesDraft({ dataUnitId, renamed });
  return (await answerOf(ask("createDataseries", { ...at, body }))).id;
}

function sent(ask: CallFunction, input: Omit<Input<"importReadings">, "projectId">) {
  return answerOf(ask("importReadings", { ...at, ...input }));
}

/** The lines that were read, and the sum of what became of them. */
function lineCounts(report: ReadingsImport): [number, number] {
  const { insertedCount, replacedCount, unchangedCount, ignoredCount, refusedCount } = report;
  const sum = insertedCount + replacedCount + unchangedCount + ignoredCount + refusedCount;
  return [report.lineCount, sum];
}

const DATES = [
  "01/01/2026 00:00",
  "01/01/2026 06:00",
  "01/01/2026 12:00",
  "02/01/2026 00:00",
  // Twice on the clock, never, and dates that no reading has.
  "26/10/2025 02:30",
  "30/03/2025 02:30",
  "01/01/2090 00:00",
  "01/01/1998 00:00",
  "hier",
  "",
];
const VALUES = ["", "1", "2", "3", "-1", "beaucoup", "1e99"];

const someFile = fc.record({
  lines: fc.array(
    fc.option(
      fc.tuple(fc.constantFrom(...DATES), fc.constantFrom(...VALUES), fc.constantFrom(...VALUES)),
    ),
    { maxLength: 12 },
  ),
  isWide: fc.boolean(),
  content: fc.constantFrom("natural", "consumption"),
  stamp: fc.constantFrom("begin", "end"),
  onConflict: fc.constantFrom("replace", "keep"),
});

// @spec imports.line-counts
Deno.test("importReadings counts each line of any file once, in a dry run as in the import", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const series = await aMeter(ask);
    await aMeter(ask, "EFSV", "Eau");
    await fc.assert(
      fc.asyncProperty(someFile, async ({ lines, isWide, ...query }) => {
        const heading = isWide ? "date;Gaz;Eau" : "date;valeur";
        const rows = lines.map((line) =>
          line === null ? "" : (isWide ? line : line.slice(0, 2)).join(";")
        );
        const file = { body: [heading, ...rows].join("\n"), ...!isWide && { series }, ...query };
        const dry = await sent(ask, { ...file, dryRun: "true" });
        // A line of empty cells has been read: only one without any text has not.
        const readCount = rows.filter((row) => row !== "").length;
        deepStrictEqual(lineCounts(dry), [readCount, readCount]);
        const done = await sent(ask, file);
        deepStrictEqual({ ...done, isFiled: true }, dry);
        if (query.content === "consumption") return;
        const again = await sent(ask, file);
        deepStrictEqual(lineCounts(again), [readCount, readCount]);
        deepStrictEqual([again.insertedCount, again.replacedCount], [0, 0]);
        strictEqual(again.refusedCount, done.refusedCount);
      }),
      { seed: 20261128, numRuns: 80 },
    );
  }));

// @spec imports.line-counts
Deno.test("importReadings names two lines of one instant, and a time that the clock skips", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const series = await aMeter(ask);
    const body = [
      "date;valeur",
      "01/03/2025 00:00;10",
      "30/03/2025 02:30;11",
      "01/03/2025 00:00;12",
      "",
      "02/03/2025 00:00;",
      "03/03/2025 00:00;14",
    ].join("\n");
    const { errors, ...report } = await sent(ask, { body, series });
    // 10 is passed over for 12 and 02/03 has no value; 12 and 14 are added.
    deepStrictEqual(lineCounts({ errors, ...report }), [5, 5]);
    deepStrictEqual([report.insertedCount, report.ignoredCount, report.refusedCount], [2, 2, 1]);
    deepStrictEqual(errors.map(({ line }) => line), [2, 3]);
    ok(errors[0]?.message.includes("ligne 4"), errors[0]?.message);
    ok(errors[1]?.message.includes("n’existe pas"), errors[1]?.message);
  }));

// @spec imports.repeated-hours
Deno.test("importReadings names the lines of the hour that the clock shows twice", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const series = await aMeter(ask);
    const times = ["01:30", "02:00", "02:30", "02:00", "02:30", "03:00"];
    const lines = times.map((time, at) => `26/10/2025 ${time};${10 + at}`);
    const report = await sent(ask, { body: ["date;valeur", ...lines].join("\n"), series });
    deepStrictEqual([report.insertedCount, report.errors], [6, []]);
    deepStrictEqual([report.repeatedHourCount, report.repeatedHourLines], [4, [3, 4, 5, 6]]);
    ok(repeatedHourText(4, [3, 4, 5, 6]).endsWith("3 à 6."));
  }));

// @spec imports.retention
Deno.test("importReadings says how many readings the retention removes the next night, before and after", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const series = await aMeter(ask);
    // The test's day is 10 February 2026: readings stay from 1 February 2024, days from 2023, months from 2019.
    const dates = ["01/01/2018", "01/06/2022", "31/01/2024", "01/02/2024", "01/02/2026"];
    const body = ["date;valeur", ...dates.map((date, at) => `${date};${at}`)].join("\n");
    const expiring = {
      readingCount: 3,
      pointsFrom: "2024-02-01",
      daysFrom: "2023-02-01",
      monthsFrom: "2019-01-01",
    };
    deepStrictEqual((await sent(ask, { body, series, dryRun: "true" })).expiring, expiring);
    deepStrictEqual((await sent(ask, { body, series })).expiring, expiring);
    // Nothing is written again.
    strictEqual((await sent(ask, { body, series })).expiring, null);
    strictEqual(
      expiringText(expiring).replaceAll("\u00A0", " "),
      "3 relevés d’avant le 01/02/2024 seront supprimés la nuit qui suit l’import, selon la " +
        "conservation de l’organisation. Leurs chiffres restent, par jour depuis le 01/02/2023, " +
        "par mois depuis le 01/01/2019.",
    );
  }));
