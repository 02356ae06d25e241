import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { GAS_FORMATS } from "@/lib/gas/file_formats.ts";
import { readGasFile } from "@/lib/gas/import_file.ts";
import { ORG } from "@/tests/helpers/a_residence.ts";
import { readText } from "@/tools/files.ts";
import { imported, PCE, withPlace, year } from "./a_gas_place.ts";

const WANTED = { pce: "", today: "2026-02-10", knownIndex: () => Promise.resolve(null) };
const OTHER = "23000000000000";

type Line = readonly [
  pce: string,
  from: string,
  to: string,
  informative: boolean,
  volume: number | null,
  energy: number | null,
];

/** What each example contains. */
const EXAMPLES: Readonly<Record<string, readonly Line[]>> = {
  "gas-lines": [[PCE, "2025-09-01", "2025-10-01", false, 180, 2032]],
  "grdf-adict": [
    [OTHER, "2025-09-01", "2025-10-01", false, 180, 2032],
    [OTHER, "2025-10-01", "2025-10-02", true, 1, 8],
  ],
  "gas-indexes": [[OTHER, "2025-09-01", "2025-10-01", false, 180, 2032]],
  "grdf-customer-space": [
    [OTHER, "2025-08-01", "2025-09-01", false, 78, 848],
    [OTHER, "2025-09-01", "2025-10-01", false, 348, 3811],
  ],
};

// @spec gas.import
Deno.test("each declared format of gas reads its example", async () => {
  deepStrictEqual(Object.keys(EXAMPLES).sort(), GAS_FORMATS.map(({ id }) => id).sort());
  for (const { id, example } of GAS_FORMATS) {
    for (const text of [example, `\uFEFF${example.replaceAll("\n", "\r\n")}`]) {
      const file = await readGasFile(text, { ...WANTED, pce: PCE });
      deepStrictEqual(file?.errors, [], id);
      deepStrictEqual(
        file?.lines.map(({ pce, line: { fromDate, toDate, informative, volume, energy } }) => [
          pce,
          fromDate,
          toDate,
          informative,
          volume,
          energy,
        ]),
        EXAMPLES[id],
        id,
      );
    }
  }
});

// @spec gas.import
Deno.test("a customer's days of gas are informative, and the running month is refused", async () => {
  const head = "Date de relevé;Volume consommé (m3);Energie consommée (kWh)";
  const file = await readGasFile(`${head}\n05/02/2026;3;34\nFévrier 2026;30;340\n`, {
    ...WANTED,
    pce: PCE,
  });
  deepStrictEqual(
    file?.lines.map(({ line: { fromDate, toDate, informative } }) => [
      fromDate,
      toDate,
      informative,
    ]),
    [["2026-02-05", "2026-02-06", true]],
  );
  deepStrictEqual(file?.errors, [{ line: 3, fault: "future" }]);
});

// @spec gas.import
Deno.test("importGasLines says what it looked for in a file, and quotes the first lines", () =>
  withPlace(async ({ admin }) => {
    const result = await admin("importGasLines", { orgId: ORG, body: "Nom;Prénom\nA;B\n" });
    ok(!result.ok);
    strictEqual(result.code, "bad-file");
    match(result.issues?.[0]?.message ?? "", /«\u00A0Du\u00A0».*ligne 1\u00A0: «\u00A0Nom;Prénom/);
    // A customer's file names no type: its months are published.
    const months = GAS_FORMATS.find(({ id }) => id === "grdf-customer-space")?.example
      .replace(OTHER, "") ?? "";
    ok(typeof await imported(admin, months, { pce: PCE }) === "object");
    const lines = await year(admin, "2025");
    deepStrictEqual(Array.isArray(lines) && lines.map(({ energy }) => energy), [3811, 848]);
  }));

// @spec gas.import
Deno.test("docs/collecting.md lists the declared formats of gas", () => {
  const rows = GAS_FORMATS.map(({ name, headings, required }) => {
    const words = required.map((column) => (headings[column] ?? []).map((word) => `\`${word}\``));
    return `- ${name}: ${words.map((one) => one.join(" or ")).join(", ")}\n`;
  });
  ok(readText("docs/collecting.md").includes(rows.join("")), rows.join(""));
});
