/** Reads the intervals of the states of facility series, and reads and saves annotations, for pages. @module */

import { monthOf, shiftMonth } from "@/lib/base/civil_dates.ts";
import { rangeSegment } from "@/lib/base/period_paths.ts";
import { daysOfMonth, type PeriodRange } from "@/lib/base/periods.ts";
import { civilDays } from "@/lib/base/slots.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { annotationsWithin } from "@/lib/series/annotations.ts";
import { ANNOTATION_FORM } from "@/lib/series/forms.ts";
import { intervalsOf } from "@/lib/series/pages.ts";
import type { StateInterval } from "@/lib/series/range_notes.ts";
import type { Annotation } from "@/lib/series/schema.ts";
import { type FormAction, rowForm } from "@/lib/web/form_handlers.ts";
import type { Api, State } from "@/lib/web/state.ts";
import { FACILITIES_CALLS } from "./calls.ts";

/**
 * Reads the intervals of a state over consecutive ranges, numbers and texts merged.
 *
 * @param segments oldest first
 * @returns newest first
 */
export async function readIntervals(
  { api }: State,
  query: { projectId: string; series: string },
  segments: readonly string[],
): Promise<StateInterval[]> {
  const points = await Promise.all(segments.map(async (segment) => {
    const [values, texts] = await Promise.all([
      api.read(FACILITIES_CALLS.getFacilityTimedData, { ...query, segment }),
      api.read(FACILITIES_CALLS.getFacilityMessageData, { ...query, segment }),
    ]);
    return { values: values.values, messages: texts.messages };
  }));
  return intervalsOf({
    values: points.flatMap(({ values }) => values),
    messages: points.flatMap(({ messages }) => messages),
  });
}

/**
 * Reads the current states and their start. Two months are read: a state unchanged this month started before it.
 *
 * @param openings equipment with a state series; those without a series are skipped
 * @returns by series id; null for one not read for two months
 */
export async function readIntervalsNow(
  state: State,
  openings: readonly { readonly seriesId: string | null }[],
): Promise<Map<string, StateInterval | null>> {
  const { project: { id: projectId }, today } = residenceOf(state);
  const month = monthOf(today);
  const segments = [shiftMonth(month, -1), month].map((one) => rangeSegment(daysOfMonth(one)));
  const seriesWithReadings = openings.flatMap(({ seriesId }) => seriesId ?? []);
  return new Map(
    await Promise.all(seriesWithReadings.map(async (series) => {
      const [now = null] = await readIntervals(state, { projectId, series }, segments);
      return [series, now] as const;
    })),
  );
}

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
  return rowForm(ANNOTATION_FORM, {
    create: ({ version: _, ...body }) => call(FACILITIES_CALLS.addAnnotation, { ...at, body }),
    put: (annotationId, body) =>
      call(FACILITIES_CALLS.putAnnotation, { ...at, annotationId, body }),
    remove: (annotationId, version) =>
      call(FACILITIES_CALLS.deleteAnnotation, { ...at, annotationId, version }),
  });
}
