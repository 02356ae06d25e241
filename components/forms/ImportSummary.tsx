import type { ComponentChildren } from "preact";
import { Notice } from "@/components/page/Notice.tsx";
import { type FileLine, FileLines } from "./FileLines.tsx";

interface ImportSummaryProps {
  /** Nothing was written: this is what would be. */
  isDry: boolean;
  /** Whether anything of the file was, or would be, written. */
  isUseful: boolean;
  /** Lines of the file, after its head. */
  lineCount: number;
  /** Only the beginning of the file was sent. */
  isCut?: boolean;
  /** What was read, added, replaced, left: "12 lignes lues". */
  counts: readonly string[];
  /** The lines that could not be used. */
  errors: readonly FileLine[];
  /** What else there is to say. */
  children?: ComponentChildren;
}

/** What an import did, or would do, and the lines it left out. */
export function ImportSummary(
  { isDry, isUseful, lineCount, isCut = false, counts, errors, children }: ImportSummaryProps,
) {
  const isWell = errors.length === 0 && lineCount > 0;
  const isUseless = !isWell && !isUseful;
  const end = isCut ? "Import interrompu" : "Import terminé";
  const done = isUseless ? "Rien n’a été importé" : end;
  return (
    <Notice
      tone={isWell && !isCut ? "good" : "bad"}
      live
      title={isDry ? "Essai\u00A0: rien n’a été enregistré" : done}
    >
      {lineCount === 0 && errors.length === 0 && !isCut && (
        <p>Le fichier n’a aucune ligne sous son en-tête.</p>
      )}
      {counts.length > 0 && <p>{counts.join(", ")}.</p>}
      {children}
      <FileLines errors={errors} />
    </Notice>
  );
}
