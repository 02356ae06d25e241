import type { MessageData, TimedData } from "@/lib/domain/facilities/types.ts";
import { monthOf, shiftMonth } from "@/lib/domain/periods/civil_dates.ts";
import { daysOfMonth } from "@/lib/domain/periods/period.ts";
import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import { type StateInterval, stateIntervals } from "@/lib/domain/series/state_intervals.ts";
import { residenceOf, type State } from "@/lib/web/state.ts";

/**
 * Reads the intervals of a state over consecutive ranges, numbers and texts merged.
 *
 * @param segments oldest first
 * @returns newest first
 */
export async function readIntervals(
  { api }: State,
  query: { projectId: string; series: string },
  segments: readonly string[],
): Promise<StateInterval[]> {
  const points = await Promise.all(segments.map(async (segment) => {
    const [values, texts] = await Promise.all([
      api.read("getFacilityTimedData", { ...query, segment }),
      api.read("getFacilityMessageData", { ...query, segment }),
    ]);
    return { values: values.values, messages: texts.messages };
  }));
  return intervalsOf({
    values: points.flatMap(({ values }) => values),
    messages: points.flatMap(({ messages }) => messages),
  });
}

/** The intervals of a state, from the numbers and the texts it sent, in any order: newest first. */
export function intervalsOf(
  { values, messages }: Pick<TimedData, "values"> & Pick<MessageData, "messages">,
): StateInterval[] {
  const points = [
    ...values.map(({ at, value }) => ({ epochS: secondsOf(at), value })),
    ...messages.map(({ at, message }) => ({ epochS: secondsOf(at), value: 0, text: message })),
  ];
  return stateIntervals(points.sort((left, right) => left.epochS - right.epochS));
}

/**
 * Reads the current states and their start. Two months are read: a state unchanged this month started before it.
 *
 * @param openings equipment with a state series; those without a series are skipped
 * @returns by series id; null for one not read for two months
 */
export async function readIntervalsNow(
  state: State,
  openings: readonly { readonly seriesId: string | null }[],
): Promise<Map<string, StateInterval | null>> {
  const { project: { id: projectId }, today } = residenceOf(state);
  const month = monthOf(today);
  const segments = [shiftMonth(month, -1), month].map((one) => rangeSegment(daysOfMonth(one)));
  const heard = openings.flatMap(({ seriesId }) => seriesId ?? []);
  return new Map(
    await Promise.all(heard.map(async (series) => {
      const [now = null] = await readIntervals(state, { projectId, series }, segments);
      return [series, now] as const;
    })),
  );
}

function secondsOf(instant: string): number {
  return Date.parse(instant) / 1_000;
}
