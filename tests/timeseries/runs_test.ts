import { deepStrictEqual, ok } from "node:assert/strict";
import type { Reading, SeriesBatch } from "@/lib/timeseries/readings.ts";
import {
  decodeArrival,
  encodedArrivals,
  runsBySeries,
  runsOf,
} from "@/lib/timeseries/store/arrival_encoding.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const SEED = { seed: 20260101, numRuns: 500 };
/** Largest value of the store. */
const VALUE_BYTES = 65_536;

const reading: fc.Arbitrary<Reading> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ epochS: fc.nat(), value: fc.integer().map((one) => one / 10) }),
  },
  fc.record({ epochS: fc.nat(), value: fc.constant(0), text: fc.string({ maxLength: 300 }) }),
  fc.nat().map((epochS) => ({ epochS, removed: true as const })),
);
/** Series by number, negative for a row of no series. */
const rows = fc.array(fc.tuple(fc.integer({ min: -1, max: 5 }), reading), { maxLength: 60 });

Deno.test("runsBySeries() groups the rows of each series, in order of arrival", () => {
  const series = Array.from(
    { length: 6 },
    (_, at) => ({ storedId: `s${at}`, kind: "state" } as const),
  );
  fc.assert(
    fc.property(rows, (list) => {
      const { seconds, values, others } = runsOf([batchOf("all", list.map(([, one]) => one))]);
      const seriesOf = Int32Array.from(list, ([number]) => number);
      const runs = runsBySeries({ count: list.length, series, seriesOf, seconds, values, others });
      const taken = list.filter(([number]) => number >= 0);
      const numbers = [...new Set(taken.map(([number]) => number))];
      deepStrictEqual(
        [...encodedArrivals(runs)].flatMap(({ bytes }) => decodeArrival(bytes)).map(plain),
        numbers.map((number) =>
          plain(batchOf(`s${number}`, taken.filter(([of]) => of === number).map(([, one]) => one)))
        ),
      );
    }),
    SEED,
  );
});

Deno.test("encodedArrivals() splits long runs into values of allowed size, and loses none", () => {
  const long = (text: string) =>
    Array.from({ length: 9_000 }, (_, at) => ({
      epochS: at * 300,
      value: 0,
      ...(at % 3 === 0 && { text: text.repeat(at % 200) }),
    }));
  const batches = [
    batchOf(
      "plain",
      Array.from({ length: 20_000 }, (_, at) => ({ epochS: at, value: Math.PI * at })),
    ),
    batchOf("texts", long("é")),
    batchOf("x".repeat(1_000), long("\u{1F600}")),
  ];
  const arrivals = [...encodedArrivals(runsOf(batches))];
  for (const { bytes } of arrivals) ok(bytes.length < VALUE_BYTES, String(bytes.length));
  deepStrictEqual(joined(arrivals.flatMap(({ bytes }) => decodeArrival(bytes))), joined(batches));
  const readingCount = arrivals.reduce((sum, one) => sum + one.readingCount, 0);
  deepStrictEqual(readingCount, 38_000);
});

function batchOf(seriesId: string, readings: readonly Reading[]): SeriesBatch {
  return { seriesId, kind: "state", readings };
}

/** Batches with the prototypes that the generated records lack. */
function plain({ seriesId, kind, readings }: SeriesBatch): SeriesBatch {
  return { seriesId, kind, readings: readings.map((one) => ({ ...one })) };
}

function joined(batches: readonly SeriesBatch[]): Record<string, Reading[]> {
  const readings: Record<string, Reading[]> = {};
  for (const one of batches) (readings[one.seriesId] ??= []).push(...one.readings);
  return readings;
}
