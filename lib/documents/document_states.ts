/** States of a document, moves between them, and the names of the lists. @module */

/** The lists of documents. @spec contracting.lists */
export const DOCUMENT_LISTS = ["running", "late", "to-validate", "refused", "history"] as const;

export type DocumentList = typeof DOCUMENT_LISTS[number];

/** The lists of what is asked of a provider, most urgent first. @spec providers.one-list */
export const ASKED_LISTS = ["refused", "late", "running"] as const satisfies DocumentList[];

export type AskedList = typeof ASKED_LISTS[number];

/** The lists of a provider: what is asked, and what was deposited or abandoned. @spec providers.deposited */
export const PROVIDER_LISTS = [...ASKED_LISTS, "deposited"] as const;

/** States of a document. @spec contracting.states */
export const DOCUMENT_STATES = [
  "none",
  "to-valid",
  "valid",
  "subject-valid",
  "refused",
  "not-transmitted",
  "from-refused",
] as const;

/** Actions on several documents. */
export const DOCUMENT_ACTIONS = ["drop", "postpone"] as const;

export type DocumentState = typeof DOCUMENT_STATES[number];

/**
 * The transitions of each state: a deposit, a verdict, an abandonment. A refused document stays refused; another
 * document, created as `from-refused`, replaces it.
 *
 * @spec contracting.states
 */
const NEXT_STATES: Readonly<Record<DocumentState, readonly DocumentState[]>> = {
  "none": ["to-valid", "not-transmitted"],
  "from-refused": ["to-valid", "not-transmitted"],
  "to-valid": ["valid", "subject-valid", "refused"],
  "valid": [],
  "subject-valid": [],
  "refused": [],
  "not-transmitted": [],
};

export function canTransition(from: DocumentState, to: DocumentState): boolean {
  return NEXT_STATES[from].includes(to);
}

/** Whether the provider still has to deposit a document: it has no state, or replaces a refused one. */
export function isAwaited(state: DocumentState): boolean {
  return canTransition(state, "to-valid");
}

/** Whether a document's URL accepts a deposit: the document itself, or the awaited replacement of a refused one. */
export function awaitsUpload(
  { state, isReplaced }: { readonly state: DocumentState; readonly isReplaced: boolean },
): boolean {
  return isAwaited(state) || (state === "refused" && !isReplaced);
}
