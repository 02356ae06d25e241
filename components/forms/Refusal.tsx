import { Notice } from "@/components/page/Notice.tsx";
import { Conflict, type ConflictLine } from "./Conflict.tsx";

interface RefusalProps {
  /** Sentence for what no field holds; null when the fields say it. */
  failure: string | null;
  isConflict: boolean;
  lines?: readonly ConflictLine[];
}

/** Why a form was not saved, above it: both versions of a conflict, or what went wrong. */
export function Refusal({ failure, isConflict, lines = [] }: RefusalProps) {
  if (isConflict) return <Conflict lines={lines} />;
  return failure === null ? null : <Notice tone="very-bad" live focused>{failure}</Notice>;
}
