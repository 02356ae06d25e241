import { HOUR_S } from "@/lib/domain/periods/durations.ts";
import type { JumpCause, RegisterJump } from "@/lib/domain/series/types.ts";
import type { PathPoint } from "./path_state.ts";
import type { RegisterRule } from "./register_rule.ts";

/** Between which values a register may move. */
export interface RegisterLimits {
  /** Highest consumption per hour, in the unit of the series; Infinity when unknown. */
  readonly maxRatePerHour: number;
  /** Last digit of the register, in the unit of the series. */
  readonly resolution: number;
  /** Register after which it starts again from 0; absent or null when unknown. */
  readonly rollsOverAt?: number | null | undefined;
}

/** The limits of a register of unknown quantity. */
export const NO_LIMITS: RegisterLimits = { maxRatePerHour: Infinity, resolution: 0 };

/** The rule of a register of which nothing is known. */
export const NO_RULE: RegisterRule = { ...NO_LIMITS, events: [], verdicts: [] };

/** Errors of a subtraction of binary fractions. */
const ROUNDING = 1e-6;
/** Registers of fewer digits than this do not exist. */
const LEAST_CAPACITY = 10_000;
/** A register below this share of a capacity is not about to reach it. */
const NEARLY_FULL = 0.9;
/** A register below this share of its previous value most likely restarted. */
const BEGUN_AGAIN = 0.5;

/**
 * Consumption from one register to a later one that follows it: R "p follows a".
 *
 * @spec series.registers
 * @returns in the unit of the series; null when it does not follow
 */
export function gainedBetween(
  { maxRatePerHour, resolution, rollsOverAt }: RegisterLimits,
  from: PathPoint,
  to: PathPoint,
): number | null {
  const hours = Math.max((to.epochS - from.epochS) / HOUR_S, 1);
  const most = maxRatePerHour * hours + resolution + ROUNDING;
  const direct = to.value - from.value;
  if (direct >= 0) return direct <= most ? direct : null;
  const wrapped = direct + (rollsOverAt ?? -Infinity);
  return wrapped >= 0 && wrapped <= most ? wrapped : null;
}

/** The jump from one register to another that does not follow it. @spec series.register-falls */
export function jumpBetween(
  limits: RegisterLimits,
  before: PathPoint,
  { epochS, value }: PathPoint,
): RegisterJump {
  const cause = jumpCause(limits, before, { epochS, value });
  return { epochS, value, beforeS: before.epochS, before: before.value, cause };
}

/** Most likely cause of a jump: a suggestion. */
function jumpCause(limits: RegisterLimits, before: PathPoint, first: PathPoint): JumpCause {
  if (first.value >= before.value) return "mistake";
  const capacity = Math.max(LEAST_CAPACITY, 10 ** Math.ceil(Math.log10(before.value)));
  const isFull = Number.isFinite(limits.maxRatePerHour) && before.value >= NEARLY_FULL * capacity;
  if (isFull && gainedBetween({ ...limits, rollsOverAt: capacity }, before, first) !== null) {
    return "wrap";
  }
  if (first.value < limits.resolution) return "reset";
  return first.value < BEGUN_AGAIN * before.value ? "replacement" : "mistake";
}
