/**
 * Annotations on the pages: what is read of a series or of a boiler room, and what their form saves.
 *
 * @module
 */
import { pickedValues } from "@/lib/domain/forms/typed_fields.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { civilDays } from "@/lib/domain/periods/slots.ts";
import {
  type Annotation,
  ANNOTATION_RULES,
  type Annotations,
  annotationsWithin,
  readAnnotation,
} from "@/lib/domain/series/annotation.ts";
import { answered } from "@/lib/web/answered.ts";
import { refusedBy, type RefusedValues, wrongFields } from "@/lib/web/forms/refused_values.ts";
import { type FormAction, shownAgain } from "@/lib/web/forms/submit_forms.ts";
import type { Api } from "@/lib/web/in_process.ts";

/** Name of the section in the address of a settings page, and of its grid. */
export const ANNOTATION_SECTION = "annotations";

/** What annotations are about: a facility series or a boiler room. */
export interface AnnotatedAt {
  readonly projectId: string;
  readonly annotatedId: string;
}

/** A row of the grid, as it was sent. */
export interface SentAnnotation {
  /** Id of the annotation, "" for one to add. */
  readonly key: string;
  readonly isRemoval: boolean;
  readonly version: string;
  readonly values: Readonly<Record<string, string>>;
}

export async function readAnnotations(api: Api, at: AnnotatedAt): Promise<Annotations> {
  return answered(await api.call("listAnnotations", at));
}

/** Those that touch the days of a range. */
export async function readAnnotationsOf(
  api: Api,
  at: AnnotatedAt,
  range: PeriodRange,
): Promise<Annotation[]> {
  return annotationsWithin((await readAnnotations(api, at)).annotations, civilDays(range));
}

/** Adds, changes or deletes an annotation; null once it is done. */
export async function saveAnnotation(
  api: Api,
  at: AnnotatedAt,
  { key: annotationId, isRemoval, version, values: sent }: SentAnnotation,
): Promise<RefusedValues | null> {
  const values = pickedValues(ANNOTATION_RULES, sent);
  if (isRemoval) {
    const gone = await api.call("deleteAnnotation", { ...at, annotationId, version });
    return gone.ok ? null : refusedBy(values, gone);
  }
  const typed = readAnnotation(values);
  if (!typed.ok) return wrongFields(values, typed.errors);
  const result = annotationId === ""
    ? await api.call("addAnnotation", { ...at, body: typed.draft })
    : await api.call("putAnnotation", { ...at, annotationId, body: { ...typed.draft, version } });
  return result.ok ? null : refusedBy(values, result);
}

/** What a row of the annotations does on a page of several forms. */
export function annotationAction(api: Api, at: AnnotatedAt): FormAction {
  return async (sent) => {
    const values = { from: sent.text("from"), to: sent.text("to"), text: sent.text("text") };
    const row = { ...sent, isRemoval: sent.intent === "remove", values };
    const refused = await saveAnnotation(api, at, row);
    return refused === null ? { done: true } : shownAgain(sent, refused);
  };
}
