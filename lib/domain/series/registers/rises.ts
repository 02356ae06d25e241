import { DAY_S } from "@/lib/domain/periods/durations.ts";
import { MOST_COUNTED, type PathPoint, type Rise } from "./path_state.ts";

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
