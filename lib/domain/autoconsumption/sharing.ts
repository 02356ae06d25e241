import { sumOf } from "@/lib/domain/numbers/sums.ts";
import type { SharingKind } from "./types.ts";

/** A participant's consumption and share, for the sharing of a production. */
export interface Claim {
  readonly id: string;
  /** Consumption, whole millionths of a kWh. */
  readonly consumed: number;
  /** Its share of the production, %; null when there is none. */
  readonly sharePercent: number | null;
}

/**
 * Each consumer's part of a production, in whole millionths of a kWh.
 *
 * - `static`: each consumes up to its share; the rest goes to the grid.
 * - `dynamic`: as `static`, then the unused part is shared between the others in proportion to their remaining need.
 * - `full-dynamic`: production is shared in proportion to consumption.
 *
 * Shares that add up to more than 100 % are scaled down to 100 %. No consumer gets more than its consumption, and the
 * sum never exceeds the production. The order of the consumers does not matter.
 *
 * @spec autoconsumption.sharing
 * @param produced whole millionths of a kWh, at least 0
 * @returns one part per claim, in the same order
 */
export function sharedParts(
  kind: SharingKind,
  produced: number,
  claims: readonly Claim[],
): number[] {
  if (kind === "full-dynamic") return inProportion(produced, claims);
  const parts = offeredParts(produced, claims);
  if (kind === "static") return parts;
  const needs = claims.map(({ id, consumed }, rank) => ({
    id,
    consumed: consumed - (parts[rank] ?? 0),
  }));
  const more = inProportion(produced - sumOf(parts), needs);
  return parts.map((part, rank) => part + (more[rank] ?? 0));
}

/** Each consumer's part, limited to its share. */
function offeredParts(produced: number, claims: readonly Claim[]): number[] {
  const shares = claims.map(({ sharePercent }) =>
    Math.round((sharePercent ?? 0) * STEPS_PER_PERCENT)
  );
  const whole = Math.max(100 * STEPS_PER_PERCENT, sumOf(shares));
  return claims.map(({ consumed }, rank) =>
    Math.min(consumed, partOf(produced, shares[rank] ?? 0, whole).part)
  );
}

/** Precision of shares: a ten-thousandth of a percent. */
const STEPS_PER_PERCENT = 10_000;

type Need = Pick<Claim, "id" | "consumed">;

/** Shares an amount in proportion to needs; the rounding remainder goes to the largest remainders. */
function inProportion(amount: number, needs: readonly Need[]): number[] {
  const needed = sumOf(needs.map(({ consumed }) => consumed));
  if (amount >= needed) return needs.map(({ consumed }) => consumed);
  if (amount === 0) return needs.map(() => 0);
  const cut = needs.map(({ consumed }) => partOf(amount, consumed, needed));
  const parts = cut.map(({ part }) => part);
  const order = needs
    .map(({ id }, rank) => ({ id, rank, remainder: cut[rank]?.remainder ?? 0n }))
    .sort((a, b) => compared(b.remainder, a.remainder) || compared(a.id, b.id));
  for (const { rank } of order.slice(0, amount - sumOf(parts))) {
    parts[rank] = 1 + (parts[rank] ?? 0);
  }
  return parts;
}

/** BigInt, since products of two amounts exceed the range of exact numbers. */
function partOf(amount: number, share: number, whole: number): { part: number; remainder: bigint } {
  const [product, divisor] = [BigInt(amount) * BigInt(share), BigInt(whole)];
  return { part: Number(product / divisor), remainder: product % divisor };
}

function compared<Value extends bigint | string>(left: Value, right: Value): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
