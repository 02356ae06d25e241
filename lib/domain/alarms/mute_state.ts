import type { AlarmMute } from "./types.ts";

/** States of planned works, in the order of lists. */
export const MUTE_STATES = ["current", "coming", "past"] as const;

/** State of planned works: one of {@link MUTE_STATES}. */
export type MuteState = typeof MUTE_STATES[number];

/** Planned works as a list shows them. */
export interface MuteLine extends AlarmMute {
  readonly state: MuteState;
  /** "" for the whole residence. */
  readonly placeName: string;
}

/** State of planned works at an instant. @spec alarms.mutes */
export function muteState({ from, to }: Pick<AlarmMute, "from" | "to">, nowMs: number): MuteState {
  if (nowMs < Date.parse(from)) return "coming";
  return nowMs < Date.parse(to) ? "current" : "past";
}

/** The works under way in some places, given by equipment or dwelling id; a residence's own works apply everywhere. */
export function currentMutes<Mute extends Omit<AlarmMute, "author">>(
  mutes: readonly Mute[],
  placeIds: readonly string[],
  nowMs: number,
): Mute[] {
  return mutes.filter((mute) => {
    const placeId = mute.equipmentId ?? mute.houseId;
    return muteState(mute, nowMs) === "current" && (placeId === null || placeIds.includes(placeId));
  });
}
