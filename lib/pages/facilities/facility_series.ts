import type { Equipment } from "@/lib/domain/facilities/types.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import type { PeriodChoices } from "@/lib/domain/periods/switch.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { annotatedRows } from "@/lib/domain/series/range_rows.ts";
import type { StateInterval } from "@/lib/domain/series/state_intervals.ts";
import type { Annotation } from "@/lib/domain/series/types.ts";
import { readAnnotationsOf } from "@/lib/pages/series/annotations.ts";
import { readTwoYears, type TwoYears } from "@/lib/pages/series/series_page.ts";
import { readIntervals } from "@/lib/pages/series/state_pages.ts";
import { oneOf } from "@/lib/web/one_of.ts";
import { type PageContext, residenceOf, type State } from "@/lib/web/state.ts";

export interface FacilitySeries {
  readonly series: ProjectSeries;
  /** null for a series of the whole residence. */
  readonly place: Equipment | null;
  /** A state has no yearly figure: its changes are read month by month. */
  readonly choices: PeriodChoices;
}

/** The facility series in a page's URL. @throws HttpError 404 when the residence has none with that id */
export async function facilitySeriesOf({ state, params }: PageContext): Promise<FacilitySeries> {
  const { project } = residenceOf(state);
  const series = oneOf(project.facilitiesDataseries, params.series);
  const equipments = await state.api.read("listEquipments", { projectId: project.id });
  return {
    series,
    place: placeOf(equipments, series.equipmentId),
    choices: series.unit.kind === "state"
      ? { isMonthOnly: true }
      : { isHourlyAllowed: true, isFiveMinuteAllowed: project.features.facilityFiveMin },
  };
}

/** Figures of a series over a range, with the year before, and the annotations and marks of each line. */
export async function readFacilityYears(
  state: State,
  series: ProjectSeries,
  range: PeriodRange,
): Promise<{ years: TwoYears; annotations: Annotation[] }> {
  const projectId = residenceOf(state).project.id;
  const { read } = state.api;
  const asked = { projectId, series: series.id };
  const [years, annotations] = await Promise.all([
    readTwoYears(state, range, (segment) => read("getFacilityRangeData", { ...asked, segment })),
    readAnnotationsOf(state.api, { projectId, annotatedId: series.id }, range),
  ]);
  const rows = annotatedRows(years.rows, annotations);
  return { years: { ...years, rows }, annotations };
}

/** The intervals of a state over a range, with the annotations of its days. */
export async function readFacilityIntervals(
  state: State,
  { id }: ProjectSeries,
  range: PeriodRange,
): Promise<{ intervals: StateInterval[]; annotations: Annotation[] }> {
  const projectId = residenceOf(state).project.id;
  const [intervals, annotations] = await Promise.all([
    readIntervals(state, { projectId, series: id }, [rangeSegment(range)]),
    readAnnotationsOf(state.api, { projectId, annotatedId: id }, range),
  ]);
  return { intervals, annotations };
}

function placeOf(equipments: readonly Equipment[], id: string | null): Equipment | null {
  const found = equipments.find((one) => one.id === id);
  if (found === undefined) return null;
  return found.parentId === null ? found : placeOf(equipments, found.parentId);
}
