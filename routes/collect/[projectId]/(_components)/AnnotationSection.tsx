import type { FormPage } from "@/components/forms/FormBox.tsx";
import type { Annotations } from "@/lib/domain/series/types.ts";
import { ANNOTATION_FORM } from "@/lib/forms/series/annotation_form.ts";
import {
  ANNOTATION_INTRO,
  annotationTitle,
  HOUSING_ANNOTATION_INTRO,
} from "@/lib/text/series/annotations.ts";
import { GridSection } from "@/routes/(_components)/GridSection.tsx";

interface AnnotationSectionProps extends Annotations {
  page: FormPage;
  /** True when every dwelling shows them. */
  isOfHousing?: boolean;
}

/** The annotations of a series or of a boiler room: added, changed and deleted one by one. */
export function AnnotationSection(
  { version, annotations, page, isOfHousing }: AnnotationSectionProps,
) {
  return (
    <GridSection
      title="Annotations"
      intro={isOfHousing ? HOUSING_ANNOTATION_INTRO : ANNOTATION_INTRO}
      form={ANNOTATION_FORM}
      rows={annotations.map((stored) => ({
        key: stored.id,
        title: `${annotationTitle(stored)}, ${stored.author}`,
        stored,
      }))}
      blank="Nouvelle annotation"
      page={page}
      version={version}
      removal="Ses mots disparaîtront des pages et des fichiers de ces jours."
    />
  );
}
