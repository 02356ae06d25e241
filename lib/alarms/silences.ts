/** Rules of planned works, during which no alarm is raised for a place. @module */

import type { DatedState } from "@/lib/base/dated_states.ts";
import { lowest } from "@/lib/base/sums.ts";
import type { AlarmMute } from "./schema.ts";
import type { MonitoredItem, Mute } from "./subjects.ts";

/** Planned works as a list shows them. */
export interface MuteLine extends AlarmMute {
  readonly state: DatedState;
  /** "" for the whole residence. */
  readonly placeName: string;
}

/** State of planned works at an instant. @spec alarms.mutes */
export function muteState({ from, to }: Pick<AlarmMute, "from" | "to">, nowMs: number): DatedState {
  if (nowMs < Date.parse(from)) return "coming";
  return nowMs < Date.parse(to) ? "current" : "past";
}

/** The works under way in some places, given by equipment or dwelling id; a residence's own works apply everywhere. */
export function currentMutes<Mute extends Omit<AlarmMute, "author">>(
  mutes: readonly Mute[],
  placeIds: readonly string[],
  nowMs: number,
): Mute[] {
  return mutes.filter((silence) => {
    const placeId = silence.equipmentId ?? silence.houseId;
    return muteState(silence, nowMs) === "current" &&
      (placeId === null || placeIds.includes(placeId));
  });
}

/** Place of a subject or an alarm, for the rules on mutes. */
type MutedPlace = Pick<
  MonitoredItem,
  "handler" | "houseId" | "equipmentId" | "boilerRoomId" | "buildingId"
>;

/** Converts planned works to a mute of the alarm rules. */
export function muteOf(
  { equipmentId, houseId, handler, from, to }: Pick<
    AlarmMute,
    "equipmentId" | "houseId" | "handler" | "from" | "to"
  >,
): Mute {
  const secondOf = (instant: string) => Math.floor(Date.parse(instant) / 1_000);
  return { equipmentId, houseId, handler, fromS: secondOf(from), toS: secondOf(to) };
}

/** Instant until which an alarm is muted, or was muted when it ended; null when it is not. @spec alarms.mutes */
export function mutedUntil(
  alarm: MutedPlace & { readonly end: string | null },
  mutes: readonly Mute[],
  nowS: number,
): string | null {
  const atS = alarm.end === null ? nowS : Date.parse(alarm.end) / 1_000;
  const untilS = unmutedFrom(alarm, mutes, atS);
  return untilS > atS ? new Date(untilS * 1_000).toISOString() : null;
}

/** Whether a mute covers a place: the whole residence, an equipment and its parts, or a dwelling. @spec alarms.mutes */
export function coversPlace(
  silence: Pick<Mute, "equipmentId" | "houseId" | "handler">,
  { handler, houseId, equipmentId, boilerRoomId, buildingId }: MutedPlace,
): boolean {
  if (silence.handler !== null && silence.handler !== handler) return false;
  if (silence.houseId !== null && silence.houseId !== houseId) return false;
  return silence.equipmentId === null ||
    [equipmentId, boilerRoomId, buildingId].includes(silence.equipmentId);
}

/** When the next mute begins or ends, seconds since 1970; null when there is none. */
export function nextMuteChange(mutes: readonly Mute[], nowS: number): number | null {
  const later = mutes.flatMap(({ fromS, toS }) => [fromS, toS]).filter((atS) => atS > nowS);
  return lowest(later);
}

/**
 * The first second, at or after an instant, when no mute covers a place.
 *
 * @spec alarms.mutes
 * @param mutes in any order; consecutive mutes without a gap count as one
 * @returns the instant itself when it is not muted
 */
export function unmutedFrom(place: MutedPlace, mutes: readonly Mute[], atS: number): number {
  return uninterruptedFrom(place, mutes, { fromS: atS, forS: 0 });
}

/** The start of the first interval of `forS` seconds, at or after `fromS`, that no mute of a place interrupts. */
export function uninterruptedFrom(
  place: MutedPlace,
  mutes: readonly Mute[],
  { fromS, forS }: { readonly fromS: number; readonly forS: number },
): number {
  if (mutes.length === 0) return fromS;
  const own = mutes.filter((silence) => coversPlace(silence, place))
    .toSorted((a, b) => a.fromS - b.fromS);
  return own.reduce(
    (s, silence) => silence.fromS <= s + forS && s < silence.toS ? silence.toS : s,
    fromS,
  );
}
