import { deepStrictEqual } from "node:assert/strict";
import { sortedSources } from "@/lib/ingest/dwelling_measures.ts";
import type { UnknownSource } from "@/lib/series/schema.ts";

function unknown(source: string, houseId: string | null, measure: string | null): UnknownSource {
  const at = "2026-01-15T08:00:00.000Z";
  return {
    source,
    houseId,
    measure,
    firstSeenAt: at,
    lastSeenAt: at,
    lastValue: 1,
    readingCount: 1,
  };
}

Deno.test("sortedSources() groups the sources of dwellings by measurement, and leaves the others", () => {
  const lone = unknown("gaz value", null, null);
  deepStrictEqual(
    sortedSources([
      unknown("t,serial=1 value", "h1", "t,house=* value"),
      lone,
      unknown("t,serial=2 value", "h2", "t,house=* value"),
      unknown("t,serial=3 value", "h2", "t,house=* value"),
      unknown("h,serial=1 value", "h1", "h,house=* value"),
    ]),
    {
      measures: [
        { measure: "t,house=* value", sourceCount: 3, houseIds: ["h1", "h2"] },
        { measure: "h,house=* value", sourceCount: 1, houseIds: ["h1"] },
      ],
      others: [lone],
    },
  );
});
