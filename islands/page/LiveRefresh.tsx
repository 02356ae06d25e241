import { useEffect } from "react";
import { isUnsaved } from "@/lib/browser/forms/unsaved_forms.ts";
import { pageAgain } from "@/lib/client/page_again.ts";

interface LiveRefreshProps {
  /** How old what the page shows may become (B §9). */
  everySeconds: number;
}

/** How often the age is looked at: timers of a page in the background are late. */
const LOOK_MS = 5_000;

/**
 * Brings what the page shows up to date once it is as old as allowed: elements marked `data-live` take what the
 * server now puts in them, in place; a page whose chart has changed is loaded again where it is.
 *
 * Nothing is fetched while the page is hidden, and nothing moves while a user types, a form holds what is
 * not saved, or a dialog is open.
 *
 * @spec pages.refresh "Refresh: 15 minutes"
 */
export default function LiveRefresh({ everySeconds }: LiveRefreshProps) {
  useEffect(() => {
    let shownAt = performance.now();
    const look = () => {
      if (document.hidden || isBusy() || performance.now() - shownAt < everySeconds * 1_000) return;
      shownAt = performance.now();
      // The link was lost: what is shown stays, and the next look tries again.
      refresh().catch(() => {});
    };
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [everySeconds]);
  return null;
}

function isBusy(): boolean {
  return document.querySelector("dialog[open]") !== null ||
    document.activeElement?.matches("input, select, textarea") === true ||
    [...document.forms].some(isUnsaved);
}

async function refresh(): Promise<void> {
  const now = await pageAgain();
  if (now === null) return;
  for (const shown of document.querySelectorAll("[data-live]")) {
    const next = now.querySelector(`[data-live="${shown.getAttribute("data-live")}"]`);
    if (next === null || next.textContent === shown.textContent) continue;
    if (document.querySelector(".chart") !== null) return location.reload();
    shown.replaceChildren(...next.childNodes);
  }
}
