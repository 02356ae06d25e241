import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { linePath, lonePoints, type Point } from "@/lib/ui/chart_paths.ts";
import { fc } from "@/tests/npm/fast_check.ts";

function points(...pairs: readonly (readonly [number, number] | null)[]): (Point | null)[] {
  return pairs.map((pair) => pair === null ? null : { x: pair[0], y: pair[1] });
}

Deno.test("linePath() moves to the first point and steps to the next ones", () => {
  strictEqual(linePath(points([10, 20], [12.5, 18], [15, 18.3])), "M10 20l2.5-2l2.5 0.3");
});

Deno.test("linePath() breaks where a point is missing", () => {
  strictEqual(linePath(points([0, 1], [1, 1], null, [3, 2], [4, 2])), "M0 1l1 0M3 2l1 0");
});

Deno.test("linePath() is empty without point", () => {
  strictEqual(linePath([]), "");
  strictEqual(linePath([null, null]), "");
});

Deno.test("lonePoints() are those that no line reaches", () => {
  const lone = lonePoints(points([0, 1], null, [2, 1], [3, 1], null, [5, 4]));
  deepStrictEqual(lone, [{ x: 0, y: 1 }, { x: 5, y: 4 }]);
  deepStrictEqual(lonePoints([]), []);
});

Deno.test("linePath() is exact to a tenth, with one decimal at most", () => {
  const tenths = fc.integer({ min: 0, max: 8000 }).map((n) => n / 10);
  const line = fc.array(fc.record({ x: tenths, y: tenths }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(line, (drawn) => {
      const path = linePath(drawn);
      ok(!/\d\.\d{2,}/.test(path), path);
      const numbers = (path.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
      let [x, y] = [0, 0];
      for (const [index, point] of drawn.entries()) {
        x += numbers[2 * index] ?? NaN;
        y += numbers[2 * index + 1] ?? NaN;
        ok(Math.abs(x - point.x) < 0.01 && Math.abs(y - point.y) < 0.01);
      }
    }),
    { numRuns: 300, seed: 20260101 },
  );
});
