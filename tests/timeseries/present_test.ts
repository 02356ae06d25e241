import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { Point } from "@/lib/timeseries/readings.ts";
import { presentPoints, PresentSeries } from "@/lib/timeseries/store/stored_series.ts";
import { type HandClock, withStore } from "@/tests/helpers/fixtures.ts";

const NOW_S = 1_800_000_000;
const DAY_S = 86_400;
const UNREMEMBERED = {
  placeId: "p",
  memory: new Map<string, never>(),
  statesOf: () => Promise.resolve(null),
};

function newest(points: Readonly<Record<string, readonly Point[]>>, nowS = NOW_S) {
  const last = Object.entries(points).flatMap(([id, all]) => {
    const point = all.at(-1);
    return point === undefined ? [] : [[id, point] as const];
  });
  return presentPoints(new Map(last), {
    ...UNREMEMBERED,
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
  strictEqual(
    await presentPoints(known, {
      ...UNREMEMBERED,
      nowMs: NOW_S * 1_000,
      pointsOf,
    }),
    known,
  );
});

/** A series whose clock is an hour ahead, with the number of searches for its present reading. */
function withSearches(
  test: (searched: {
    readonly last: () => Promise<number | undefined>;
    readonly send: (epochS: number) => Promise<void>;
    readonly clock: HandClock;
    readonly searches: () => number;
  }) => Promise<void>,
): Promise<void> {
  return withStore(async (store, clock) => {
    let searches = 0;
    class Searched extends PresentSeries {
      override points(...asked: Parameters<PresentSeries["points"]>) {
        searches++;
        return super.points(...asked);
      }
    }
    const reader = new Searched(store, "p", clock.now);
    const send = (epochS: number) =>
      reader.append([{ seriesId: "s", kind: "instant", readings: [{ epochS, value: epochS }] }]);
    const nowS = clock.now() / 1_000;
    for (const epochS of [nowS - 60, nowS + 3_600, nowS + 3_900]) await send(epochS);
    const last = async () => (await reader.lastOfMany(["s"])).get("s")?.epochS;
    await test({ last, send, clock, searches: () => searches });
  });
}

// @spec series.clock-ahead
Deno.test("PresentSeries.lastOfMany() searches a series with readings ahead once, then when it is read", () =>
  withSearches(async ({ last, send, clock, searches }) => {
    const nowS = clock.now() / 1_000;
    for (let times = 0; times < 3; times++) strictEqual(await last(), nowS - 60);
    strictEqual(searches(), 1);
    await send(nowS);
    for (let times = 0; times < 3; times++) strictEqual(await last(), nowS);
    strictEqual(searches(), 2);
  }));

Deno.test("PresentSeries.lastOfMany() finds a reading ahead from its time on, and not when the clock is set back", () =>
  withSearches(async ({ last, clock, searches }) => {
    const nowS = clock.now() / 1_000;
    strictEqual(await last(), nowS - 60);
    // Readings are accepted from ten minutes ahead on.
    clock.advance(3_000_000 - 1_000);
    strictEqual(await last(), nowS - 60);
    strictEqual(searches(), 1);
    clock.advance(1_000);
    strictEqual(await last(), nowS + 3_600);
    clock.advance(-2_000);
    strictEqual(await last(), nowS - 60);
    clock.advance(1_000_000);
    strictEqual(await last(), nowS + 3_900);
  }));
