import type { SharingKind } from "./types.ts";

/** A consumer who takes part, as a production is shared. */
export interface Claim {
  readonly id: string;
  /** What it consumed, whole millionths of a kWh. */
  readonly consumed: number;
  /** Share of the production it was given, %; null when it was given none. */
  readonly sharePercent: number | null;
}

/**
 * What each consumer takes of a production, in whole millionths of a kWh.
 *
 * - `static`: each is offered its share, and takes what it consumes of it; the rest goes to the grid.
 * - `dynamic`: the same, then what some leave is shared between the others, in proportion to what they still need.
 * - `full-dynamic`: the whole is shared in proportion to what each consumes.
 *
 * Shares of more than 100 % together are brought back to it. Nobody takes more than they consume, and all together
 * never more than is produced; the order of the consumers changes nothing.
 *
 * @spec autoconsumption.sharing
 * @param produced whole millionths of a kWh, 0 at least
 * @returns as many parts as claims, in their order
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
  const more = inProportion(produced - totalOf(parts), needs);
  return parts.map((part, rank) => part + (more[rank] ?? 0));
}

/** What each takes of the share it is offered. */
function offeredParts(produced: number, claims: readonly Claim[]): number[] {
  const shares = claims.map(({ sharePercent }) =>
    Math.round((sharePercent ?? 0) * STEPS_PER_PERCENT)
  );
  const whole = Math.max(100 * STEPS_PER_PERCENT, totalOf(shares));
  return claims.map(({ consumed }, rank) =>
    Math.min(consumed, partOf(produced, shares[rank] ?? 0, whole).part)
  );
}

/** Shares are told apart to a ten-thousandth of a percent. */
const STEPS_PER_PERCENT = 10_000;

type Need = Pick<Claim, "id" | "consumed">;

/** Shares an amount in proportion to needs; what rounding leaves goes to the largest remainders. */
function inProportion(amount: number, needs: readonly Need[]): number[] {
  const needed = totalOf(needs.map(({ consumed }) => consumed));
  if (amount >= needed) return needs.map(({ consumed }) => consumed);
  if (amount === 0) return needs.map(() => 0);
  const cut = needs.map(({ consumed }) => partOf(amount, consumed, needed));
  const parts = cut.map(({ part }) => part);
  const order = needs
    .map(({ id }, rank) => ({ id, rank, remainder: cut[rank]?.remainder ?? 0n }))
    .sort((a, b) => compared(b.remainder, a.remainder) || compared(a.id, b.id));
  for (const { rank } of order.slice(0, amount - totalOf(parts))) {
    parts[rank] = 1 + (parts[rank] ?? 0);
  }
  return parts;
}

/** Products of two amounts go beyond what a number holds exactly. */
function partOf(amount: number, share: number, whole: number): { part: number; remainder: bigint } {
  const [product, divisor] = [BigInt(amount) * BigInt(share), BigInt(whole)];
  return { part: Number(product / divisor), remainder: product % divisor };
}

function compared<Value extends bigint | string>(left: Value, right: Value): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function totalOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
