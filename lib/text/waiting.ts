import { countText } from "./format/counts.ts";

/** Said where a wait is announced: each of these, seconds, and no other instant. */
const ANNOUNCED_S = [10, 30, 60] as const;

/** A length of time to wait: "45 secondes", "2 minutes". */
export function waitText(seconds: number): string {
  return seconds <= 90
    ? countText(seconds, "seconde")
    : countText(Math.ceil(seconds / 60), "minute");
}

/** Said on a page that was asked for too often. @spec B §4 "Rate limiting": "The wait time is exposed" */
export function tooManyText(seconds: number): string {
  return `Trop de demandes en peu de temps. Réessayez dans ${waitText(seconds)}.`;
}

/** Said while what a page asked for waits to be asked again. @spec B §4 "Rate limiting" */
export function resumingText(seconds: number): string {
  return `Trop de demandes en peu de temps\u00a0: la page reprend d’elle-même dans ${
    waitText(seconds)
  }.`;
}

/** What a screen reader is told of a wait: it changes a few times only, never each second. */
export function announcedWait(seconds: number): string {
  const step = ANNOUNCED_S.find((known) => seconds <= known) ?? Math.ceil(seconds / 60) * 60;
  return resumingText(step);
}

/** Said when the wait is over. */
export const RESUMED = "La page a repris.";
