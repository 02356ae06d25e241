/** Annotations on the pages: those of a series or of a boiler room, and their form actions. @module */
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { civilDays } from "@/lib/domain/periods/slots.ts";
import { annotationsWithin } from "@/lib/domain/series/annotation.ts";
import type { Annotation } from "@/lib/domain/series/types.ts";
import { ANNOTATION_FORM } from "@/lib/forms/series/annotation_form.ts";
import { type FormAction, removes, saves } from "@/lib/web/forms/submit_forms.ts";
import type { Api } from "@/lib/web/in_process.ts";

/** The object of annotations: a facility series or a boiler room. */
interface AnnotatedAt {
  readonly projectId: string;
  readonly annotatedId: string;
}

/** The annotations that overlap a range. */
export async function readAnnotationsOf(
  api: Api,
  at: AnnotatedAt,
  range: PeriodRange,
): Promise<Annotation[]> {
  return annotationsWithin((await api.read("listAnnotations", at)).annotations, civilDays(range));
}

export function savesAnnotation({ call }: Api, at: AnnotatedAt): FormAction {
  return saves(
    ANNOTATION_FORM,
    async (body, { key: annotationId, version }) =>
      annotationId === ""
        ? await call("addAnnotation", { ...at, body })
        : await call("putAnnotation", { ...at, annotationId, body: { ...body, version } }),
    {
      intents: {
        remove: removes(({ key: annotationId, version }) =>
          call("deleteAnnotation", { ...at, annotationId, version })
        ),
      },
    },
  );
}
