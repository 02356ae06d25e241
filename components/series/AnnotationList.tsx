import { formatInstant } from "@/lib/base/date_format.ts";
import { ANNOTATION_FORM } from "@/lib/series/forms.ts";
import type { Annotation } from "@/lib/series/schema.ts";
import { annotationTitle } from "@/lib/series/text.ts";

interface AnnotationListProps {
  annotations: readonly Annotation[];
  /** URL of the annotation form; null for a user who may only read. */
  settings: string | null;
  timeZone: string | undefined;
}

/** Annotations under a table, with their authors and a link to add others. */
export function AnnotationList({ annotations, settings, timeZone }: AnnotationListProps) {
  if (annotations.length === 0 && settings === null) return null;
  return (
    <section class="annotation-list" aria-labelledby="annotations-title">
      <h2 id="annotations-title">Annotations</h2>
      {annotations.length === 0 ? <p class="soft">Aucune sur cette période.</p> : (
        <ul>
          {annotations.map((annotation) => (
            <li key={annotation.id}>
              <strong>{annotationTitle(annotation)}</strong>
              {`\u00A0: ${annotation.text}`}
              <small>{writtenText(annotation, timeZone)}</small>
            </li>
          ))}
        </ul>
      )}
      {settings !== null && (
        <a class="no-print" href={`${settings}#${ANNOTATION_FORM.name}`}>Annoter une période</a>
      )}
    </section>
  );
}

function writtenText({ author, writtenAt }: Annotation, timeZone: string | undefined): string {
  return [author, formatInstant(writtenAt, timeZone)].filter((part) => part !== "").join(", ");
}
