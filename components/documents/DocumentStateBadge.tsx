import { Status, type Tone } from "@/components/ui/Page.tsx";
import type { DocumentState } from "@/lib/documents/document_states.ts";
import { stateText } from "@/lib/documents/text.ts";

const TONES: Readonly<Record<DocumentState, Tone>> = {
  "none": "info",
  "to-valid": "info",
  "valid": "good",
  "subject-valid": "bad",
  "refused": "very-bad",
  "not-transmitted": "bad",
  "from-refused": "bad",
};

export function DocumentStateBadge({ state }: { state: DocumentState }) {
  return <Status tone={TONES[state]} label={stateText(state)} />;
}
