import { useEffect } from "react";
import { UNSAVED_CHANGES } from "@/lib/ui/text.ts";
import { forgetEdited, forgetMended, isUnsaved } from "@/lib/ui/unsaved_forms.ts";

/**
 * Watches the forms marked `data-guard` and asks before what was typed in them is lost (F §2): on a link, on
 * sending another form, on leaving the site. A form shown again with what was refused is marked `unsaved`. A page that
 * the browser kept whole is loaded again: what it shows may have been saved since. What the server found wrong with a
 * field is hidden once it is edited, and is where the reader begins.
 * @spec forms.unsaved
 */
export default function UnsavedGuard() {
  useEffect(() => {
    const stop = new AbortController();
    const options = { signal: stop.signal };
    const leave = () => stop.abort();
    document.addEventListener("click", (event) => askBeforeLink(event, leave), options);
    document.addEventListener("input", forgetEdited, options);
    document.addEventListener("submit", (event) => askBeforeSending(event, leave), options);
    addEventListener(
      "beforeunload",
      (event) => unsavedForms().length > 0 && event.preventDefault(),
      options,
    );
    addEventListener("pageshow", loadAgain);
    // Fresh marks the page in the history, and would reload it on Back from one of its own anchors.
    history.replaceState(null, "");
    forgetMended();
    // A browser does it by itself, but not on a page whose address names a section.
    document.querySelector<HTMLElement>("[autofocus]")?.focus();
    return () => {
      leave();
      removeEventListener("pageshow", loadAgain);
    };
  }, []);
  return null;
}

function loadAgain({ persisted }: PageTransitionEvent) {
  if (persisted) location.reload();
}

function askBeforeLink(event: MouseEvent, leave: () => void) {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  const opensElsewhere = event.defaultPrevented || event.button !== 0 || event.ctrlKey ||
    event.metaKey || event.shiftKey || link?.hasAttribute("download") ||
    link?.getAttribute("target") === "_blank";
  if (!(link instanceof HTMLAnchorElement) || opensElsewhere || isSamePage(link)) return;
  if (unsavedForms().length > 0) allowOrStop(event, leave);
}

function askBeforeSending(event: SubmitEvent, leave: () => void) {
  if (event.defaultPrevented) return;
  const others = unsavedForms().filter((form) => form !== event.target);
  if (others.length > 0) allowOrStop(event, leave);
  else leave();
  if (!event.defaultPrevented) leaveAddress(event.target);
}

/** A browser replaces a page with the error of its very address, once the connection is lost: Back then loses it. */
function leaveAddress(form: EventTarget | null) {
  const { href, pathname, search } = location;
  if (!(form instanceof HTMLFormElement) || form.action !== href) return;
  history.replaceState(history.state, "", pathname + search);
}

function allowOrStop(event: Event, leave: () => void) {
  if (confirm(UNSAVED_CHANGES)) leave();
  else event.preventDefault();
}

function isSamePage(link: HTMLAnchorElement): boolean {
  return link.hash !== "" && link.href.split("#")[0] === location.href.split("#")[0];
}

function unsavedForms(): HTMLFormElement[] {
  return [...document.querySelectorAll<HTMLFormElement>("form[data-guard]")].filter(isUnsaved);
}
