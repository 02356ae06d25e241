import type { MeterEvent, RegisterJump, RegisterVerdict } from "@/lib/domain/series/types.ts";
import type { RegisterLimits } from "./register_limits.ts";

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
