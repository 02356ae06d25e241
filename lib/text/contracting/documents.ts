import type { DocumentState } from "@/lib/domain/contracting/types.ts";

/** French names of the states. @spec contracting.states "Attente validation", "Validé", "Abandonné"… */
const STATES: Readonly<Record<DocumentState, string>> = {
  "none": "Non transmis",
  "to-valid": "Attente validation",
  "valid": "Validé",
  "subject-valid": "Validé avec réserve",
  "refused": "Refusé",
  "not-transmitted": "Abandonné",
  "from-refused": "À transmettre à nouveau",
};

/** French name of a state. */
export function stateText(state: DocumentState): string {
  return STATES[state];
}
