/** Keeps what users typed in a form before its island was loaded. @module */

import { IS_BROWSER } from "fresh/runtime";
import { type RefObject, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { type Control, isChanged, isControl } from "./unsaved_forms.ts";

/** Value of a control before its island was hydrated. */
interface Typed {
  readonly control: Control;
  readonly value: string;
  readonly isTicked: boolean;
  readonly caret: number | null;
}

/**
 * Values of all changed controls of the page, recorded when an island first renders, since rendering may overwrite
 * them. Removed once the whole island is hydrated.
 */
let early: Set<Typed> | null = null;

/** Records typed values, once; does nothing on the server. */
function holdTyped(): void {
  if (IS_BROWSER) early ??= heldNow();
}

/** The values typed in the controls under an element, each returned once. */
function takeTyped(root: Element | null): Typed[] {
  return [...early ?? []].flatMap((typed) => {
    const control = root && standingIn(root, typed.control);
    if (control === null) return [];
    early?.delete(typed);
    return [{ ...typed, control }];
  });
}

/** The control, or the control rendered in its place. */
function standingIn(root: Element, control: Control): Control | null {
  if (control.isConnected) return root.contains(control) ? control : null;
  const { id } = control;
  const drawn = id === "" ? null : root.querySelector(`#${CSS.escape(id)}`);
  return drawn !== null && isControl(drawn) ? drawn : null;
}

/** Replays the events of a typed value: input, change, and blur unless the control has the focus. */
function replayed({ control, value, isTicked, caret }: Typed): void {
  if (!control.isConnected) return;
  const isBox = control.type === "checkbox" || control.type === "radio";
  if (control instanceof HTMLInputElement && isBox) control.checked = isTicked;
  // Only the user can set the files of a field: they are unchanged.
  else if (control.type !== "file" && control.value !== value) control.value = value;
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.dispatchEvent(new Event("change", { bubbles: true }));
  if (document.activeElement === control) return backTo(control, caret);
  control.dispatchEvent(new FocusEvent("blur"));
  control.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
}

function backTo(control: Control, caret: number | null): void {
  if (caret !== null && !(control instanceof HTMLSelectElement)) {
    control.setSelectionRange(caret, caret);
  }
}

function heldNow(): Set<Typed> {
  queueMicrotask(() => early = null);
  return new Set(changedIn(document));
}

/** The controls under an element, itself included, whose value differs from the rendered one. */
function changedIn(root: ParentNode | null): Typed[] {
  const controls = [root, ...root?.querySelectorAll("input, select, textarea") ?? []];
  return controls.filter((one) => one instanceof Element && isControl(one)).filter(isChanged)
    .map(typedIn);
}

function typedIn(control: Control): Typed {
  const isTicked = control instanceof HTMLInputElement && control.checked;
  const caret = control instanceof HTMLSelectElement ? null : control.selectionStart;
  return { control, value: control.value, isTicked, caret };
}

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

/** Replays values restored by the browser on back navigation: it may do so until `pageshow`, without an event. @spec forms.lost-connection */
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
