import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { keys } from "@/lib/store/keys.ts";
import { aProject, ORG, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { FILE, imported, OTHER, PCE, pces, withPlace, year } from "./some_lines.ts";

/** Lines of a file that were inserted, and replaced; then the number and the fault of each one left out. */
async function counts(ask: CallFunction, file: string) {
  const report = await imported(ask, file);
  ok(typeof report === "object");
  const { insertedCount, replacedCount, errors } = report;
  return [
    insertedCount,
    replacedCount,
    errors.map(({ line, fault }) => `${line} ${fault}`).join(", "),
  ];
}

Deno.test("importGasLines stores the lines of a file, each in the year of its last gas day, and repeating it changes nothing", () =>
  withPlace(async ({ admin }) => {
    const report = {
      lineCount: 3,
      insertedCount: 3,
      replacedCount: 0,
      unchangedCount: 0,
      ignoredCount: 0,
      refusedCount: 0,
      errors: [],
    };
    deepStrictEqual(await imported(admin, FILE, { pce: PCE, dryRun: "true" }), report);
    deepStrictEqual(await year(admin, "2024"), []);
    deepStrictEqual(await imported(admin, FILE, { pce: PCE }), report);
    deepStrictEqual(await imported(admin, FILE, { pce: PCE }), {
      ...report,
      insertedCount: 0,
      unchangedCount: 3,
    });
    const lines = await year(admin, "2024");
    ok(Array.isArray(lines));
    deepStrictEqual(lines.map(({ toDate }) => toDate), ["2024-01-23", "2024-01-17"]);
    deepStrictEqual(lines[0], {
      fromDate: "2024-01-01",
      toDate: "2024-01-23",
      informative: false,
      fromIndex: 771,
      toIndex: 951,
      volume: 180,
      energy: 2032,
      factorPta: 0.968,
      factorPcs: 11.66,
      factorConversion: 11.29,
    });
    const before = await year(admin, "2023");
    deepStrictEqual(Array.isArray(before) && before.map(({ energy }) => energy), [1931]);
  }));

Deno.test("importGasLines replaces a corrected line, and listGasPces returns the last index", () =>
  withPlace(async ({ admin }) => {
    await imported(admin, FILE, { pce: PCE });
    const corrected = FILE.replace("951;180;2032", "952;181;2043");
    deepStrictEqual(await imported(admin, corrected, { pce: PCE }), {
      lineCount: 3,
      insertedCount: 0,
      replacedCount: 1,
      unchangedCount: 2,
      ignoredCount: 0,
      refusedCount: 0,
      errors: [],
    });
    const listed = await pces(admin);
    ok(Array.isArray(listed));
    deepStrictEqual(
      listed.map(({ pce, name, projectName, last }) => ({ pce, name, projectName, last })),
      [{
        pce: PCE,
        name: "Chaufferie nord",
        projectName: "Les Lilas",
        last: { date: "2024-01-23", index: 952 },
      }],
    );
  }));

// @spec imports.units
Deno.test("importGasLines converts the units of its headings, and refuses those that do not convert", () =>
  withPlace(async ({ admin }) => {
    const heading = "Type;Du;Au;Index de début (L);Index de fin (l);Volume (m3);Énergie (MWh)";
    const line = "Publiée;01/01/2024;23/01/2024;771000;951000;180;2,032";
    await imported(admin, `${heading}\n${line}\n`, { pce: PCE });
    const lines = await year(admin, "2024");
    ok(Array.isArray(lines));
    deepStrictEqual(
      lines.map(({ fromIndex, toIndex, volume, energy }) => [fromIndex, toIndex, volume, energy]),
      [[771, 951, 180, 2_032]],
    );
    const wrong = heading.replace("MWh", "m3");
    const report = await imported(admin, `${wrong}\n${line}\n`, { pce: PCE });
    ok(typeof report === "object");
    deepStrictEqual(report.errors, [{ line: 2, fault: "unit", units: { from: "m3", to: "kWh" } }]);
    strictEqual(report.replacedCount, 0);
  }));

// @spec imports.line-counts
Deno.test("importGasLines counts each line once: repeated, first indexes, invalid and stored ones", () =>
  withPlace(async ({ admin }) => {
    await imported(admin, FILE, { pce: PCE });
    const [heading = "", ...stored] = FILE.trimEnd().split("\n");
    const file = [
      heading,
      ...stored,
      "",
      "Publiée;23/01/2024;23/02/2024;951;;60;;;;",
      "Publiée;hier;23/02/2024;951;;60;;;;",
      "Publiée;23/01/2024;23/02/2024;;1011;;677;;;",
    ];
    const report = await imported(admin, file.join("\n"), { pce: PCE });
    // The two lines of one period are one line, with the figures of both.
    deepStrictEqual(report, {
      lineCount: 6,
      insertedCount: 1,
      replacedCount: 0,
      unchangedCount: 3,
      ignoredCount: 1,
      refusedCount: 1,
      errors: [
        { line: 6, fault: "repeated", repeatedAt: 8 },
        { line: 7, fault: "from-date" },
      ],
    });
    const lines = await year(admin, "2024");
    ok(Array.isArray(lines));
    const [{ fromIndex, toIndex, volume, energy } = {}] = lines;
    deepStrictEqual([fromIndex, toIndex, volume, energy], [951, 1011, 60, 677]);
    // The first index begins the line of the second one.
    const indexes =
      "Date de relevé;Index (m3)\n01/03/2024;1011\n01/04/2024;1040\n01/04/2024;1040\n";
    const read = await imported(admin, indexes, { pce: OTHER });
    ok(typeof read === "object");
    const { errors, ...counted } = read;
    deepStrictEqual(counted, {
      lineCount: 3,
      insertedCount: 1,
      replacedCount: 0,
      unchangedCount: 0,
      ignoredCount: 1,
      refusedCount: 1,
    });
    deepStrictEqual(errors, [{ line: 4, fault: "period" }]);
  }));

// @spec imports.absent-unchanged
Deno.test("importGasLines leaves the figures of a line's empty cells and absent columns unchanged", () =>
  withPlace(async ({ admin }) => {
    await imported(admin, FILE, { pce: PCE });
    const known = await year(admin, "2024");
    const empty =
      "Type;Du;Au;Index de début (m³);Index de fin (m³);Volume (m³);Énergie (kWh);PTA\n" +
      "Publiée;01/01/2024;23/01/2024;;;;;\n";
    const untouched = await imported(admin, empty, { pce: PCE });
    ok(typeof untouched === "object");
    deepStrictEqual([untouched.replacedCount, untouched.unchangedCount], [0, 1]);
    deepStrictEqual(await year(admin, "2024"), known);
    await imported(admin, "Type;Du;Au;Volume (m³)\nPubliée;01/01/2024;23/01/2024;181\n", {
      pce: PCE,
    });
    const lines = await year(admin, "2024");
    ok(Array.isArray(lines) && Array.isArray(known));
    deepStrictEqual(lines, [{ ...known[0], volume: 181 }, known[1]]);
    // Indexes without energy: 951 − 771 = 180 m³ over the same days.
    await imported(admin, "Date de relevé;Index (m³)\n01/01/2024;771\n23/01/2024;951\n", {
      pce: PCE,
    });
    deepStrictEqual(await year(admin, "2024"), known);
    const listed = await pces(admin);
    ok(Array.isArray(listed));
    deepStrictEqual(listed[0]?.last, { date: "2024-01-23", index: 951 });
  }));

Deno.test("importGasLines reports each line left out, and refuses any other kind of file", () =>
  withPlace(async ({ admin }) => {
    const body = `PCE;Type;Du;Au;Volume (m³);Énergie (kWh)
123;Publiée;01/01/2024;02/01/2024;1;11
${PCE};Autre;01/01/2024;02/01/2024;1;11
${PCE};Publiée;31/02/2024;02/03/2024;1;11
${PCE};Publiée;01/01/2024;;1;11
${PCE};Publiée;02/01/2024;01/01/2024;1;11
${PCE};Publiée;01/02/2026;11/02/2026;1;11
${PCE};Publiée;01/01/2024;02/01/2024;un;11
${PCE};Publiée;01/01/2024;02/01/2024;1 204,5;
${PCE};Publiée;01/02/2026;10/02/2026;1;11
${PCE};Publiée;01/12/1999;01/01/2000;1;11
${PCE};Publiée;31/12/1999;02/01/2000;1;11
`;
    // The test takes place on 10 February 2026. The last gas day of line 11 is in 1999: no page shows it.
    const faults = "2 pce, 3 type, 4 from-date, 5 to-date, 6 period, 7 future, 8 number, 11 past";
    deepStrictEqual(await counts(admin, body), [3, 0, faults]);
    const lines = await year(admin, "2024");
    deepStrictEqual(Array.isArray(lines) && lines.map((line) => [line.volume, line.energy]), [
      [1204.5, null],
    ]);
    strictEqual(await imported(admin, "Nom;Prénom\nA;B\n"), "bad-file");
  }));

Deno.test("importGasLines computes a published line of each index from the previous one", () =>
  withPlace(async ({ admin }) => {
    const body = `PCE;Date de relevé;Index (m³);Énergie (kWh)
${PCE};01/03/2024;1 100,5;1682
${PCE};01/01/2024;771;
${PCE};01/02/2024;951;2032
${PCE};01/04/2024;12;
${PCE};01/04/2024;13;
${PCE};;14;
${PCE};01/05/2024;;
123;01/05/2024;1;
${PCE};01/05/2030;1;
${PCE};01/05/1924;1;
`;
    const faults = "5 index, 6 period, 7 date, 8 index, 9 pce, 10 future, 11 past";
    deepStrictEqual(await counts(admin, body), [2, 0, faults]);
    const lines = await year(admin, "2024");
    ok(Array.isArray(lines));
    // 1 100.5 − 951, then 951 − 771.
    deepStrictEqual(
      lines.map(({ fromDate, toDate, informative, fromIndex, toIndex, volume, energy }) => [
        [fromDate, toDate, informative],
        [fromIndex, toIndex, volume, energy],
      ]),
      [
        [["2024-02-01", "2024-03-01", false], [951, 1100.5, 149.5, 1682]],
        [["2024-01-01", "2024-02-01", false], [771, 951, 180, 2032]],
      ],
    );
  }));

// @spec gas.import
Deno.test("importGasLines counts the first index of a file from the last published one, with each month in a separate file", () =>
  withPlace(async ({ admin }) => {
    const head = "PCE;Date de relevé;Index (m³);Énergie (kWh)";
    const countsOf = (...rows: string[]) => counts(admin, [head, ...rows, ""].join("\n"));
    const first = `${PCE};01/12/2023;771;`;
    deepStrictEqual(await countsOf(first), [0, 0, "2 first-index"]);
    deepStrictEqual(await countsOf(first, `${PCE};01/01/2024;951;2032`), [1, 0, ""]);
    const days = "PCE;Type;Du;Au;Index de fin (m³)\n" +
      `${PCE};Informative;18/01/2024;19/01/2024;999\n`;
    ok(typeof await imported(admin, days) === "object");
    // 1 100 − 951, from 1 January: the index of a gas day is not that of a reading.
    deepStrictEqual(await countsOf(`${PCE};01/02/2024;1100;1682`), [1, 0, ""]);
    // Repeated, and with another file about a known day: its line is unchanged.
    deepStrictEqual(await countsOf(`${PCE};01/02/2024;1100;`), [0, 0, ""]);
    deepStrictEqual(await countsOf(`${PCE};01/03/2024;12;`), [0, 0, "2 index"], "another meter");
    const lines = await year(admin, "2024");
    ok(Array.isArray(lines));
    deepStrictEqual(
      lines.filter(({ informative }) => !informative)
        .map(({ fromDate, toDate, volume, energy }) => [fromDate, toDate, volume, energy]),
      [["2024-01-01", "2024-02-01", 149, 1682]],
    );
  }));

Deno.test("delivery point is readable by those who read its boiler room, and writable by those who set it up", () =>
  withPlace(async ({ built, admin }) => {
    await built.store.atomic()
      .set(keys.project("p2"), aProject({ name: "Cité Jean-Moulin" }))
      .set(keys.projectOfOrg(ORG, "p2"), true)
      .commit();
    await imported(admin, FILE, { pce: PCE });
    const reader = await someone(built, {
      email: "lea@bailleur.fr",
      roles: ["collect:boilerroom:read"],
    });
    const read = await year(reader, "2024");
    strictEqual(Array.isArray(read) && read.length, 2);
    strictEqual(await imported(reader, FILE, { pce: PCE }), "forbidden");
    strictEqual(await year(reader, "2024", OTHER), "not-found");
    const elsewhere = await someone(built, { email: "eve@bailleur.fr" });
    strictEqual(await pces(elsewhere), "forbidden");
    const writer = await someone(built, {
      email: "tom@bailleur.fr",
      roles: ["collect:boilerroom:write"],
    });
    const report = await imported(writer, FILE, { pce: OTHER });
    deepStrictEqual(typeof report === "object" && report.errors.map(({ fault }) => fault), [
      "pce-unknown",
      "pce-unknown",
      "pce-unknown",
    ]);
  }));

Deno.test("an administrator's import declares a delivery point that no boiler room names; readers do not see it", () =>
  withPlace(async ({ built, admin }) => {
    await imported(admin, FILE, { pce: OTHER });
    const numbers = async (ask: CallFunction) => {
      const listed = await pces(ask);
      return Array.isArray(listed) ? listed.map(({ pce, projectId }) => [pce, projectId]) : listed;
    };
    deepStrictEqual(await numbers(admin), [[PCE, PROJECT], [OTHER, null]]);
    const reader = await someone(built, {
      email: "lea@bailleur.fr",
      roles: ["collect:boilerroom:read"],
    });
    deepStrictEqual(await numbers(reader), [[PCE, PROJECT]]);
    strictEqual(await year(reader, "2024", OTHER), "not-found");
  }));

Deno.test("importGasLines names the lines beyond those that a year can have, and their year", () =>
  withPlace(async ({ admin }) => {
    const head = "Type;Du;Au;Volume\n";
    const rows = Array.from({ length: 501 }, (_, rank) => {
      const month = String(rank % 12 + 1).padStart(2, "0");
      const [from, to] = [1 + Math.floor(rank / 12) % 14, 15 + Math.floor(rank / 168) % 14];
      return `Publiée;${from}/${month}/2024;${to}/${month}/2024;1\n`;
    });
    const file = head + rows.join("") + "Publiée;1/01/2023;15/01/2023;1\n";
    const report = {
      lineCount: 502,
      insertedCount: 501,
      replacedCount: 0,
      unchangedCount: 0,
      ignoredCount: 0,
      refusedCount: 1,
      errors: [{ line: 502, fault: "year-full", year: 2024 }],
    };
    deepStrictEqual(await imported(admin, file, { pce: PCE, dryRun: "true" }), report);
    deepStrictEqual(await imported(admin, file, { pce: PCE }), report);
    const lines = await year(admin, "2024");
    strictEqual(Array.isArray(lines) && lines.length, 500);
    deepStrictEqual(await imported(admin, file, { pce: PCE }), {
      ...report,
      insertedCount: 0,
      unchangedCount: 501,
    });
  }));
