import { ok, strictEqual } from "node:assert/strict";
import { csvFileInSlices, jsonInSlices } from "../../../lib/backend/files/written.ts";
import { CSV_DIALECTS, csvFile } from "../../../lib/domain/tables/csv.ts";
import { fc } from "../../npm/fast_check.ts";

const COLUMNS = [
  { header: "Rang", value: (row: number) => row },
  { header: "Nom", value: (row: number) => `Été; ${row}` },
];

Deno.test("csvFileInSlices() writes what csvFile() writes", async () => {
  for (const dialect of Object.values(CSV_DIALECTS)) {
    for (const count of [0, 1, 3]) {
      const rows = Array.from({ length: count }, (_, at) => at);
      strictEqual(await csvFileInSlices(COLUMNS, rows, dialect), csvFile(COLUMNS, rows, dialect));
    }
  }
});

Deno.test("jsonInSlices() writes what JSON.stringify() writes", async () => {
  const value = fc.jsonValue();
  const object = fc.dictionary(fc.string(), fc.oneof(value, fc.array(value)));
  await fc.assert(
    fc.asyncProperty(object, async (one) => {
      strictEqual(await jsonInSlices(one), JSON.stringify(one, null, 2));
    }),
    { seed: 20260101, numRuns: 200 },
  );
});

Deno.test("long files are written while the event loop serves others", async () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => at);
  const writings = [
    () => csvFileInSlices(COLUMNS, rows, CSV_DIALECTS.semicolon),
    () => jsonInSlices({ rows: rows.map((row) => ({ row, name: `Été ${row}` })) }),
  ];
  for (const write of writings) {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await write();
    clearInterval(timer);
    ok(turns > 0, "no turn for anyone else");
  }
});
