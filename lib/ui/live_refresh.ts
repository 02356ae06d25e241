/** Refreshes the parts of an open page that are marked `data-live`. @module */

import { focusAfterReload, keepFocus, PAGE_REFRESHED, reloadWithFocus } from "./focus.ts";
import { markOfDocument, PAGE_HEADER } from "./form_token_field.ts";
import { isUnsaved } from "./unsaved_forms.ts";

/** Interval of the age checks: timers of a background page are late. */
const LOOK_MS = 5_000;

/** A page refused for now, as while its server restarts behind a proxy, is asked for again after this long. */
const AGAIN_MS = 60_000;

/** Statuses of a page that its user may not read any more, or whose subject was deleted. */
const CLOSED: readonly number[] = [403, 404];

/** What replaces the promise of the control while the last refresh has failed. */
const NOT_REFRESHED = "Actualisation impossible\u00A0: cette page peut dater";

/**
 * Refreshes the page when its data reach the maximum age that its control names (B §9): the content of elements marked
 * `data-live` is replaced by the server's current one; a page whose chart has changed is reloaded, and so is one whose
 * user signed out or may not read it any more, which says so.
 *
 * Nothing is fetched while the page is hidden, and nothing changes while a user types, a form has unsaved
 * values, or a dialog is open.
 *
 * @spec pages.refresh "Refresh: 15 minutes"
 */
export function refreshLive(): void {
  const control = document.querySelector<HTMLElement>("[data-every-seconds]");
  if (control === null) return;
  const maxAgeMs = Number(control.dataset.everySeconds) * 1_000;
  // Islands have rendered their controls by then.
  addEventListener("load", focusAfterReload);
  control.classList.remove("awaits-script");
  const state = control.querySelector("[role=status]");
  const promise = state?.textContent ?? "";
  // Not `performance.now()`, which may stop while the computer sleeps.
  let shownAt = Date.now();
  const look = () => {
    const ageMs = Math.abs(Date.now() - shownAt);
    if (document.hidden || isBusy() || ageMs < maxAgeMs) return;
    const before = shownAt;
    shownAt = Date.now();
    refresh().then((isRefreshed) => {
      if (!isRefreshed) shownAt += AGAIN_MS - maxAgeMs;
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
  setInterval(look, LOOK_MS);
  document.addEventListener("visibilitychange", look);
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

/**
 * Fetches the current page again.
 *
 * @returns "closed" when the user signed out, or cannot read it any more; null when it is refused for now, or when
 * another user signed in or another organisation was chosen meanwhile
 * @throws TypeError when the server cannot be reached
 */
async function pageAgain(): Promise<Document | "closed" | null> {
  const { response, page, isOwn } = await fetchedPage(location.href);
  const isClosed = response.redirected || CLOSED.includes(response.status);
  if (!response.ok && !isClosed) return null;
  // The sign-in page has the mark of nobody.
  const isSignIn = response.redirected && markOfDocument(page) === null;
  if (!isSignIn && !isOwn) return null;
  return isClosed ? "closed" : page;
}

interface FetchedPage {
  readonly response: Response;
  readonly page: Document;
  /** Whether it was rendered for the user of the open page, in its organisation. */
  readonly isOwn: boolean;
}

/** Fetches a page of the site as the script of the open one. @throws TypeError when the server cannot be reached */
export async function fetchedPage(href: string, signal?: AbortSignal): Promise<FetchedPage> {
  const mark = markOfDocument(document);
  const headers = { accept: "text/html", [PAGE_HEADER]: mark ?? "" };
  const response = await fetch(href, { headers, signal: signal ?? null });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return { response, page, isOwn: markOfDocument(page) === mark };
}
