/** Repeatable chance: numbers, swings and wandering values from a seed. @module */

/** Deterministic randomness: a seed gives the same numbers on every machine and every day. */

/** A seed from a text (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

/** A number from 0 to 1, 1 excluded, that depends on the seed and the index only. */
export function chance(seed: number, index: number): number {
  let mixed = (seed ^ Math.imul(index | 0, 0x9e3779b1)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}

/** A number from −1 to 1. */
export function swing(seed: number, index: number): number {
  return 2 * chance(seed, index) - 1;
}

/** A curve from −1 to 1 that wanders: new direction every `step`, smooth between. */
export function wander(seed: number, at: number, step: number): number {
  const knot = Math.floor(at / step);
  const share = at / step - knot;
  const eased = share * share * (3 - 2 * share);
  const from = swing(seed, knot);
  return from + (swing(seed, knot + 1) - from) * eased;
}

export function twelveDigits(text: string): string {
  const seed = seedOf(text);
  return Array.from({ length: 12 }, (_, at) => Math.floor(chance(seed, at) * 10)).join("");
}
