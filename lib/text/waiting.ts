import { countText } from "./format/counts.ts";

/** Remaining seconds at which a wait is announced. */
const ANNOUNCED_S = [10, 30, 60] as const;

/** A duration to wait: "45 secondes", "2 minutes". */
export function waitText(seconds: number): string {
  return seconds <= 90
    ? countText(seconds, "seconde")
    : countText(Math.ceil(seconds / 60), "minute");
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

/** A wait as announced to screen readers: it changes only a few times, not every second. */
export function announcedWait(seconds: number): string {
  const step = ANNOUNCED_S.find((known) => seconds <= known) ?? Math.ceil(seconds / 60) * 60;
  return resumingText(step);
}
