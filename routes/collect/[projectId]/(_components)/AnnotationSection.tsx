import type { GridField } from "@/components/forms/FormGridRow.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import {
  conflictLines,
  type GridRow,
  type RefusedRow,
  withRefused,
} from "@/components/forms/grid_rows.ts";
import { Section } from "@/components/page/Section.tsx";
import FormGrid from "@/islands/forms/FormGrid.tsx";
import { EVERY_ACTION } from "@/lib/domain/forms/form_grid.ts";
import {
  ANNOTATION_RULES,
  type Annotations,
  typedAnnotation,
} from "@/lib/domain/series/annotation.ts";
import {
  ANNOTATION_INTRO,
  ANNOTATION_LABELS,
  ANNOTATION_LOSS_TEXT,
  annotationTitle,
  HOUSING_ANNOTATION_INTRO,
} from "@/lib/text/series/annotations.ts";

interface AnnotationSectionProps extends Annotations {
  /** Name of the section and of its grid. */
  id: string;
  refused: RefusedRow & { failure: string | null; isConflict: boolean } | null;
  action: string;
  saved: boolean;
  /** Whether every dwelling shows them. */
  isOfHousing?: boolean;
}

const FIELDS: readonly GridField[] = ANNOTATION_RULES.map((rule) => ({
  ...rule,
  label: ANNOTATION_LABELS[rule.name],
  isWide: rule.name === "text",
}));

/** The annotations of a series or of a boiler room: added, changed and deleted one by one. */
export function AnnotationSection(props: AnnotationSectionProps) {
  const { id, version, refused, action, saved, isOfHousing } = props;
  const rows = storedRows(props);
  const stored = rows.find(({ key }) => key !== "" && key === refused?.key);
  return (
    <Section
      id={id}
      title="Annotations"
      intro={isOfHousing ? HOUSING_ANNOTATION_INTRO : ANNOTATION_INTRO}
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
