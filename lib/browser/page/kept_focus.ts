/**
 * The focus of a keyboard user while their control is rendered again: once it is lost, the next Tab starts from the top
 * of the page. Browser only.
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
  const rank = controlsOf(root).findIndex((control) => control === focused);
  change();
  // Islands render in a microtask, which is queued by now.
  queueMicrotask(() => {
    if (rank < 0 || focused?.isConnected) return;
    const controls = controlsOf(root);
    const next = controls.find((control) => control.isEqualNode(focused)) ??
      controls[Math.min(rank, controls.length - 1)];
    next?.focus({ preventScroll: true });
  });
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
