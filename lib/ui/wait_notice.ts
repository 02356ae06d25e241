/** Says how long requests made too often (429) wait, and shows it on an open page. @module */

/** Event of the document: its requests wait until `detail`, epoch ms; null when they are sent again. Browser only. */
export const PAGE_WAITS = "page-waits";

/** Shows each wait in the page's `WaitNotice`. @spec calls.waiting */
export function showWaits(): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  let announced: number | null = null;
  document.addEventListener(PAGE_WAITS, (event) => {
    const until: number | null = event instanceof CustomEvent ? event.detail : null;
    const show = () => {
      if (until === null) return write("La page a repris.", null);
      const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1_000));
      announced = announcedSeconds(seconds, announced);
      write(resumingText(announced), resumingText(seconds));
    };
    clearInterval(timer);
    announced = null;
    show();
    if (until !== null) timer = setInterval(show, 1_000);
  });
}

/** @param said announced by screen readers @param shown on screen; null once the wait is over */
function write(said: string, shown: string | null): void {
  const [status, notice] = document.querySelector(".wait-notice")?.children ?? [];
  // Screen readers would say the same text again.
  if (status && status.textContent !== said) status.textContent = said;
  if (notice) notice.textContent = shown;
  notice?.toggleAttribute("hidden", shown === null);
}

/** Remaining seconds at which a wait is announced. */
const ANNOUNCED_S = [10, 30, 60] as const;

/** A duration to wait: "45 secondes", "2 minutes". */
function waitText(seconds: number): string {
  const [count, unit] = seconds <= 90 ? [seconds, "seconde"] : [Math.ceil(seconds / 60), "minute"];
  return `${count}\u00A0${unit}${count > 1 ? "s" : ""}`;
}

/** Shown on a page requested too often. @spec calls.waiting */
export function tooManyText(seconds: number): string {
  return `Trop de demandes en peu de temps. Réessayez dans ${waitText(seconds)}.`;
}

/** Shown while the requests of a page wait to be retried. @spec calls.waiting */
function resumingText(seconds: number): string {
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
