import { isChanged, isControl } from "./unsaved_forms.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a control held before its island came alive. */
interface Typed {
  readonly control: Control;
  readonly value: string;
  readonly isTicked: boolean;
  /** Where the reader was in it. */
  readonly caret: number | null;
}

/**
 * What every control of the page held when the first part of an island came alive: drawing that part may write over
 * what stands in others. Forgotten once the whole island is.
 */
let held: Map<Element, Typed> | null = null;

/** What was typed in the controls under an element, each given once. */
export function takeTyped(root: Element | null): Typed[] {
  held ??= heldNow();
  const found = [...held.values()].filter(({ control }) => root?.contains(control));
  for (const { control } of found) held.delete(control);
  return found;
}

/** Has a control say what was typed in it: that it was typed, chosen, and left unless the reader is still in it. */
export function replayed({ control, value, isTicked, caret }: Typed): void {
  if (!control.isConnected) return;
  const isBox = control.type === "checkbox" || control.type === "radio";
  if (control instanceof HTMLInputElement && isBox) control.checked = isTicked;
  // The files of a field are only the reader's to choose: they stay.
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

function heldNow(): Map<Element, Typed> {
  queueMicrotask(() => held = null);
  const controls = [...document.querySelectorAll("input, select, textarea")].filter(isControl);
  return new Map(controls.filter(isChanged).map((control) => [control, typedIn(control)]));
}

function typedIn(control: Control): Typed {
  const isBox = control instanceof HTMLInputElement && control.checked;
  const caret = control instanceof HTMLSelectElement ? null : control.selectionStart;
  return { control, value: control.value, isTicked: isBox, caret };
}
