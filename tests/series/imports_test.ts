import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { expiringText, repeatedHourText } from "@/lib/ingest/import_text.ts";
import type { ReadingsImport } from "@/lib/ingest/schema.ts";
import type { ProjectSeriesDraft } from "@/lib/timeseries/schema.ts";
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
    match(errors[0]?.message ?? "", /ligne 4/);
    match(errors[1]?.message ?? "", /n’existe pas/);
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

type Query = Partial<Input<"importReadings">>;

interface Meter {
  /** Imports a file for the meter. */
  send(body: string, query?: Query): ReturnType<typeof answered>;
  /** Total of 14 January 2026. */
  day(): Promise<number | null | undefined>;
}

function answered(ask: CallFunction, input: Input<"importReadings">) {
  return answerOf(ask("importReadings", input));
}

function withMeter(
  draft: Pick<ProjectSeriesDraft, "dataUnitId"> & { readonly importedUnit?: string },
  test: (meter: Meter) => Promise<void>,
): Promise<void> {
  return withMember({ roles: ["collect"] }, async ({ ask }) => {
    const at = { projectId: PROJECT };
    const { id: series } = await answerOf(
      ask("createDataseries", { ...at, body: seriesDraft({ renamed: "Compteur", ...draft }) }),
    );
    await test({
      send: (body, query = {}) => answered(ask, { ...at, series, body, ...query }),
      async day() {
        const range = { ...at, series, segment: "daily-2026-01" };
        return (await answerOf(ask("getFacilityRangeData", range))).slots[13]?.value;
      },
    });
  });
}

/** A day of half hours, as Enedis sends them: 48 × 600 W. */
function halfHours(unit: string, step: string, value = "600"): string {
  const lines = Array.from({ length: 48 }, (_, rank) => {
    const hour = String(Math.floor(rank / 2)).padStart(2, "0");
    return `30000000000000;EA;${unit};2026-01-14T${hour}:${
      rank % 2 === 0 ? "00" : "30"
    }:00+01:00;${value};${step}`;
  });
  return ["Identifiant PRM;Grandeur physique;Unité;Horodate;Valeur;Pas", ...lines].join("\n");
}

// @spec imports.units
Deno.test("a load curve in W with its step is stored as energy: 48 half hours of 600 W are 14.4 kWh", () =>
  withMeter({ dataUnitId: "ELEC" }, async ({ send, day }) => {
    const { errors, conversions } = await send(halfHours("W", "PT30M"), { content: "consumption" });
    deepStrictEqual(errors, []);
    deepStrictEqual(conversions, [{ series: "Compteur", from: "W", to: "kWh" }]);
    strictEqual(await day(), 14.4);
  }));

// @spec imports.units
Deno.test("a power without a step, or as an index, is refused with both units", () =>
  withMeter({ dataUnitId: "ELEC" }, async ({ send, day }) => {
    for (const [step, query] of [["", { content: "consumption" }], ["PT30M", {}]] as const) {
      const { errors } = await send(halfHours("W", step), query);
      strictEqual(errors.length, 48);
      match(errors[0]?.message ?? "", /«\u00A0W\u00A0».*kWh/);
    }
    ok(!await day());
  }));

// @spec imports.formats
Deno.test("a load curve of Enedis is energy dated by the end of its steps, with nothing to choose", () =>
  withMeter({ dataUnitId: "ELEC" }, async ({ send, day }) => {
    const preamble = "Identifiant PRM;Type de donnees;Unite;Pas en minutes\n" +
      "30000000000000;Courbe de charge;W;30\nHorodate;Valeur\n";
    // 14 January ends with the half hour dated midnight of the 15th: 47 × 600 W and 1 × 1,200 W are 14.7 kWh.
    const lines = Array.from({ length: 48 }, (_, rank) => {
      const time = String(Math.floor((rank + 1) / 2) % 24).padStart(2, "0");
      const date = `2026-01-${rank === 47 ? 15 : 14}T${time}:${rank % 2 === 0 ? "30" : "00"}`;
      return `${date}:00+01:00;${rank === 47 ? 1200 : 600}`;
    });
    const { errors, recognizedFormat, firstReadings } = await send(preamble + lines.join("\n"));
    deepStrictEqual(errors, []);
    strictEqual(recognizedFormat.id, "enedis-load-curve");
    deepStrictEqual([firstReadings.length, firstReadings[0]], [10, {
      line: 4,
      at: "2026-01-13T23:30:00.000Z",
      value: 600,
      unit: "W",
      series: "Compteur",
    }]);
    strictEqual(await day(), 14.7);
  }));

// @spec imports.units
Deno.test("the unit of a heading or a column is converted, whatever its spelling", () =>
  withMeter({ dataUnitId: "ELEC" }, async ({ send, day }) => {
    const kWh = [100, 112.5];
    const files = [
      ["date;Valeur (Wh)", 1_000],
      ["date;valeur [MWh]", 1 / 1_000],
      ["date;Energie (Wh)", 1_000],
      ["date;Index (KWH)", 1],
      ["date;Compteur (Wh)", 1_000],
      ["date;valeur", 1],
    ] as const;
    for (const [heading, each] of files) {
      const [first, last] = kWh.map((value) => String(value * each).replace(".", ","));
      const lines = [`14/01/2026 00:00;${first}`, `15/01/2026 00:00;${last}`];
      deepStrictEqual((await send([heading, ...lines].join("\n"))).errors, [], heading);
      strictEqual(await day(), 12.5, heading);
    }
    const units = ["date;unité;valeur", "14/01/2026 00:00;Wh;200000", "15/01/2026 00:00;kwh;230"];
    deepStrictEqual((await send(units.join("\n"))).errors, []);
    strictEqual(await day(), 30);
    const empty = ["date;unit;valeur", "14/01/2026 00:00;;100", "15/01/2026 00:00;;140"];
    deepStrictEqual((await send(empty.join("\n"))).errors, []);
    strictEqual(await day(), 40);
  }));

// @spec imports.units
Deno.test("a unit that does not convert, or that nobody knows, is refused with that of the series", () =>
  withMeter({ dataUnitId: "EFSV", importedUnit: "L" }, async ({ send, day }) => {
    const file = (unit: string) =>
      `date;valeur;unité\n14/01/2026 00:00;100;${unit}\n15/01/2026 00:00;150;${unit}\n`;
    for (const unit of ["kWh", "barils", "m³/h"]) {
      const { errors, insertedCount } = await send(file(unit));
      deepStrictEqual([errors.map(({ line }) => line), insertedCount], [[2, 3], 0]);
      match(errors[0]?.message ?? "", new RegExp(`«\u00A0${unit}\u00A0».* L`));
    }
    ok(!await day());
    // The unit of the series, and a thousand times it.
    await send(file("l"));
    strictEqual(await day(), 50);
    await send(file("m3"));
    strictEqual(await day(), 50_000);
  }));

// @spec imports.units
Deno.test("the index of a replaced meter has the unit of its column", () =>
  withMeter({ dataUnitId: "EFSV" }, async ({ send, day }) => {
    const file = [
      "date;Valeur (L);Index de dépose",
      "14/01/2026 00:00;100000;",
      "14/01/2026 12:00;1000;105000",
      "15/01/2026 00:00;3000;",
    ].join("\n");
    deepStrictEqual((await send(file)).errors, []);
    // 105 − 100 m³ of the old meter, 3 − 1 of the new one.
    strictEqual(await day(), 7);
  }));
