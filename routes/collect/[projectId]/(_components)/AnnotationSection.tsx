import type { FormPage } from "@/lib/ui/form.ts";
import { GridSection } from "@/components/ui/GridSection.tsx";
import { ANNOTATION_FORM } from "@/lib/series/forms.ts";
import type { Annotations } from "@/lib/series/schema.ts";
import { ANNOTATION_INTRO, annotationTitle, HOUSING_ANNOTATION_INTRO } from "@/lib/series/text.ts";

interface AnnotationSectionProps extends Annotations {
  page: FormPage;
  /** True when every dwelling shows them. */
  isOfHousing?: boolean;
  /** True for a boiler room, which has an energy signature. */
  hasSignature?: boolean;
}

/** The form of the annotations of a series, which has no energy signature. */
const SERIES_FORM = {
  ...ANNOTATION_FORM,
  fields: ANNOTATION_FORM.fields.filter(({ name }) => name !== "signature"),
};

/** The annotations of a series or of a boiler room: added, changed and deleted one by one. */
export function AnnotationSection(
  { version, annotations, page, isOfHousing, hasSignature }: AnnotationSectionProps,
) {
  return (
    <GridSection
      title="Annotations"
      intro={isOfHousing ? HOUSING_ANNOTATION_INTRO : ANNOTATION_INTRO}
      form={hasSignature ? ANNOTATION_FORM : SERIES_FORM}
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
