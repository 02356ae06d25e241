import type { ComponentChildren } from "preact";
import { Notice } from "@/components/page/Page.tsx";
import { VERDICT_SAVED } from "@/lib/text/contracting/documents.ts";

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
      <Notice tone="good" live title={VERDICT_SAVED}>{children}</Notice>
    </div>
  );
}
