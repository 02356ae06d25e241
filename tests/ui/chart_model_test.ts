import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { formatNumber } from "@/lib/base/text_format.ts";
import { chartModel, type ChartSpec } from "@/lib/ui/chart_model.ts";
import { chartScale } from "@/lib/ui/chart_scale.ts";

/** Plot of 300 × 200 from (52, 12): four slots of 75, and 20 px for one unit. */
const SPEC: ChartSpec = {
  size: { width: 360, height: 240 },
  scale: chartScale(-5, 5, 5),
  categories: ["a", "b", "c", "d"],
  formatValue: (value) => `${value} %`,
};

Deno.test("chartModel() places the axis: highest value at the top, lowest at the bottom", () => {
  const { ticks, plot, zeroY } = chartModel(SPEC);
  deepStrictEqual(plot, { x: 52, y: 12, width: 300, height: 200 });
  // −6 to 6 by 2: 200 px / 12
  deepStrictEqual(ticks.map((tick) => [tick.value, tick.y]), [
    [-6, 212],
    [-4, 178.7],
    [-2, 145.3],
    [0, 112],
    [2, 78.7],
    [4, 45.3],
    [6, 12],
  ]);
  strictEqual(ticks[0]?.label, "-6 %");
  strictEqual(zeroY, 112);
});

Deno.test("chartModel() writes the labels of its axis with the decimals of their step", () => {
  const formatValue = formatNumber;
  const labelsOf = (high: number) =>
    chartModel({ ...SPEC, scale: chartScale(0, high, 5), formatValue }).ticks
      .map(({ label }) => label);
  // Steps of 0.05, 0.5 and 5.
  deepStrictEqual(labelsOf(0.25), ["0", "0,05", "0,1", "0,15", "0,2", "0,25"]);
  deepStrictEqual(labelsOf(2.5), ["0", "0,5", "1", "1,5", "2", "2,5"]);
  deepStrictEqual(labelsOf(25), ["0", "5", "10", "15", "20", "25"]);
});

Deno.test("chartModel() leaves room for the longest label of its vertical axis", () => {
  const placed = (high: number) =>
    chartModel({ ...SPEC, scale: chartScale(0, high, 5), formatValue: formatNumber }).plot;
  // « 10 000 » at 14 px takes 49, and ends 10 px before the plot.
  deepStrictEqual([placed(50_000).x, placed(50_000).width], [61, 291]);
  deepStrictEqual([placed(5_000_000).x, placed(5_000_000).width], [88, 264]);
});

Deno.test("chartModel() puts labels under the middle of their slot", () => {
  deepStrictEqual(chartModel(SPEC).categories, [
    { label: "a", x: 89.5 },
    { label: "b", x: 164.5 },
    { label: "c", x: 239.5 },
    { label: "d", x: 314.5 },
  ]);
});

Deno.test("chartModel() draws bars up or down from zero, and none for null", () => {
  const { bars } = chartModel({
    ...SPEC,
    bars: [
      { value: 3, colour: "orange" },
      { value: null, colour: "green" },
      { value: -6, colour: "green" },
      { value: 0, colour: "orange" },
    ],
  });
  deepStrictEqual(bars, [
    {
      categoryIndex: 0,
      value: 3,
      label: "3 %",
      colour: "orange",
      inside: null,
      x: 66.3,
      y: 62,
      width: 46.5,
      height: 50,
    },
    {
      categoryIndex: 2,
      value: -6,
      label: "-6 %",
      colour: "green",
      inside: "bottom",
      x: 216.3,
      y: 112,
      width: 46.5,
      height: 100,
    },
    {
      categoryIndex: 3,
      value: 0,
      label: "0 %",
      colour: "orange",
      inside: null,
      x: 291.3,
      y: 112,
      width: 46.5,
      height: 0,
    },
  ]);
});

Deno.test("chartModel() cuts a bar off at the bound and marks it, while its label has the whole value", () => {
  const { bars } = chartModel({
    ...SPEC,
    bars: [{ value: 48, colour: "red" }, { value: -48, colour: "green" }],
  });
  deepStrictEqual(
    bars.map(({ y, height, inside, label }) => ({ y, height, inside, label })),
    [
      { y: 12, height: 100, inside: "top", label: "48 %" },
      { y: 112, height: 100, inside: "bottom", label: "-48 %" },
    ],
  );
});

// @spec balance.gap-chart
Deno.test("chartModel() puts a label inside its bar when the edge of the plot is too close", () => {
  const insideOf = (values: number[]) =>
    chartModel({ ...SPEC, bars: values.map((value) => ({ value, colour: "red" })) })
      .bars.map(({ inside }) => inside);
  // 100 px for 6: 5.9 ends 1.7 px from the edge, 5.6 6.7 px, 5.4 10 px.
  deepStrictEqual(insideOf([6, 5.9, 5.6]), ["top", "top", null]);
  deepStrictEqual(insideOf([-6, -5.9, -5.6, -5.4]), ["bottom", "bottom", "bottom", null]);
});

Deno.test("chartModel() draws a line through known values, and a dot for an isolated one", () => {
  const { lines } = chartModel({
    ...SPEC,
    lines: [{ name: "Nancy", colour: "blue", values: [0, 6, null, -6] }],
  });
  deepStrictEqual(lines, [{
    name: "Nancy",
    colour: "blue",
    values: [0, 6, null, -6],
    path: "M89.5 112l75-100M314.5 212",
    dots: [{ x: 314.5, y: 212 }],
  }]);
});

Deno.test("chartModel() has no zero where the axis does not include it", () => {
  strictEqual(chartModel({ ...SPEC, scale: chartScale(10, 20, 5) }).zeroY, null);
});

Deno.test("chartModel() makes strips of thresholds, within the axis", () => {
  const { thresholds } = chartModel({
    ...SPEC,
    thresholds: [
      { name: "good", colour: "green", min: null, max: 0 },
      { name: "bad", colour: "orange", min: 0, max: 3 },
      { name: "very bad", colour: "red", min: 3, max: 99 },
    ],
  });
  deepStrictEqual(thresholds.map(({ colour, y, height }) => ({ colour, y, height })), [
    { colour: "green", y: 112, height: 100 },
    { colour: "orange", y: 62, height: 50 },
    { colour: "red", y: 12, height: 50 },
  ]);
});

Deno.test("chartModel() puts a mark under the middle of its category, between the axis and the labels", () => {
  const { categories, plot, marks } = chartModel({
    ...SPEC,
    marks: [{ categoryIndex: 1, text: "Panne" }],
  });
  deepStrictEqual(marks, [
    { categoryIndex: 1, text: "Panne", x: categories[1]?.x, y: plot.y + plot.height + 4 },
  ]);
  deepStrictEqual(chartModel(SPEC).marks, []);
});

Deno.test("chartModel() has its zero on the edge of an axis that ends or begins there, and none outside", () => {
  const zeroOf = (low: number, high: number) =>
    chartModel({ ...SPEC, scale: chartScale(low, high, 5) }).zeroY;
  deepStrictEqual([zeroOf(-10, 0), zeroOf(0, 10), zeroOf(10, 20)], [12, 212, null]);
});

Deno.test("chartModel() writes inside a bar of less than one that fills its axis, and beyond one of zero", () => {
  const insideOf = (value: number, scale = chartScale(0, 0.5, 5)) =>
    chartModel({ ...SPEC, scale, bars: [{ value, colour: "green" }] }).bars[0]?.inside;
  deepStrictEqual([insideOf(0.5), insideOf(0.25), insideOf(0)], ["top", null, null]);
  strictEqual(insideOf(-0.5, chartScale(-0.5, 0, 5)), "bottom");
});
