/**
 * The script of every page: it asks before typed values are lost, hides the errors of corrected fields and, on Escape,
 * the help of fields, opens dialogs, applies filters, refreshes what is live, shows waits, continues long tasks, and keeps what was sent,
 * by account, until a page answers: a form of an expired session is answered by the sign-in page.
 *
 * @spec forms.unsaved
 * @spec forms.drafts
 * @module
 */

import { markOfDocument } from "./form_token_field.ts";
import { filterOnChange, refreshLive } from "./live_refresh.ts";
import { type Control, isChanged, isControl, isUnsaved } from "./unsaved_forms.ts";
import { showWaits } from "./wait_notice.ts";

const QUESTION =
  "Certaines modifications n'ont pas été sauvegardées. Voulez-vous vraiment quitter la page\u00A0?";
const RESTORED =
  "Votre saisie est de nouveau dans le formulaire, pas encore enregistrée. Les mots de passe et les fichiers sont à saisir de nouveau.";
const WAITING =
  "Votre saisie vous attend dans ce navigateur, sauf les mots de passe et les fichiers\u00A0: connectez-vous au même compte.";

/** Time in which the same form is sent once, ms. */
const TWICE_MS = 3_000;

const leaving = new AbortController();
const whileHere = { signal: leaving.signal };
let justSent = "";

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const isElsewhere = event.defaultPrevented || event.button !== 0 || event.ctrlKey ||
    event.metaKey || event.shiftKey || !link?.href || link.target === "_blank" ||
    link.hasAttribute("download");
  if (!isElsewhere && !isSamePage(link) && unsavedForms().length > 0) ask(event);
}, whileHere);

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
  const content = JSON.stringify([keyOf(form), ...new FormData(form, event.submitter)]);
  // A double click sends a form once: only the first answer shows a new secret.
  if (content === justSent) return event.preventDefault();
  if (!leaving.signal.aborted && unsavedForms().some((one) => one !== form)) ask(event);
  if (event.defaultPrevented) return;
  leaving.abort();
  justSent = content;
  setTimeout(() => justSent = "", TWICE_MS);
  ifStorable(() => keep(form));
  // A browser replaces a page with the error of its very address, once the connection is lost: Back then loses it.
  const { href } = location;
  if (addressOf(form).href === href) history.replaceState(null, "", withoutHash(href));
});

addEventListener(
  "beforeunload",
  (event) => unsavedForms().length > 0 && event.preventDefault(),
  whileHere,
);

// A page that the browser kept whole: what it shows may have been saved since.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

// Fresh marks the page in the history, and would reload it on Back from one of its own anchors. A page that answered a
// form is then read again on Back and reload, instead of the form being sent again.
addEventListener("load", () => history.replaceState(null, ""));

/** Fields of watched forms with an error from the server; islands that validate their own fields are excluded. */
const WRONG = "form[data-guard]:not([data-own-errors]) [aria-describedby$='-error']";

document.addEventListener("input", ({ target }) => {
  if (!(target instanceof Element)) return;
  // Islands handle the errors of an address list, whose entry is unnamed, and of a file.
  const isOfIsland = isControl(target) && (target.name === "" || target.type === "file");
  const wrong = isOfIsland ? null : target.closest(WRONG);
  if (wrong !== null) hideError(wrong);
});

// Escape hides the help of fields, without moving the pointer or the focus; it is shown again on return.
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  document.querySelectorAll(".tooltip").forEach((one) => one.setAttribute("data-hidden", ""));
});
document.addEventListener("focusin", ({ target }) => showHelp(target));
// `mouseenter` does not bubble: when captured, its target is the tooltip itself.
document.addEventListener("mouseenter", ({ target }) => showHelp(target), true);

function showHelp(target: EventTarget | null): void {
  if (target instanceof Element) target.closest(".tooltip")?.removeAttribute("data-hidden");
}

function ask(event: Event): void {
  if (confirm(QUESTION)) leaving.abort();
  else event.preventDefault();
}

function unsavedForms(): HTMLFormElement[] {
  return [...document.querySelectorAll<HTMLFormElement>("form[data-guard]")].filter(isUnsaved);
}

function isSamePage({ hash, href }: HTMLAnchorElement): boolean {
  return hash !== "" && withoutHash(href) === withoutHash(location.href);
}

function withoutHash(href: string): string {
  return href.split("#", 1).join();
}

function addressOf(form: HTMLFormElement): URL {
  return new URL(form.getAttribute("action") ?? "", location.href);
}

function hideError(wrong: Element): void {
  const ids = wrong.getAttribute("aria-describedby")?.split(" ") ?? [];
  hide(document.getElementById(ids.pop() ?? ""));
  wrong.removeAttribute("aria-invalid");
  if (ids.length === 0) wrong.removeAttribute("aria-describedby");
  else wrong.setAttribute("aria-describedby", ids.join(" "));
  const line = document.querySelector(`.notice a[href="#${CSS.escape(wrong.id)}"]`);
  const summary = line?.closest(".notice");
  hide(line?.closest("li"));
  if (!summary?.querySelector("li:not([hidden])")) hide(summary);
}

function hide(element: Element | null | undefined): void {
  element?.setAttribute("hidden", "");
}

type Values = Record<string, string | boolean | string[]>;

/** The values of a form, by the names of its controls. */
interface Draft {
  /** Epoch ms. */
  readonly at: number;
  readonly values: Values;
}

/** Key of the drafts in the tab's storage, and of that of the form sent last. */
const DRAFTS = "drafts";
const SENT = "sent";
const DRAFT_MS = 24 * 3_600_000;

/** The storage may be full, or blocked by the browser. */
function ifStorable(use: () => void): void {
  try {
    use();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

function storedDrafts(): Record<string, Draft> {
  return JSON.parse(sessionStorage.getItem(DRAFTS) ?? "{}");
}

function store(drafts: Record<string, Draft>): void {
  sessionStorage.setItem(DRAFTS, JSON.stringify(drafts));
}

/** Identifies a form by its account, organisation, address and name. */
function keyOf(form: HTMLFormElement): string {
  const { pathname, searchParams } = addressOf(form);
  searchParams.delete("saved");
  const names = ["form", "grid", "key"].map((name) =>
    form.querySelector(`input[name=${name}]`)?.getAttribute("value")
  );
  return `${markOfDocument(form)} ${JSON.stringify([pathname, String(searchParams), ...names])}`;
}

/** Keeps the values of a form until it is accepted; the one that signs out removes those of its account. */
function keep(form: HTMLFormElement): void {
  const mark = markOfDocument(form);
  if (mark === null) return;
  const drafts = storedDrafts();
  if (addressOf(form).pathname === "/logout") {
    const account = mark.slice(0, mark.length / 2);
    for (const key in drafts) if (key.startsWith(account)) delete drafts[key];
  } else {
    const key = keyOf(form);
    const values = Object.fromEntries(typedIn(form).map(({ name, state }) => [name, state]));
    drafts[key] = { at: Date.now(), values };
    sessionStorage.setItem(SENT, key);
  }
  store(drafts);
}

const BOXES = ["checkbox", "radio"];
const UNKEPT = ["hidden", "password", "file", "submit", "button"];

/** The controls of a form, but secrets and files, with a name for each. */
function typedIn(form: HTMLFormElement) {
  const counts = new Map<string, number>();
  return [...form.elements].flatMap((control) => {
    if (!isControl(control) || control.name === "" || UNKEPT.includes(control.type)) return [];
    const count = (counts.get(control.name) ?? 0) + 1;
    counts.set(control.name, count);
    const isBox = BOXES.includes(control.type);
    return {
      control,
      name: `${control.name} ${isBox ? control.value : count}`,
      state: stateOf(control),
    };
  });
}

function stateOf(control: Control): Values[string] {
  if (control instanceof HTMLSelectElement) {
    return [...control.selectedOptions].map(({ value }) => value);
  }
  const isBox = control instanceof HTMLInputElement && BOXES.includes(control.type);
  return isBox ? control.checked : control.value;
}

/** Puts values back into a form. @returns whether one differs from what the page shows */
function restore(form: HTMLFormElement, values: Values): boolean {
  const changed = typedIn(form).filter(({ name, state }) =>
    values[name] !== undefined && String(values[name]) !== String(state)
  );
  for (const { control, name } of changed) {
    const typed = values[name];
    if (control instanceof HTMLSelectElement) {
      const chosen = Array.isArray(typed) ? typed : [];
      for (const option of control.options) option.selected = chosen.includes(option.value);
    } else if (control instanceof HTMLInputElement && typeof typed === "boolean") {
      control.checked = typed;
    } else control.value = String(typed);
  }
  if (changed.length > 0 && form.dataset.guard) form.dataset.guard = "unsaved";
  return changed.length > 0;
}

function restoreDrafts(): void {
  const sent = sessionStorage.getItem(SENT);
  sessionStorage.removeItem(SENT);
  // An error, or the page of nobody that signs in, has not accepted the form.
  if (document.currentScript?.hasAttribute("data-error")) return;
  if (markOfDocument(document) === null) {
    if (sent !== null) notify(WAITING, document.querySelector("main .notice"));
    return;
  }
  const drafts = storedDrafts();
  const [navigation] = performance.getEntriesByType("navigation");
  // Back from the error of a lost connection is no answer.
  const isBack = navigation instanceof PerformanceNavigationTiming &&
    navigation.type === "back_forward";
  if (sent !== null && !isBack) delete drafts[sent];
  for (const [key, { at }] of Object.entries(drafts)) {
    if (Date.now() - at > DRAFT_MS) delete drafts[key];
  }
  for (const form of document.querySelectorAll("form")) {
    const draft = drafts[keyOf(form)];
    delete drafts[keyOf(form)];
    if (draft === undefined || !restore(form, draft.values)) continue;
    notify(RESTORED, form.closest("section")?.querySelector("h2"));
  }
  store(drafts);
}

function focusFirst(): void {
  const first = document.querySelector<HTMLElement>("[autofocus]");
  if (document.activeElement === document.body) first?.focus();
}

/** Sends the form of a long task after the delay its button names. Without JavaScript, the button does. */
function continueTask(): void {
  const button = document.querySelector<HTMLButtonElement>("button[data-continue-ms]");
  if (button) setTimeout(() => button.form?.requestSubmit(), Number(button.dataset.continueMs));
}

/** Shows a notice after an element, or above the content of the page. */
function notify(text: string, before: Element | null | undefined): void {
  const notice = document.createElement("p");
  notice.className = "notice notice-bad";
  notice.role = "status";
  notice.textContent = text;
  if (before) before.after(notice);
  else document.querySelector(".content, main")?.prepend(notice);
}

/** Logged when a dialog of the page, or a link that opens one, has no id. @spec forms.dialogs */
const MODAL_WITHOUT_ID = "modal must have an id";

/** Class of the document while a dialog is open: the page does not scroll. @spec forms.dialogs */
const SCROLL_BLOCKED = "scroll-blocked";

/** Opens a dialog by its id; it traps the focus, and restores it when closed. */
function openModal(id: string): void {
  const dialog = modalOf(id);
  if (dialog === null || dialog.open) return;
  dialog.showModal();
  document.documentElement.classList.add(SCROLL_BLOCKED);
  dialog.addEventListener("close", freeScroll, { once: true });
}

/** Makes the links of the page open and close its dialogs, and opens the dialog named by the URL. */
function startModals(): void {
  // Islands have rendered by then: their first rendering would close a dialog.
  addEventListener("load", () => {
    for (const dialog of document.querySelectorAll("dialog.modal")) {
      if (dialog.id === "") console.error(MODAL_WITHOUT_ID);
    }
    if (document.querySelector("dialog.modal:target")) openModal(location.hash.slice(1));
    document.addEventListener("click", followLink);
    document.addEventListener("keydown", closeByEnter);
  });
}

function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element
    ? event.target.closest<HTMLElement>("[data-opens], [data-closes]")
    : null;
  if (link === null || event.defaultPrevented) return;
  event.preventDefault();
  const { opens, closes } = link.dataset;
  if (opens !== undefined) openModal(opens);
  else modalOf(closes ?? "")?.close();
}

/** Enter in a field of a dialog would send the form around the dialog, which is not what its button does. */
function closeByEnter(event: KeyboardEvent): void {
  if (event.key !== "Enter" || event.defaultPrevented) return;
  if (!(event.target instanceof HTMLInputElement)) return;
  const dialog = event.target.closest<HTMLDialogElement>("dialog.modal");
  if (dialog === null || dialog.contains(event.target.form)) return;
  event.preventDefault();
  dialog.close();
}

function modalOf(id: string): HTMLDialogElement | null {
  if (id === "") console.error(MODAL_WITHOUT_ID);
  const element = document.getElementById(id);
  return element instanceof HTMLDialogElement ? element : null;
}

function freeScroll(): void {
  if (document.querySelector("dialog.modal[open]")) return;
  document.documentElement.classList.remove(SCROLL_BLOCKED);
}

// Last, once all that they use is defined.
for (const wrong of document.querySelectorAll(WRONG)) if (isChanged(wrong)) hideError(wrong);
// A browser does it by itself, but not on a page whose address names a section, where it clears the focus again as it
// scrolls to the section.
focusFirst();
addEventListener("load", focusFirst);
ifStorable(restoreDrafts);
refreshLive();
filterOnChange();
startModals();
showWaits();
continueTask();
