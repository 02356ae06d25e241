/** Tells which forms hold unsaved changes, and drops the errors of corrected fields. @module */

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

/** Fields of watched forms with an error from the server; islands that validate their own fields are excluded. */
const WRONG = "form[data-guard]:not([data-own-errors]) [aria-describedby$='-error']";

/** Hides the errors of fields corrected before hydration. */
export function forgetMended(): void {
  for (const wrong of document.querySelectorAll(WRONG)) if (isChanged(wrong)) forgetError(wrong);
}

/** Hides the server's errors of the field being edited, or of its group. */
export function forgetEdited({ target }: Event): void {
  if (!(target instanceof Element) || isJudgedByIsland(target)) return;
  const wrong = target.closest(WRONG);
  if (wrong !== null) forgetError(wrong);
}

/** The entry of an address list is unnamed, and an image is checked when chosen: their islands handle the errors. */
function isJudgedByIsland(target: Element): boolean {
  return isControl(target) && (target.name === "" || target.type === "file");
}

function forgetError(wrong: Element): void {
  const ids = (wrong.getAttribute("aria-describedby") ?? "").split(" ");
  const error = ids.pop() ?? "";
  document.getElementById(error)?.setAttribute("hidden", "");
  wrong.removeAttribute("aria-invalid");
  if (ids.length === 0) wrong.removeAttribute("aria-describedby");
  else wrong.setAttribute("aria-describedby", ids.join(" "));
  forgetLine(document.querySelector(`.notice a[href="#${CSS.escape(wrong.id)}"]`));
}

/** Hides the error's line in the summary, and the summary after its last line. */
function forgetLine(link: Element | null): void {
  link?.closest("li")?.setAttribute("hidden", "");
  const summary = link?.closest(".notice");
  if (!summary?.querySelector("li:not([hidden])")) summary?.setAttribute("hidden", "");
}
