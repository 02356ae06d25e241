import { ok, strictEqual } from "node:assert/strict";
import { CSV_DIALECTS } from "@/lib/domain/tables/csv.ts";
import { csvStream } from "@/lib/web/files/csv_stream.ts";
import { csvFile } from "@/tests/domain/tables/csv_texts.ts";

const COLUMNS = [
  { header: "Rang", value: (row: number) => row },
  { header: "Nom", value: (row: number) => `Été; ${row}` },
];

Deno.test("csvStream() writes the file that csvFile() writes, piece by piece", async () => {
  for (const count of [0, 1, 20_000]) {
    for (const dialect of Object.values(CSV_DIALECTS)) {
      const rows = Array.from({ length: count }, (_, at) => at);
      const pieces = await Array.fromAsync(csvStream(COLUMNS, rows, dialect));
      const bytes = await new Blob(pieces).bytes();
      strictEqual(
        new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
        csvFile(COLUMNS, rows, dialect),
      );
      ok(pieces.every(({ length }) => length < 100_000));
    }
  }
});
