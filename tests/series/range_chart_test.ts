import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { rangeChart, type RangeChartInput } from "@/lib/series/range_chart.ts";

const INPUT: RangeChartInput = {
  size: { width: 460, height: 240 },
  values: [4, null, 8],
  before: [6, 2, null],
  categories: ["janv.", "févr.", "mars"],
  isSum: true,
  names: { now: "2025", before: "2024" },
  formatValue: String,
};

Deno.test("rangeChart() draws sums as bars from zero, and the year before as a line", () => {
  const model = rangeChart(INPUT);
  deepStrictEqual(model?.bars.map(({ value, label }) => [value, label]), [[4, "4"], [8, "8"]]);
  deepStrictEqual(model?.lines.map(({ name, values }) => [name, values]), [["2024", [6, 2, null]]]);
  deepStrictEqual([model?.scale.min, model?.scale.max], [0, 8]);
  deepStrictEqual(model?.legend, [
    { name: "2025", colour: "blue" },
    { name: "2024", colour: "grey" },
  ]);
});

Deno.test("rangeChart() draws averages as lines, this year over the one before", () => {
  const model = rangeChart({ ...INPUT, isSum: false });
  strictEqual(model?.bars.length, 0);
  deepStrictEqual(model?.lines.map(({ name }) => name), ["2024", "2025"]);
});

Deno.test("rangeChart() has no legend for one year, and no value on more than twelve bars", () => {
  const many = Array.from({ length: 13 }, (_, day) => day);
  const model = rangeChart({
    ...INPUT,
    values: many,
    before: many.map(() => null),
    categories: many.map(String),
  });
  deepStrictEqual(model?.legend, []);
  strictEqual(model?.bars.every(({ label }) => label === ""), true);
});

Deno.test("rangeChart() writes its value on each bar of a year of months", () => {
  const months = Array.from({ length: 12 }, (_, month) => month + 1);
  const model = rangeChart({
    ...INPUT,
    values: months,
    before: [],
    categories: months.map(String),
  });
  deepStrictEqual(model?.bars.map(({ label }) => label), months.map(String));
});

Deno.test("rangeChart() of nearly constant averages shows at least one unit, so that small changes stay flat", () => {
  const model = rangeChart({ ...INPUT, isSum: false, values: [20, 20.01, 20], before: [] });
  strictEqual((model?.scale.max ?? 0) - (model?.scale.min ?? 0) >= 1, true);
});

Deno.test("rangeChart() of two years without a value is null", () => {
  strictEqual(rangeChart({ ...INPUT, values: [null], before: [null] }), null);
});
