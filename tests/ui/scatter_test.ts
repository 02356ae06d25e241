import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { formatNumber } from "@/lib/base/text_format.ts";
import { scatterModel } from "@/lib/ui/scatter_chart.ts";

const SPEC = {
  // 800 px wide, 100 px high.
  size: { width: 868, height: 140 },
  points: [{ x: 0, y: 50 }, { x: 16, y: 0 }, { x: 8, y: 25 }],
  formatValue: String,
};

Deno.test("scatterModel() draws each point in pixels, as a line of no length", () => {
  const { plot, dots, line, columns, rows } = scatterModel({ ...SPEC, line: null });
  deepStrictEqual(plot, { x: 52, y: 12, width: 800, height: 100 });
  strictEqual(dots, "M52 12h0M852 112h0M452 62h0");
  strictEqual(line, "");
  deepStrictEqual(columns.map(({ label }) => label), [
    "0",
    "2",
    "4",
    "6",
    "8",
    "10",
    "12",
    "14",
    "16",
  ]);
  deepStrictEqual(rows.map(({ at }) => at), [112, 92, 72, 52, 32, 12]);
});

Deno.test("scatterModel() writes the labels of its axes with the decimals of their steps", () => {
  const points = [{ x: 0, y: 0 }, { x: 0.4, y: 25 }];
  const { columns, rows } = scatterModel({
    ...SPEC,
    points,
    line: null,
    formatValue: formatNumber,
  });
  // Steps of 0.05 and 5.
  deepStrictEqual(columns.slice(0, 4).map(({ label }) => label), ["0", "0,05", "0,1", "0,15"]);
  deepStrictEqual(rows.map(({ label }) => label), ["0", "5", "10", "15", "20", "25"]);
});

Deno.test("scatterModel() leaves room for the longest label of its vertical axis", () => {
  const points = [{ x: 0, y: 0 }, { x: 16, y: 50_000 }];
  const { plot } = scatterModel({ ...SPEC, points, line: null, formatValue: formatNumber });
  deepStrictEqual([plot.x, plot.width], [61, 791]);
});

Deno.test("scatterModel() draws a line across, and extends the axes to its ends", () => {
  const line = [{ x: 0, y: 100 }, { x: 16, y: 0 }] as const;
  strictEqual(scatterModel({ ...SPEC, line }).line, "M52 12L852 112");
});

Deno.test("scatterModel() of a single point has room around it", () => {
  const { dots } = scatterModel({ ...SPEC, points: [{ x: 5, y: 5 }], line: null });
  strictEqual(dots, "M452 62h0");
});

Deno.test("scatterModel() rounds places to a tenth of a pixel", () => {
  // 1 / 3 of 16 × 800 px is 16.67 px, and 1 / 3 of 50 × 100 px 0.67 px: from 52, and from 112 upwards.
  const points = [...SPEC.points, { x: 1 / 3, y: 1 / 3 }];
  strictEqual(scatterModel({ ...SPEC, points, line: null }).dots.split("h0").at(-2), "M68.7 111.3");
});
