import { Notice } from "@/components/page/Page.tsx";
import { Conflict, type ConflictLine } from "./Conflict.tsx";

interface RefusalProps {
  /** Sentence for an error without a field; null when fields show the errors. */
  failure: string | null;
  isConflict: boolean;
  lines?: readonly ConflictLine[];
}

/** The reason of a refusal, above the form: both versions of a conflict, or the error. */
export function Refusal({ failure, isConflict, lines = [] }: RefusalProps) {
  if (isConflict) return <Conflict lines={lines} />;
  return failure === null ? null : <Notice tone="very-bad" live focused>{failure}</Notice>;
}
