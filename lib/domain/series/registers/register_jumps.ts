import type { Span } from "@/lib/domain/series/rollup.ts";
import type { RegisterJump } from "@/lib/domain/series/types.ts";

/** Maximum number of jumps stored per meter, newest first kept. */
export const JUMPS_KEPT = 20;

/**
 * The jumps of a meter after a part of its readings was judged again: the jumps in that part are replaced, the others
 * stay.
 *
 * @spec series.register-falls
 * @param known jumps before, in time order
 * @param found jumps of the part, in time order
 */
export function changedJumps(
  known: readonly RegisterJump[],
  found: readonly RegisterJump[],
  { fromS, toS }: Span,
): readonly RegisterJump[] {
  const isInPart = ({ epochS }: RegisterJump) => epochS >= fromS && epochS < toS;
  const others = known.filter((jump) => !isInPart(jump));
  const inPart = found.filter(isInPart);
  if (inPart.length === 0) return others.length === known.length ? known : others;
  return [...others, ...inPart].sort((a, b) => a.epochS - b.epochS).slice(-JUMPS_KEPT);
}
