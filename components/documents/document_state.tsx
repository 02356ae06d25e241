/** The state of a document, and notices of a saved verdict and of one that is not saved yet. @module */

import type { ComponentChildren } from "preact";
import { Notice, Section, Status, type Tone } from "@/components/ui/Page.tsx";
import { TypedTexts } from "@/components/web/UnsavedForm.tsx";
import type { DocumentState } from "@/lib/documents/document_states.ts";
import { hiddenField, VERDICT_FORM } from "@/lib/documents/forms.ts";
import { stateText } from "@/lib/documents/text.ts";
import type { ShownForm } from "@/lib/ui/form.ts";
import { typedTexts } from "@/lib/web/form_values.ts";

/** Section of a page reached by a decision on a document. */
export const DECISION = "decision";

interface DecisionNoticeProps {
  /** Section just saved, from the URL. */
  readonly saved: string | null;
  readonly children?: ComponentChildren;
}

/** Confirms a decision on a document, whose page was left for the next one or the list. @spec contracting.verdict */
export function DecisionNotice({ saved, children }: DecisionNoticeProps) {
  if (saved !== DECISION) return null;
  return (
    <div id={DECISION}>
      <Notice tone="good" live title="Décision enregistrée">{children}</Notice>
    </div>
  );
}

/** A verdict on a document that got another one meanwhile: it cannot be saved, only copied. @spec contracting.verdict */
export function UnsavedVerdict({ form, values }: Pick<ShownForm, "form" | "values">) {
  const hidden = hiddenField(values["state"]);
  const typed = Object.entries(values).filter(([name]) => name !== hidden);
  return (
    <Section id={form} title="Validation">
      <Notice
        tone="very-bad"
        live
        title="Ce document n’attend plus de validation&nbsp;: son état est affiché ci-dessus"
      >
        <TypedTexts texts={typedTexts(typed, VERDICT_FORM)} />
      </Notice>
    </Section>
  );
}

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
