import { deepStrictEqual } from "node:assert/strict";
import { barLabels, type LabelPen } from "@/lib/ui/chart_js.ts";
import { chartModel } from "@/lib/ui/chart_model.ts";
import { chartScale } from "@/lib/ui/chart_scale.ts";

/** A negative bar, a positive one, and one beyond the axis. */
const VALUES = [-4, 5, 40];

/** Bars on an axis from −15 to 15. */
function barsOf(values: readonly number[]) {
  return chartModel({
    size: { width: 360, height: 240 },
    scale: chartScale(-15, 15, 5),
    categories: ["a", "b", "c"],
    bars: values.map((value) => ({ value, colour: "green" as const })),
    formatValue: (value) => `${value} %`,
  });
}

type Written = [text: string, x: number, y: number, align: string, isUpright: boolean];

/** A pen whose letters are 6 px wide, and the texts that it wrote: their place, alignment and direction. */
function aPen() {
  const written: Written[] = [];
  const outlined: Written[] = [];
  const kept: { x: number; y: number; isUpright: boolean }[] = [];
  let at = { x: 0, y: 0, isUpright: false };
  const placed = (text: string, x: number, y: number): Written => [
    text,
    at.x + x,
    at.y + y,
    pen.textAlign,
    at.isUpright,
  ];
  const pen: LabelPen = {
    fillStyle: "",
    strokeStyle: "",
    lineWidth: 0,
    font: "",
    textAlign: "",
    measureText: (text) => ({ width: 6 * text.length }),
    strokeText: (...drawn) => void outlined.push(placed(...drawn)),
    fillText: (...drawn) => void written.push(placed(...drawn)),
    save: () => void kept.push(at),
    translate: (x, y) => void (at = { ...at, x: at.x + x, y: at.y + y }),
    rotate: () => void (at = { ...at, isUpright: true }),
    restore: () => void (at = kept.pop() ?? at),
  };
  return { pen, written, outlined };
}

/** The labels of bars, each over its outline, at intervals of some pixels, with 5 px for a unit and zero at 100. */
function labelled(room: number, { values = VALUES, unitPx = 5 } = {}) {
  const { pen, written, outlined } = aPen();
  const x = { getPixelForValue: (value: number) => 20 + room * value };
  const y = { getPixelForValue: (value: number) => 100 - unitPx * value };
  barLabels(barsOf(values), { ink: "#111", paper: "#fff" })
    .afterDatasetsDraw({ ctx: pen, scales: { x, y } });
  deepStrictEqual(outlined, written);
  return written;
}

Deno.test("barLabels() writes a label beyond the end of its bar, or inside a bar that reaches the edge", () => {
  // Under −4 at 120 px, above 5 at 75, and under the upper edge at 25: 3 px of gap, 9 for the letters.
  deepStrictEqual(labelled(60), [
    ["-4 %", 20, 132, "center", false],
    ["5 %", 80, 72, "center", false],
    ["40 %", 140, 37, "center", false],
  ]);
});

Deno.test("barLabels() writes a label beyond a bar whose distance to the edge is just its height", () => {
  // Three units of 4 px between 12 and the upper edge at 40; 13 leaves 8 px.
  const written = labelled(60, { values: [12, 13], unitPx: 4 });
  // 3 px above 12 at 52 px; 12 under 13 at 48.
  deepStrictEqual(written.map(([text, , y]) => [text, y]), [["12 %", 49], ["13 %", 60]]);
});

Deno.test("barLabels() writes every label upright when one is wider than the room of a bar, and none without room for a line", () => {
  const uprights = (room: number) => labelled(room).map((one) => one.at(-1));
  // Four letters take 24 px.
  deepStrictEqual(uprights(24), [false, false, false]);
  deepStrictEqual(uprights(23), [true, true, true]);
  deepStrictEqual(labelled(23).map(([text, , , align]) => [text, align]), [
    ["-4 %", "right"],
    ["5 %", "left"],
    ["40 %", "right"],
  ]);
  deepStrictEqual([labelled(12).length, labelled(11).length], [3, 0]);
});
