/** Shows how long the refused requests (429) of an open page wait. @module */

import { announcedSeconds, resumingText } from "./waiting_text.ts";

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
