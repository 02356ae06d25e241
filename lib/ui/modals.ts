/** Opens and closes the dialogs of a page. @module */

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
export function startModals(): void {
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
