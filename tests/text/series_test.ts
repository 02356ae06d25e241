import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { readInstantSegment } from "../../lib/domain/periods/instants.ts";
import { axisLabel, durationText, rowStateLabel } from "../../lib/text/series.ts";

function labels(...segments: string[]): string[] {
  return segments.map((segment) => {
    const instant = readInstantSegment(segment);
    if (instant === null) throw new Error(segment);
    return axisLabel(instant);
  });
}

Deno.test("axisLabel() writes what fits under a chart, and leaves out what its neighbours say", () => {
  deepStrictEqual(labels("2024-02", "2024-12"), ["févr.", "déc."]);
  deepStrictEqual(labels("2024-W01", "2024-W02", "2024-W05"), ["S1", "", "S5"]);
  deepStrictEqual(labels("2024-07-01", "2024-07-31"), ["1", "31"]);
  deepStrictEqual(labels("2024-07-01T00", "2024-07-01T01"), ["0\u00A0h", ""]);
  deepStrictEqual(labels("2024-07-01T08:00", "2024-07-01T08:05"), ["8\u00A0h", ""]);
});

Deno.test("durationText() says how long in the two largest units", () => {
  deepStrictEqual([0, 90, 3_600, 3_900, 86_400, 180_000].map(durationText), [
    "0\u00A0min",
    "2\u00A0min",
    "1\u00A0h",
    "1\u00A0h\u00A005",
    "1\u00A0j",
    "2\u00A0j\u00A02\u00A0h",
  ]);
});

Deno.test("rowStateLabel() has a word for each state", () => {
  strictEqual(rowStateLabel("partial"), "Incomplet");
  strictEqual(rowStateLabel("autre"), "autre");
});
