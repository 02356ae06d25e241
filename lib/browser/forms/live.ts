import { type RefObject, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { holdTyped, replayed, takeTyped } from "./typed_before.ts";

/** Event that a switch sends up the page after it was flipped; its detail is whether it is on. */
export const TOGGLED = "toggled";

/**
 * Whether the island is alive: false on the server and until the browser has taken it over. What was typed before
 * then, however late that is, is given to it as if it were typed now.
 *
 * @param root what holds the controls of the island
 */
export function useLive(root: RefObject<Element>): boolean {
  const [live, setLive] = useState(false);
  // While it is drawn for the first time: Fresh may draw over what the page holds.
  useState(holdTyped);
  useLayoutEffect(() => {
    const typed = takeTyped(root.current);
    // Each is drawn before the next: what a control does stands on what the one before did.
    flushSync(() => setLive(true));
    for (const one of typed) flushSync(() => replayed(one));
  }, []);
  return live;
}

/** Marks the form around an element as changed, where no field of it says so: the unsaved-changes guard then asks. */
export function markUnsaved(element: Element | null): void {
  const form = element?.closest("form");
  if (form?.dataset.guard !== undefined) form.dataset.guard = "unsaved";
}
