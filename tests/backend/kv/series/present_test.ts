import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { presentPoints } from "@/lib/backend/kv/series/present.ts";
import type { Point } from "@/lib/domain/series/types.ts";

const NOW_S = 1_800_000_000;
const DAY_S = 86_400;

function newest(points: Readonly<Record<string, readonly Point[]>>, nowS = NOW_S) {
  const last = Object.entries(points).flatMap(([id, all]) => {
    const point = all.at(-1);
    return point === undefined ? [] : [[id, point] as const];
  });
  return presentPoints(new Map(last), {
    nowMs: nowS * 1_000,
    pointsOf: (id, { fromS, toS }) =>
      Promise.resolve(
        (points[id] ?? []).filter(({ epochS }) => fromS <= epochS && epochS < toS),
      ),
  });
}

function at(...seconds: number[]): Point[] {
  return seconds.map((epochS) => ({ epochS, value: epochS }));
}

// @spec series.clock-ahead
Deno.test("presentPoints() replaces a reading more than ten minutes ahead by the one before", async () => {
  const found = await newest({
    a: at(NOW_S - 60, NOW_S + 600),
    b: at(NOW_S - 60, NOW_S + 601),
    c: at(NOW_S - 400 * DAY_S, NOW_S + DAY_S),
    d: at(NOW_S + DAY_S),
  });
  deepStrictEqual([...found].map(([id, { epochS }]) => [id, epochS]), [
    ["a", NOW_S + 600],
    ["b", NOW_S - 60],
    ["c", NOW_S - 400 * DAY_S],
  ]);
});

Deno.test("presentPoints() reads nothing when no reading is ahead", async () => {
  const known = new Map([["a", { epochS: NOW_S, value: 1 }]]);
  const pointsOf = () => Promise.reject(new Error("read"));
  strictEqual(await presentPoints(known, { nowMs: NOW_S * 1_000, pointsOf }), known);
});
