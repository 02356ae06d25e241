import { seeded } from "./made_series.ts";

/** Bytes that do not compress, the same for the same seed. */
export function noise(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  const next = seeded(seed);
  return Uint8Array.from({ length }, () => Math.floor(next() * 256));
}
