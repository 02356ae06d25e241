/**
 * Keeps the keyboard's focus when a page or a part of it is replaced.
 *
 * The focus of a keyboard user is kept while their control is rendered again: once it is lost, the next Tab starts
 * from the top of the page.
 *
 * @module
 */

const CONTROLS = "a[href], button, input, select, summary, textarea, [tabindex='0']";

/**
 * Makes a change that may remove the focused control. The focus then goes to an equal control, else to the one at its
 * rank, else to the last.
 *
 * @param root element that contains the controls, before and after the change
 */
export function keepFocus(root: Element | null | undefined, change: () => void): void {
  const focused = document.activeElement;
  const position = controlsOf(root).findIndex((control) => control === focused);
  change();
  // Islands render in a microtask, which is queued by now.
  queueMicrotask(() => {
    if (position < 0 || focused?.isConnected) return;
    focusAgain(controlsOf(root), position, (control) => control.isEqualNode(focused));
  });
}

/** Key in the session's storage: rank and HTML of the control that gets the focus back after a reload. */
const FOCUSED = "focused";

/** Reloads the page. The focus of a keyboard user goes to the same control once {@link focusAfterReload} is called. */
export function reloadWithFocus(): void {
  const focused = document.activeElement;
  const position = controlsOf(document.body).findIndex((control) => control === focused);
  if (position >= 0 && focused?.matches(":focus-visible")) {
    sessionStorage.setItem(FOCUSED, `${position} ${focused.outerHTML}`);
  }
  location.reload();
}

/** Gives the focus back after {@link reloadWithFocus}, unless the user has moved it. */
export function focusAfterReload(): void {
  const [, position, html] = /^(\d+) (.*)$/s.exec(sessionStorage.getItem(FOCUSED) ?? "") ?? [];
  sessionStorage.removeItem(FOCUSED);
  if (position === undefined || document.activeElement !== document.body) return;
  focusAgain(controlsOf(document.body), Number(position), ({ outerHTML }) => outerHTML === html);
}

/** Focuses the control at a rank if it is the same, else the first one that is, else the one at the rank or the last. */
function focusAgain(
  controls: readonly HTMLElement[],
  position: number,
  isSame: (control: HTMLElement) => boolean,
): void {
  const atRank = controls[Math.min(position, controls.length - 1)];
  const next = atRank && isSame(atRank) ? atRank : controls.find(isSame) ?? atRank;
  next?.focus({ preventScroll: true });
}

/** Ends a wait, which disabled the control that began it: it gets the focus back, unless the user moved it. */
export function giveFocusBack(control: Element | null, change: () => void): void {
  change();
  queueMicrotask(() => {
    const isLost = document.activeElement === document.body;
    if (isLost && control instanceof HTMLElement) control.focus();
  });
}

function controlsOf(root: Element | null | undefined): HTMLElement[] {
  return [...root?.querySelectorAll<HTMLElement>(CONTROLS) ?? []]
    .filter((control) => control.checkVisibility());
}

/** Event of the document: the data of the page were brought up to date in place. Browser only. */
export const PAGE_REFRESHED = "page-refreshed";
