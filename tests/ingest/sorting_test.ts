import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { receive } from "@/lib/ingest/receive.ts";
import { SourceTable } from "@/lib/ingest/source_table.ts";
import { claimSource } from "@/lib/series/claims.ts";
import type { Reading } from "@/lib/timeseries/readings.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { pendingArrivals } from "@/tests/timeseries/pending_arrivals.ts";
import { parseLines } from "./parse_lines.ts";

const NOW_S = 1_736_900_000;

/** Two sources attached to one series, and one to a state; the fourth is unattached. */
const CLAIMS: Readonly<Record<string, { seriesId: string; kind: DataKind }>> = {
  "m,serial=1 value": { seriesId: "a", kind: "instant" },
  "m,serial=2 value": { seriesId: "a", kind: "instant" },
  "m,serial=3 value": { seriesId: "b", kind: "state" },
};

const sent = fc.record({
  serial: fc.integer({ min: 1, max: 4 }),
  value: fc.oneof(
    fc.integer({ min: -9, max: 9 }),
    fc.constantFrom("on", "true", true, false),
    fc.constant(1e16),
  ),
  ago: fc.oneof({ weight: 5, arbitrary: fc.nat(3) }, fc.constantFrom(-9_999, 400_000_000)),
});

Deno.test("receive() gives each series its readings, in the order of the body", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(sent, { maxLength: 12 }), { minLength: 1, maxLength: 3 }),
      (bodies) =>
        withStore(async (store) => {
          for (const [key, { seriesId, kind }] of Object.entries(CLAIMS)) {
            const claim = { seriesId, kind, houseId: null, attachedAtMs: 0 };
            await claimSource(store, { projectId: "p", sourceKey: key }, claim);
          }
          const table = new SourceTable();
          const expected: Record<string, Reading[]> = {};
          for (const body of bodies) {
            const text = body.map(({ serial, value, ago }) =>
              `m,serial=${serial} value=${JSON.stringify(value)} ${NOW_S - ago}`
            );
            const bytes = new TextEncoder().encode(text.join("\n"));
            const options = { precision: "s", nowS: NOW_S, tableOf: () => table } as const;
            const { columns } = parseLines(bytes, options);
            const place = { store, projectId: "p", nowMs: NOW_S * 1_000 };
            const { stored, unknown, refusedCount } = await receive(columns, place);
            for (const { serial, value, ago } of body) {
              const series = CLAIMS[`m,serial=${serial} value`];
              if (series === undefined || !isTaken(series.kind, value, ago)) continue;
              const epochS = NOW_S - ago;
              (expected[series.seriesId] ??= []).push(
                typeof value === "string"
                  ? { epochS, value: 0, text: value }
                  : { epochS, value: Number(value) },
              );
            }
            deepStrictEqual(stored + unknown + refusedCount, body.length);
          }
          deepStrictEqual(await pending(store), expected);
        }),
    ),
    { seed: 20260101, numRuns: 40 },
  ));

Deno.test("SourceTable is full with thousands of unattached sources, and never with attached ones", () =>
  withStore(async (store) => {
    const claim = { seriesId: "a", kind: "instant", houseId: null, attachedAtMs: 0 } as const;
    await claimSource(store, { projectId: "p", sourceKey: "m,serial=1 value" }, claim);
    const place = { store, projectId: "p", nowMs: NOW_S * 1_000 };
    const table = new SourceTable();
    const receiveLines = async (lines: readonly string[]) => {
      const bytes = new TextEncoder().encode(lines.join("\n"));
      await receive(
        parseLines(bytes, { precision: "s", nowS: NOW_S, tableOf: () => table }).columns,
        place,
      );
    };
    const unknown = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => `m,serial=x${from + at} value=1`);
    await receiveLines(Array.from({ length: 6_000 }, () => "m,serial=1 value=1"));
    await receiveLines(unknown(0, 4_999));
    strictEqual(table.isFull, false);
    await receiveLines([...unknown(0, 4_999), ...unknown(5_000, 1)]);
    strictEqual(table.isFull, true);
  }));

function isTaken(kind: DataKind, value: number | string | boolean, ago: number): boolean {
  const isPlausible = typeof value === "number" ? value < 1e15 : kind === "state";
  return isPlausible && ago >= 0 && ago < 300_000_000;
}

async function pending(
  store: Parameters<typeof pendingArrivals>[0],
): Promise<Record<string, Reading[]>> {
  const readings: Record<string, Reading[]> = {};
  for (const { batches } of await pendingArrivals(store, "p")) {
    for (const one of batches) (readings[one.seriesId] ??= []).push(...one.readings);
  }
  return readings;
}
