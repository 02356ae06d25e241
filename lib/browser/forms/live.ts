import { type RefObject, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { changedIn, holdTyped, replayed, takeTyped, type Typed, typedIn } from "./typed_before.ts";
import { isControl } from "./unsaved_forms.ts";

/** Event dispatched by a switch after a change, and bubbling up the page; its detail is the new state. */
export const TOGGLED = "toggled";

/**
 * Whether the island is hydrated: false on the server and until hydration. Values typed before hydration, or restored
 * by the browser, are then replayed as if they had just been typed.
 *
 * @param root element that contains the controls of the island
 */
export function useLive(root: RefObject<Element>): boolean {
  const [live, setLive] = useState(false);
  // During the first rendering: Fresh may render over the page's content.
  useState(holdTyped);
  useLayoutEffect(() => {
    const typed = takeTyped(root.current);
    // Each value is rendered before the next: the state of a control may depend on the previous one.
    flushSync(() => setLive(true));
    for (const one of typed) flushSync(() => replayed(one));
    return onRestored(root);
  }, []);
  return live;
}

/** Replays values restored by the browser on back navigation: it may do so until `pageshow`, without an event. */
function onRestored(root: RefObject<Element>): () => void {
  const known = new Map(changedIn(root.current).map((one) => [one.control, textOf(one)]));
  const stop = new AbortController();
  const { signal } = stop;
  const learn = ({ target }: Event) => {
    if (target instanceof Element && isControl(target)) known.set(target, textOf(typedIn(target)));
  };
  const replay = () => {
    for (const one of changedIn(root.current)) {
      if (known.get(one.control) !== textOf(one)) flushSync(() => replayed(one));
    }
    stop.abort();
  };
  document.addEventListener("input", learn, { capture: true, signal });
  addEventListener("pageshow", replay, { signal });
  return () => stop.abort();
}

function textOf({ value, isTicked }: Typed): string {
  return JSON.stringify([value, isTicked]);
}

/** Marks the form of an element as changed, for changes that no field shows, for the unsaved-changes guard. */
export function markUnsaved(element: Element | null): void {
  const form = element?.closest("form");
  if (form?.dataset.guard !== undefined) form.dataset.guard = "unsaved";
}
