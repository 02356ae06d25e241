import { type Spell, stateSpells } from "../domain/series/spells.ts";
import { answered } from "./answered.ts";
import type { State } from "./state.ts";

/**
 * Reads what a state was over ranges that follow each other, its numbers and its texts together.
 *
 * @param segments oldest first
 * @returns the latest first
 */
export async function readSpells(
  { api }: State,
  asked: { projectId: string; series: string },
  segments: readonly string[],
): Promise<Spell[]> {
  const points = await Promise.all(segments.map(async (segment) => {
    const [values, texts] = await Promise.all([
      api.call("getFacilityTimedData", { ...asked, segment }),
      api.call("getFacilityMessageData", { ...asked, segment }),
    ]);
    return [
      ...answered(values).values.map(({ at, value }) => ({ epochS: secondsOf(at), value })),
      ...answered(texts).messages.map(({ at, message }) => ({
        epochS: secondsOf(at),
        value: 0,
        text: message,
      })),
    ];
  }));
  return stateSpells(points.flat().sort((left, right) => left.epochS - right.epochS));
}

function secondsOf(instant: string): number {
  return Date.parse(instant) / 1_000;
}
