import { deepStrictEqual, notStrictEqual, strictEqual } from "node:assert/strict";
import { ReadingColumns } from "@/lib/ingest/received_columns.ts";
import { Sources } from "@/lib/ingest/source_table.ts";

const DEVICE = { measurement: "temperature", tags: [] };

Deno.test("the arrays of released columns are reused, by one user at a time", () => {
  const first = new ReadingColumns(new Sources(), 100);
  first.add(1, first.sources.add(DEVICE, "value"), 300, "cold");
  const { seconds } = first;
  first.release();
  strictEqual(first.count, 0);
  const [second, third] = [new Sources(), new Sources()].map((one) => new ReadingColumns(one, 100));
  strictEqual(second?.seconds, seconds);
  notStrictEqual(third?.seconds, seconds);
  first.add(1, first.sources.add(DEVICE, "other"), 900, 3);
  second?.add(1, second.sources.add(DEVICE, "value"), 600, 20.5);
  deepStrictEqual(second?.reading(0), {
    device: DEVICE,
    field: "value",
    line: 1,
    value: 20.5,
    epochS: 600,
  });
  strictEqual(first.reading(0).epochS, 900);
});
