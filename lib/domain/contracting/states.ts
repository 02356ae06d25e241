import type { DocumentState } from "./types.ts";

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
