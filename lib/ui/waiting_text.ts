/** Words for requests made too often, and when a wait is announced. @module */

/** Remaining seconds at which a wait is announced. */
const ANNOUNCED_S = [10, 30, 60] as const;

/** A duration to wait: "45 secondes", "2 minutes". */
export function waitText(seconds: number): string {
  const [count, unit] = seconds <= 90 ? [seconds, "seconde"] : [Math.ceil(seconds / 60), "minute"];
  return `${count}\u00A0${unit}${count > 1 ? "s" : ""}`;
}

/** Shown on a page requested too often. @spec calls.waiting */
export function tooManyText(seconds: number): string {
  return `Trop de demandes en peu de temps. Réessayez dans ${waitText(seconds)}.`;
}

/** Shown while the requests of a page wait to be retried. @spec calls.waiting */
export function resumingText(seconds: number): string {
  return `Trop de demandes en peu de temps\u00a0: la page reprend d’elle-même dans ${
    waitText(seconds)
  }.`;
}

/**
 * The seconds that screen readers announce: those on screen at the start of a wait and of each step, so that they change
 * only a few times, not every second.
 *
 * @spec calls.waiting
 * @param announced seconds of the last announcement; null before the first one
 */
export function announcedSeconds(seconds: number, announced: number | null): number {
  return announced !== null && stepOf(announced) === stepOf(seconds) && seconds <= announced
    ? announced
    : seconds;
}

function stepOf(seconds: number): number {
  return ANNOUNCED_S.find((known) => seconds <= known) ?? Math.ceil(seconds / 60) * 60;
}
