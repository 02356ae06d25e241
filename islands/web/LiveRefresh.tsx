import { useEffect } from "react";
import { focusAfterReload, keepFocus, PAGE_REFRESHED, reloadWithFocus } from "@/lib/ui/focus.ts";
import { pageAgain } from "@/lib/ui/page_again.ts";
import { isUnsaved } from "@/lib/ui/unsaved_forms.ts";

interface LiveRefreshProps {
  /** Maximum age of the displayed data (B §9). */
  everySeconds: number;
}

/** Interval of the age checks: timers of a background page are late. */
const LOOK_MS = 5_000;

/** A page refused for now, as while its server restarts behind a proxy, is asked for again after this long. */
const AGAIN_MS = 60_000;

/** What replaces the promise of the control while the last refresh has failed. */
const NOT_REFRESHED = "Actualisation impossible\u00A0: cette page peut dater";

/**
 * Refreshes the page when its data reach their maximum age: the content of elements marked `data-live` is replaced
 * by the server's current one; a page whose chart has changed is reloaded, and so is one whose user signed out or may
 * not read it any more, which says so.
 *
 * Nothing is fetched while the page is hidden, and nothing changes while a user types, a form has unsaved
 * values, or a dialog is open.
 *
 * @spec pages.refresh "Refresh: 15 minutes"
 */
export default function LiveRefresh({ everySeconds }: LiveRefreshProps) {
  useEffect(() => {
    focusAfterReload();
    const control = document.querySelector(".refresh-control");
    control?.classList.remove("awaits-script");
    const state = control?.querySelector("[role=status]");
    const promise = state?.textContent ?? "";
    // Not `performance.now()`, which may stop while the computer sleeps.
    let shownAt = Date.now();
    const look = () => {
      const ageMs = Math.abs(Date.now() - shownAt);
      if (document.hidden || isBusy() || ageMs < everySeconds * 1_000) return;
      const before = shownAt;
      shownAt = Date.now();
      refresh().then((isRefreshed) => {
        if (!isRefreshed) shownAt += AGAIN_MS - everySeconds * 1_000;
        return isRefreshed;
      }, () => {
        // Without network, the page is unchanged, and the next check tries again.
        shownAt = before;
        return false;
      }).then((isRefreshed) => {
        const text = isRefreshed ? promise : NOT_REFRESHED;
        // Screen readers would say the same text again.
        if (state && state.textContent !== text) state.textContent = text;
      });
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

/** @returns false when the page was refused for now */
async function refresh(): Promise<boolean> {
  const now = await pageAgain();
  if (now === null) return false;
  // Its old data would look current.
  if (now === "closed") {
    location.reload();
    return true;
  }
  for (const shown of document.querySelectorAll("[data-live]")) {
    const next = now.querySelector(`[data-live="${shown.getAttribute("data-live")}"]`);
    if (next === null || next.textContent === shown.textContent) continue;
    if (document.querySelector(".chart") !== null) {
      reloadWithFocus();
      return true;
    }
    keepFocus(shown, () => shown.replaceChildren(...next.childNodes));
  }
  document.dispatchEvent(new Event(PAGE_REFRESHED));
  return true;
}
