/** Applies the filters of a table as they are chosen, without a new page. @module */

import { keepFocus } from "./focus.ts";
import { fetchedPage } from "./live_refresh.ts";

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
