import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { gasLineList } from "@/components/gas/line_list.tsx";
import { inOrder } from "@/lib/gas/lines.ts";
import type { GasLine } from "@/lib/gas/schema.ts";
import { keptUnder } from "@/tests/helpers/drawn.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { INFORMATIVE_LINE, PUBLISHED_LINE } from "./adict_lines.ts";
import { aLine, someLine } from "./some_lines.ts";

function kept(lines: readonly GasLine[], query = ""): readonly GasLine[] {
  return keptUnder(gasLineList("01", 2021, "/gas"), inOrder(lines, "desc"), query);
}

// @spec gas.lines, gas.tags
Deno.test("gasLineList() sorts by end date, the latest first, and filters on the type", () => {
  const early = aLine({ fromDate: "2020-12-01", toDate: "2021-01-01" });
  const lines = [early, INFORMATIVE_LINE, PUBLISHED_LINE];
  deepStrictEqual(kept(lines), [INFORMATIVE_LINE, PUBLISHED_LINE, early]);
  deepStrictEqual(kept(lines, "sort=toDate:asc"), [early, PUBLISHED_LINE, INFORMATIVE_LINE]);
  const only = (type: string) => kept(lines, `filter:type=${type}`);
  deepStrictEqual(only("published"), [PUBLISHED_LINE, early]);
  deepStrictEqual(only("informative"), [INFORMATIVE_LINE]);
  deepStrictEqual(only(""), [INFORMATIVE_LINE, PUBLISHED_LINE, early]);
});

Deno.test("gasLineList() sorts by another column, empty cells last both ways", () => {
  const small = aLine({ fromDate: "2021-01-23", toDate: "2021-02-23", fromIndex: 951 });
  const lines = [PUBLISHED_LINE, INFORMATIVE_LINE, small];
  const by = (direction: "asc" | "desc") => kept(lines, `sort=fromIndex:${direction}`);
  deepStrictEqual(by("asc"), [PUBLISHED_LINE, small, INFORMATIVE_LINE]);
  deepStrictEqual(by("desc"), [small, PUBLISHED_LINE, INFORMATIVE_LINE]);
});

Deno.test("gasLineList() never lists an earlier end above a later one, and loses no line", () =>
  fc.assert(
    fc.property(fc.array(someLine), (lines) => {
      const listed = kept(lines);
      strictEqual(listed.length, lines.length);
      listed.forEach((line, rank) => {
        const above = listed[rank - 1];
        strictEqual(above === undefined || above.toDate >= line.toDate, true);
      });
    }),
    { seed: 20260101 },
  ));
