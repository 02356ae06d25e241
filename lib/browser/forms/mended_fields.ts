import { isChanged, isControl } from "./unsaved_forms.ts";

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
