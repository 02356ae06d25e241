import FormGrid from "../../../../islands/forms/FormGrid.tsx";
import {
  ANNOTATION_RULES,
  type Annotations,
  typedAnnotation,
} from "../../../../lib/domain/series/annotation.ts";
import {
  ANNOTATION_LABELS,
  ANNOTATION_LOSS_TEXT,
  annotationTitle,
} from "../../../../lib/text/annotations.ts";
import type { GridField } from "../../../../components/forms/FormGridRow.tsx";
import {
  conflictLines,
  type GridRow,
  type RefusedRow,
  withRefused,
} from "../../../../components/forms/grid_rows.ts";
import { Refusal } from "../../../../components/forms/Refusal.tsx";
import { Section } from "../../../../components/page/Section.tsx";

interface AnnotationSectionProps extends Annotations {
  /** Name of the section and of its grid. */
  id: string;
  refused: RefusedRow & { failure: string | null; isConflict: boolean } | null;
  action: string;
  saved: boolean;
}

const FIELDS: readonly GridField[] = ANNOTATION_RULES.map((rule) => ({
  ...rule,
  label: ANNOTATION_LABELS[rule.name],
  isWide: rule.name === "text",
}));

const EVERY_ACTION = { canCreate: true, canUpdate: true, canDelete: true };

/** The annotations of a facility series or of a boiler room: added, changed and deleted one by one. */
export function AnnotationSection(props: AnnotationSectionProps) {
  const { id, version, refused, action, saved } = props;
  const rows = storedRows(props);
  const stored = rows.find(({ key }) => key !== "" && key === refused?.key);
  return (
    <Section
      id={id}
      title="Annotations"
      intro="Une panne, des travaux, un essai : ce qui explique les chiffres de ces jours, écrit à côté d’eux."
      saved={saved}
    >
      {refused && (
        <Refusal {...refused} lines={conflictLines(FIELDS, refused.values, stored?.values)} />
      )}
      <FormGrid
        grid={id}
        action={`${action}#${id}`}
        fields={FIELDS}
        rows={withRefused(rows, refused)}
        actions={EVERY_ACTION}
        removal={ANNOTATION_LOSS_TEXT}
        version={version}
      />
    </Section>
  );
}

function storedRows({ annotations }: Annotations): GridRow[] {
  const rows = annotations.map((annotation): GridRow => ({
    key: annotation.id,
    title: `${annotationTitle(annotation)}, ${annotation.author}`,
    values: typedAnnotation(annotation),
  }));
  const blank = typedAnnotation({ from: "", to: "", text: "" });
  return [...rows, { key: "", title: "Nouvelle annotation", values: blank }];
}
