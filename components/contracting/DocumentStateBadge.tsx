import { Status, type Tone } from "@/components/page/Page.tsx";
import type { DocumentState } from "@/lib/domain/contracting/types.ts";
import { stateText } from "@/lib/text/contracting/documents.ts";

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
