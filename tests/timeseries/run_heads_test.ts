import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { runHeadersOf } from "@/lib/timeseries/store/arrival_encoding.ts";
import { ByteWriter } from "@/lib/timeseries/store/value_encoding.ts";
import { DATA_KINDS, type DataKind } from "@/lib/timeseries/units.ts";

/** The bytes of a run's head. */
function writtenHead(storedId: string, kind: DataKind): Uint8Array {
  const writer = new ByteWriter();
  writer.text(storedId);
  writer.byte(DATA_KINDS.indexOf(kind));
  return writer.sealed();
}

Deno.test("RunHeaders copies the id and the kind of each series, also of those added to its list later", () => {
  const series: { storedId: string; kind: DataKind }[] = [];
  for (const storedId of ["s", "chaudière", "x".repeat(200), "a@b", ""]) {
    for (const kind of DATA_KINDS) {
      series.push({ storedId, kind });
      const heads = runHeadersOf(series);
      for (const [number, one] of series.entries()) {
        const writer = new ByteWriter();
        heads.write(writer, number);
        strictEqual(writer.length, heads.lengthOf(number));
        deepStrictEqual(writer.sealed(), writtenHead(one.storedId, one.kind));
      }
    }
  }
  const heads = runHeadersOf(series);
  throws(() => heads.write(new ByteWriter(), series.length), RangeError);
  throws(() => heads.write(new ByteWriter(), -1), RangeError);
});
