import type { ComponentChildren } from "preact";
import { Notice } from "@/components/page/Page.tsx";

interface ImportSummaryProps {
  /** True for a dry run: nothing was written. */
  isDry: boolean;
  /** True when some of the file was, or would be, written. */
  isUseful: boolean;
  /** Lines of the file, without its heading. */
  lineCount: number;
  /** True when only the start of the file was sent. */
  isCut?: boolean;
  /** Counts of read, added, replaced, skipped: "12 lignes lues". */
  counts: readonly string[];
  errors: readonly FileLine[];
  children?: ComponentChildren;
}

/** Result of an import, or of its dry run, with the skipped lines. */
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

interface FileLine {
  readonly line: number;
  /** Column of the error; null for the whole line. */
  readonly column: string | null;
  readonly message: string;
}

/** The unusable lines of a file, with their numbers; nothing without any. */
function FileLines({ errors }: { errors: readonly FileLine[] }) {
  if (errors.length === 0) return null;
  return (
    <ul>
      {errors.map(({ line, column, message }) => (
        <li key={`${line}-${column}-${message}`}>
          {`Ligne ${line}${column === null ? "" : `, ${column}`}\u00A0: ${message}`}
        </li>
      ))}
    </ul>
  );
}
