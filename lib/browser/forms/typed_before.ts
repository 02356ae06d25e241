import { IS_BROWSER } from "fresh/runtime";
import { type Control, isChanged, isControl } from "./unsaved_forms.ts";

/** Value of a control before its island was hydrated. */
export interface Typed {
  readonly control: Control;
  readonly value: string;
  readonly isTicked: boolean;
  readonly caret: number | null;
}

/**
 * Values of all changed controls of the page, recorded when an island first renders, since rendering may overwrite
 * them. Removed once the whole island is hydrated.
 */
let held: Set<Typed> | null = null;

/** Records typed values, once; does nothing on the server. */
export function holdTyped(): void {
  if (IS_BROWSER) held ??= heldNow();
}

/** The values typed in the controls under an element, each returned once. */
export function takeTyped(root: Element | null): Typed[] {
  return [...held ?? []].flatMap((typed) => {
    const control = root && standingIn(root, typed.control);
    if (control === null) return [];
    held?.delete(typed);
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
export function replayed({ control, value, isTicked, caret }: Typed): void {
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
  queueMicrotask(() => held = null);
  return new Set(changedIn(document));
}

/** The controls under an element, itself included, whose value differs from the rendered one. */
export function changedIn(root: ParentNode | null): Typed[] {
  const controls = [root, ...root?.querySelectorAll("input, select, textarea") ?? []];
  return controls.filter((one) => one instanceof Element && isControl(one)).filter(isChanged)
    .map(typedIn);
}

export function typedIn(control: Control): Typed {
  const isTicked = control instanceof HTMLInputElement && control.checked;
  const caret = control instanceof HTMLSelectElement ? null : control.selectionStart;
  return { control, value: control.value, isTicked, caret };
}
