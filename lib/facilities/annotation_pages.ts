/** Reads and saves the annotations of a series or a boiler room on its page. @module */

import type { PeriodRange } from "@/lib/base/periods.ts";
import { civilDays } from "@/lib/base/slots.ts";
import { annotationsWithin } from "@/lib/series/annotations.ts";
import { ANNOTATION_FORM } from "@/lib/series/forms.ts";
import type { Annotation } from "@/lib/series/schema.ts";
import { deletion, type FormAction, save } from "@/lib/web/form_handlers.ts";
import type { Api } from "@/lib/web/state.ts";
import { FACILITIES_CALLS } from "./calls.ts";

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
  return annotationsWithin(
    (await api.read(FACILITIES_CALLS.listAnnotations, at)).annotations,
    civilDays(range),
  );
}

export function savesAnnotation({ call }: Api, at: AnnotatedAt): FormAction {
  return save(
    ANNOTATION_FORM,
    async (body, { key: annotationId, version }) =>
      annotationId === ""
        ? await call(FACILITIES_CALLS.addAnnotation, { ...at, body })
        : await call(FACILITIES_CALLS.putAnnotation, {
          ...at,
          annotationId,
          body: { ...body, version },
        }),
    {
      intents: {
        remove: deletion(({ key: annotationId, version }) =>
          call(FACILITIES_CALLS.deleteAnnotation, { ...at, annotationId, version })
        ),
      },
    },
  );
}
