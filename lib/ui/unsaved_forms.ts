/** Tells which forms hold unsaved changes. @module */

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Whether a form has unsaved values: typed, chosen, or shown again after a refusal. */
export function isUnsaved(form: HTMLFormElement): boolean {
  return form.dataset.guard === "unsaved" || [...form.elements].filter(isSent).some(isChanged);
}

/** Whether a form sends a control: an island may render others, such as a box that ticks all. */
function isSent(element: Element): boolean {
  return isControl(element) && element.name !== "";
}

export function isChanged(element: Element): boolean {
  if (!isControl(element) || element.type === "hidden") return false;
  // A password manager fills it in automatically.
  if (element.autocomplete === "current-password") return false;
  if (element instanceof HTMLSelectElement) {
    const options = [...element.options];
    if (element.multiple) return options.some((one) => one.selected !== one.defaultSelected);
    const initial = options.find((option) => option.defaultSelected);
    return element.value !== (initial ?? options[0])?.value;
  }
  if (element.type === "checkbox" || element.type === "radio") {
    return element instanceof HTMLInputElement && element.checked !== element.defaultChecked;
  }
  return element.value !== element.defaultValue;
}

export function isControl(element: Element): element is Control {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement;
}
