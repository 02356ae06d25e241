import * as z from "zod/mini";
import { anyText, id, instant, isoDate, named, text, version } from "@/lib/domain/forms/schema.ts";
import {
  type Annotation,
  ANNOTATION_MAX_LENGTH,
  type AnnotationDraft,
  type Annotations,
  isAnnotationPeriod,
} from "@/lib/domain/series/annotation.ts";

const annotation: z.ZodMiniType<Annotation> = named(
  "Annotation",
  z.object({ id, from: isoDate, to: isoDate, text: anyText, author: anyText, writtenAt: instant }),
);

export const annotations: z.ZodMiniType<Annotations> = named(
  "Annotations",
  z.object({ version: anyText, annotations: z.array(annotation) }),
);

const draft = { from: isoDate, to: isoDate, text: text(ANNOTATION_MAX_LENGTH) };
const withinAYear = z.refine<AnnotationDraft>(isAnnotationPeriod, { path: ["to"] });

export const annotationDraft: z.ZodMiniType<AnnotationDraft> = z.strictObject(draft)
  .check(withinAYear);

/** {@link AnnotationDraft}, and what it was based on. */
export const annotationEdit: z.ZodMiniType<AnnotationDraft & { version?: string | undefined }> = z
  .strictObject({ ...draft, version })
  .check(withinAYear);
