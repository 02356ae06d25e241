/** Updates an open page in place: its parts marked `data-live`, and the rows of a chosen filter. @module */

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
async function fetchedPage(href: string, signal?: AbortSignal): Promise<FetchedPage> {
  const mark = markOfDocument(document);
  const headers = { accept: "text/html", [PAGE_HEADER]: mark ?? "" };
  const response = await fetch(href, { headers, signal: signal ?? null });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return { response, page, isOwn: markOfDocument(page) === mark };
}

/**
 * Fetches the rows of a chosen filter and puts them in the place of the others: the focus and the scroll position stay,
 * and the number of rows is announced. Without JavaScript, or where rows contain islands, the form's button applies it.
 *
 * @spec tables.filters-on-change
 */
export function filterOnChange(): void {
  let latest = new AbortController();
  document.addEventListener("change", ({ target }) => {
    const form = target instanceof HTMLSelectElement ? target.form : null;
    if (form === null || !form.matches(".table-tools")) return;
    // The rows of an earlier choice are no longer wanted.
    latest.abort();
    latest = new AbortController();
    const { signal } = latest;
    filtered(form, signal).catch(() => false).then((isDone) => {
      if (!isDone && !signal.aborted) form.requestSubmit();
    });
  });
}

/** @returns false when the rows must come with a whole page */
async function filtered(form: HTMLFormElement, signal: AbortSignal): Promise<boolean> {
  const rank = toolsOf(document).indexOf(form);
  const block = form.parentElement;
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) query.append(name, String(value));
  const href = `${new URL(form.action).pathname}?${query}`;
  const { response, page, isOwn } = await fetchedPage(href, signal);
  const next = toolsOf(page)[rank]?.parentElement;
  signal.throwIfAborted();
  const isSame = response.ok && !response.redirected && isOwn;
  if (!isSame || !block || !next || hasIslands(block) || hasIslands(next)) return false;
  keepFocus(block, () => block.replaceChildren(...next.childNodes));
  history.replaceState(null, "", href);
  announce(block.querySelector("caption, .empty-state strong")?.textContent ?? "");
  return true;
}

function toolsOf(page: Document): Element[] {
  return [...page.querySelectorAll(".table-tools")];
}

/** Islands stand between comments. */
function hasIslands(block: Element): boolean {
  return document.createTreeWalker(block, NodeFilter.SHOW_COMMENT).nextNode() !== null;
}

function announce(text: string): void {
  const id = "filtered";
  const said = document.getElementById(id) ?? document.createElement("p");
  Object.assign(said, { id, role: "status", className: "visually-hidden" });
  document.querySelector("main")?.append(said);
  said.textContent = text;
}
