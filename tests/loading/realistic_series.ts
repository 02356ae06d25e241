import type { Point, SeriesBatch } from "@/lib/timeseries/readings.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";

/** A generator of pseudo-random numbers from 0 to 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Look =
  | "temperature" // one decimal, drifting: as in a scaled 16-bit integer
  | "register" // litres counted by a water meter, in m³
  | "float32"; // a device that computes in 32 bits and sends every digit

export const KIND_OF: Readonly<Record<Look, DataKind>> = {
  temperature: "instant",
  register: "index",
  float32: "instant",
};

/** Five-minute points from a second on, sometimes a few seconds late. */
export function fiveMinutePoints(
  look: Look,
  { fromS, count, seed }: { readonly fromS: number; readonly count: number; readonly seed: number },
): Point[] {
  const chance = seeded(seed);
  let register = 1000 + Math.floor(chance() * 1000);
  let drift = 20;
  return Array.from({ length: count }, (_, at) => {
    const late = chance() < 0.05 ? Math.floor(chance() * 20) : 0;
    const epochS = fromS + at * 300 + late;
    drift += (chance() - 0.5) * 0.4 + (20 - drift) * 0.01;
    if (chance() < 0.4) register += Math.floor(chance() * 30) / 1000;
    const value = look === "register"
      ? Math.round(register * 1000) / 1000
      : look === "temperature"
      ? Math.round(drift * 10) / 10
      : Math.fround(drift);
    return { epochS, value };
  });
}

export function batchOf(seriesId: string, look: Look, points: readonly Point[]): SeriesBatch {
  return { seriesId, kind: KIND_OF[look], readings: points };
}
