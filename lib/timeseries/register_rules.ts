/** What a register may count (quantity, place, events, verdicts), and where its judgement stands after a reading. @module */

import { DAY_S, HOUR_S } from "@/lib/base/durations.ts";
import type { JumpCause, MeterEvent, RegisterJump, RegisterVerdict } from "./meter_event.ts";
import { canonicalQuantity, canonicalUnit } from "./canonical_units.ts";
import { DATA_UNITS, type DataUnitId } from "./units.ts";

/** A register at a second: a reading, or the first index after a dated event. */
export interface PathPoint {
  readonly epochS: number;
  readonly value: number;
}

/** A place of the path just before it rises, from which it may continue when the rise was an error. */
export interface Rise {
  readonly at: PathPoint;
  readonly next: PathPoint;
  /** Readings of the path after `at`, at most {@link MOST_COUNTED}. */
  readonly count: number;
}

/** Consecutive suspended readings, each of which follows the one before. */
interface SuspendedRun {
  readonly first: PathPoint;
  readonly last: PathPoint;
  /** At most {@link MOST_COUNTED}. */
  readonly count: number;
}

/** The path that was left, and could be resumed. */
export interface LeftPath {
  readonly last: PathPoint;
  /** The last reading that both paths share, or the first of either. */
  readonly forkS: number;
  /** Null after an error in the first reading. */
  readonly jump: RegisterJump | null;
}

/** Readings in a row that are beyond the rate, each above the one before. */
export interface Excess {
  readonly count: number;
  readonly fromS: number;
  /** Lowest rate per hour within which they all are. */
  readonly ratePerHour: number;
}

/**
 * Where the judgement of a register is after a reading: judging goes on from it as if every earlier reading were read.
 *
 * @spec series.registers
 */
export interface PathState {
  /** Second of the last reading; null before the first. */
  readonly atS: number | null;
  /** Last of the path; null when nothing is counted yet. */
  readonly last: PathPoint | null;
  /** Whether the path is the first reading alone. */
  readonly isFirst: boolean;
  /** Whether a reading after the last of the path is not counted. */
  readonly isBroken: boolean;
  /** Whether a reading after the run is not counted. */
  readonly isRunBroken: boolean;
  readonly rises: readonly Rise[];
  readonly left: LeftPath | null;
  readonly run: SuspendedRun | null;
  readonly excess: Excess | null;
}

/** How long a left path may be resumed: after a jump, after an error in the first reading. */
const LEFT_AFTER_JUMP_S = 92 * DAY_S;
const LEFT_AFTER_FIRST_S = 7 * DAY_S;

/** Whether a left path may still be resumed. */
export function mayResume({ jump, forkS }: Omit<LeftPath, "last">, atS: number): boolean {
  return atS - forkS <= (jump === null ? LEFT_AFTER_FIRST_S : LEFT_AFTER_JUMP_S);
}

/** Counts above this decide nothing more. */
export const MOST_COUNTED = 3;

export const START: PathState = {
  atS: null,
  last: null,
  isFirst: false,
  isBroken: false,
  isRunBroken: false,
  rises: [],
  left: null,
  run: null,
  excess: null,
};

/** Maximum number of places to continue from: the highest rises stay. */
const RISES_HELD = 4;

/** The places to continue from after a path goes on from its last point to another. */
export function risesAfter(
  before: readonly Rise[],
  last: PathPoint,
  point: PathPoint,
): readonly Rise[] {
  const isWrapped = point.value < last.value;
  const rises = isWrapped ? [] : before.map((rise) => {
    return rise.count < MOST_COUNTED ? { ...rise, count: rise.count + 1 } : rise;
  });
  if (point.value > last.value) rises.push({ at: last, next: point, count: 1 });
  while (rises[0] !== undefined && isLasting({ ...rises[0], first: rises[0].next, last: point })) {
    rises.shift();
  }
  if (rises.length > RISES_HELD) rises.splice(smallest(rises), 1);
  return rises;
}

/** R (5): a run that rises, of three readings over a day or two over a week. */
export function isLasting(
  { first, last, count }: {
    readonly first: PathPoint;
    readonly last: PathPoint;
    readonly count: number;
  },
): boolean {
  const lengthS = last.epochS - first.epochS;
  return last.value > first.value &&
    (count >= 3 && lengthS >= DAY_S || count >= 2 && lengthS >= 7 * DAY_S);
}

function smallest(rises: readonly Rise[]): number {
  const heightOf = ({ at, next }: Rise) => next.value - at.value;
  let found = 0;
  for (const [at, rise] of rises.entries()) {
    const least = rises[found];
    if (least !== undefined && heightOf(rise) < heightOf(least)) found = at;
  }
  return found;
}

/** What the judgement of a register depends on besides its readings. */
export interface RegisterRule extends RegisterLimits {
  /** Dated events of the meter, in time order. */
  readonly events: readonly MeterEvent[];
  readonly verdicts: readonly RegisterVerdict[];
}

/** How a point of a path joins the one before, other than by their difference. */
export type Joint =
  /** Consumption up to the final index; null when unknown. */
  | { readonly kind: "event"; readonly gained: number | null }
  | { readonly kind: "wrap"; readonly gained: number }
  | { readonly kind: "jump"; readonly jump: RegisterJump };

/** A change of the verdicts of readings from a second on, made by a later reading. */
export interface Reach {
  readonly fromS: number;
  readonly atS: number;
}

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

/** Where a meter is, which limits what it can count. */
type MeterPlace = "dwelling" | "building" | "boilerRoom";

type Rates = Readonly<Record<MeterPlace, number>>;

const rates = (dwelling: number, building: number, boilerRoom: number): Rates => {
  return { dwelling, building, boilerRoom };
};

/**
 * Highest consumption per hour by quantity and place, in the unit of the catalogue: an overload flow or the power of a
 * connection, so that a leak is always counted.
 *
 * @spec series.registers
 */
const RATES: Partial<Readonly<Record<DataUnitId, Rates>>> = {
  EFSV: rates(3.2, 80, 32),
  ECSV: rates(3.2, 32, 32),
  GAZV: rates(10, 400, 1_000),
  GAZE: rates(110, 4_500, 11_000),
  CHAE: rates(40, 5_000, 5_000),
  RCUE: rates(40, 5_000, 5_000),
  ECSE: rates(40, 2_000, 2_000),
  ELEC: rates(36, 250, 250),
  SOLE: rates(9, 500, 500),
  PVE: rates(9, 500, 500),
  PACP: rates(20, 1_000, 1_000),
  PACC: rates(9, 400, 400),
};

/** The quantity and the unit of a meter, and what persons set for it. */
interface MeterSettings {
  readonly dataUnitId: DataUnitId;
  /** Unit of its registers when it differs from the catalogue's, otherwise null. */
  readonly importedUnit: string | null;
  /** « Débit maximal », per hour in its own unit; null or absent for the default. */
  readonly maxRatePerHour?: number | null | undefined;
  /** Register after which it starts again from 0; null or absent when unknown. */
  readonly rollsOverAt?: number | null | undefined;
}

/** A register may show whole units only. */
const RESOLUTION = 1;

/** The default rate per hour of a meter, in its own unit; null for a quantity or a unit without one. */
export function defaultRate(
  { dataUnitId, importedUnit }: Pick<MeterSettings, "dataUnitId" | "importedUnit">,
  place: MeterPlace,
): number | null {
  const rate = RATES[dataUnitId]?.[place];
  if (rate === undefined) return null;
  const { unit } = DATA_UNITS[dataUnitId];
  const own = importedUnit ?? unit;
  if (own === unit) return rate;
  if (canonicalUnit(own) !== canonicalUnit(unit)) return null;
  return rate * canonicalQuantity(1, unit) / canonicalQuantity(1, own);
}

/** The limits of a meter, in its own unit. @spec series.registers */
export function limitsOf(settings: MeterSettings, place: MeterPlace): RegisterLimits {
  const { maxRatePerHour, rollsOverAt = null } = settings;
  const rate = maxRatePerHour ?? defaultRate(settings, place);
  if (rate === null) return { ...NO_LIMITS, rollsOverAt };
  return { maxRatePerHour: rate, resolution: RESOLUTION, rollsOverAt };
}

interface Placed {
  readonly id: string;
  readonly kind: string;
  readonly parentId: string | null;
}

/** Places within places: a part of a boiler room. */
export const MOST_PLACES = 3;

/**
 * The place of the meter of a series; a building when it is unknown.
 *
 * @spec series.registers
 * @param equipments the facilities of its residence, or at least its own with those around it
 */
export function meterPlace(
  { scope, equipmentId }: { readonly scope: string; readonly equipmentId: string | null },
  equipments: readonly Placed[],
): MeterPlace {
  if (scope === "housing") return "dwelling";
  const byId = new Map(equipments.map((equipment) => [equipment.id, equipment]));
  let id = equipmentId;
  for (let depth = 0; id !== null && depth < MOST_PLACES; depth++) {
    const place = byId.get(id);
    if (place?.kind === "boilerroom") return "boilerRoom";
    id = place?.parentId ?? null;
  }
  return "building";
}
