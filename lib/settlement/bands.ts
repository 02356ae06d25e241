/** The bands of a saving or an excess, and the shares of them. @module */

import { type Decimal, exact } from "@/lib/base/decimals.ts";

/** A slice of a saving or an excess, and the operator's share of it. */
export interface Band {
  /** % of the reference, counted from 0; null for the last one. */
  readonly upTo: string | null;
  /** From 0 to 1: "1/2", "2/3", "0.5". */
  readonly operator: string;
}

/** Whether a kind of contract shares savings and excesses: a final I. */
export function sharesGap({ kind }: { readonly kind: string }): boolean {
  return kind.endsWith("I");
}

export type BandsFault = "bands-not-increasing" | "share-outside-0-1" | "last-band-bounded";

/** What is wrong with the bands of a saving or an excess; null when nothing is. @spec settlement.terms */
export function bandsFault(bands: readonly Band[]): BandsFault | null {
  if (bands.some(({ operator }) => !isShare(operator))) return "share-outside-0-1";
  const bounds = bands.map(({ upTo }) => upTo);
  if (bounds.at(-1) !== null) return "last-band-bounded";
  const typed = bounds.slice(0, -1);
  const isIncreasing = typed.every((bound, at) =>
    bound !== null && exact(bound).gt(at === 0 ? 0 : typed[at - 1] ?? 0)
  );
  return isIncreasing ? null : "bands-not-increasing";
}

const SHARE = /^\s*\d+(\.\d+)?\s*(\/\s*[1-9]\d*\s*)?$/;

function isShare(share: string): boolean {
  if (!SHARE.test(share)) return false;
  return shareOf(exact(1), share).lte(1);
}

/** A share of an amount: a fraction divides last, so that thirds stay exact. */
export function shareOf(amount: Decimal, share: string): Decimal {
  const [part = "0", whole = "1"] = share.split("/");
  return amount.times(part.trim()).div(whole.trim());
}
