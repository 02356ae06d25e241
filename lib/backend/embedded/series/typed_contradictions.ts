import type { Services } from "@/lib/backend/embedded/services.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Effect } from "@/lib/domain/forms/effects.ts";
import { DAY_S } from "@/lib/domain/periods/durations.ts";
import { registerRuleOf, type SeriesReader } from "@/lib/domain/series/reader.ts";
import { contradictionOf } from "@/lib/domain/series/registers/contradiction.ts";
import type { Point } from "@/lib/domain/series/types.ts";
import { type DeletedFrom, seesEach } from "./deletable_readings.ts";

type TypedOn = Pick<DeletedFrom, "projectId" | "seriesId" | "houseId" | "storedId" | "timeZone">;

/**
 * What must be confirmed before an index is typed that contradicts other readings of its meter.
 *
 * @spec indexes.contradiction
 */
export async function contradictingEffects(
  services: Services,
  on: TypedOn,
  { typed, caller }: { readonly typed: Point; readonly caller: Caller },
): Promise<readonly Effect[]> {
  const { projectId, storedId, timeZone } = on;
  const reader = services.seriesOf(projectId, timeZone);
  const [before, after, rule] = await Promise.all([
    nearReadings(reader, storedId, { atS: typed.epochS, side: -1 }),
    nearReadings(reader, storedId, { atS: typed.epochS, side: 1 }),
    registerRuleOf(reader, storedId),
  ]);
  const found = contradictionOf([...before, ...after], typed, rule);
  if (found === null) return [];
  const range = {
    fromS: found.before?.epochS ?? typed.epochS,
    toS: found.after?.epochS ?? typed.epochS,
  };
  const isSeen = await seesEach(services, on, { range, caller });
  return [{
    kind: "contradicting-index",
    value: typed.value,
    lostCount: found.lostCount,
    ...isSeen && found.before !== null && { before: found.before.value },
    ...isSeen && found.after !== null && { after: found.after.value },
  }];
}

/** Distances within which the readings beside an index are searched, s. */
const LOOKED_S = [2 * DAY_S, 62 * DAY_S, 732 * DAY_S];
/** Readings on a side from which its register is judged. */
const NEAR_READINGS = 8;

/** The readings before (-1) or after (1) a second, without index errors; before it, until enough of them count. */
async function nearReadings(
  reader: SeriesReader,
  storedId: string,
  { atS, side }: { readonly atS: number; readonly side: -1 | 1 },
): Promise<readonly Point[]> {
  let near: readonly Point[] = [];
  for (const lookedS of LOOKED_S) {
    const range = side === 1
      ? { fromS: atS, toS: atS + lookedS }
      : { fromS: Math.max(0, atS - lookedS), toS: atS };
    const { readings } = await reader.judged(storedId, range);
    near = readings.filter(({ verdict }) => verdict !== "index-error");
    const enough = readings.filter(({ verdict }) => side === 1 || verdict === "counted");
    if (enough.length >= NEAR_READINGS) break;
  }
  return near;
}
