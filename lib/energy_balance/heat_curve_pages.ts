/** The heat curve of a circuit: its water and outdoor temperatures over a range. @module */

import { addDays, yearOf } from "@/lib/base/civil_dates.ts";
import { rangeSegment } from "@/lib/base/period_paths.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { slotsOf } from "@/lib/base/slots.ts";
import { meanOf } from "@/lib/base/sums.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import {
  type HeatCurve,
  heatCurve,
  isOutdoorTemperature,
  NOT_ENOUGH_TIMES,
} from "@/lib/facilities/heat_curve.ts";
import { boilerRoomOf, readAnnotationsOf } from "@/lib/facilities/pages.ts";
import type { BoilerRoom } from "@/lib/facilities/schema.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { HOURLY, startedSlots } from "@/lib/series/pages.ts";
import { listedAnnotations } from "@/lib/series/range_notes.ts";
import type { Annotation } from "@/lib/series/schema.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { type Answer, DEGREE_DAYS_CALLS } from "@/lib/weather/calls.ts";
import { oneOf, type PageContext, type State } from "@/lib/web/state.ts";

/** A series of temperatures, or a weather station whose days are imported. */
type Outdoor = { readonly seriesId: string } | { readonly outdoorSourceId: string };

type CircuitPlace = Awaited<ReturnType<typeof circuitOf>>;

/** The circuit in a page's URL. @throws HttpError 404 when the boiler room has none with that id */
export async function circuitOf(ctx: PageContext) {
  const { state, params } = ctx;
  const { project } = residenceOf(state);
  const [room, sources] = await Promise.all([
    boilerRoomOf(ctx, PAGES.heatCurve.title),
    state.api.read(DEGREE_DAYS_CALLS.listOutdoorSources, { projectId: project.id }),
  ]);
  const circuit = oneOf(room.circuits, params.circuitId);
  state.title = [PAGES.heatCurve.title, circuit.name];
  const outdoor = outdoorOf(state, room, sources);
  const isMeasured = outdoor === null || "seriesId" in outdoor;
  // The file of a station has only days.
  return { room, circuit, outdoor, choices: isMeasured ? HOURLY : {} };
}

/** The sensor of the boiler room itself, else that of a source, else another of the residence, else a station. */
function outdoorOf(
  state: State,
  room: BoilerRoom,
  sources: Answer<"listOutdoorSources">,
): Outdoor | null {
  const sensors = residenceOf(state).project.facilitiesDataseries.filter(isOutdoorTemperature);
  const own = sensors.find(({ equipmentId }) => equipmentId === room.id)?.id;
  const ofSource = sources.map(({ seriesId }) => sensors.find(({ id }) => id === seriesId)?.id);
  const seriesId = own ?? ofSource.find((id) => id !== undefined) ?? sensors[0]?.id;
  if (seriesId !== undefined) return { seriesId };
  const station = sources.find((source) => source.seriesId === null);
  return station === undefined ? null : { outdoorSourceId: station.id };
}

/** Reads the curve of a circuit over a range. @returns null when fewer than three slots have both temperatures */
export async function readHeatCurve(
  state: State,
  { circuit: { outType }, outdoor }: CircuitPlace,
  range: PeriodRange,
): Promise<HeatCurve | null> {
  if (outType === null || outdoor === null) return null;
  const [flow, weather] = await Promise.all([
    readSlots(state, { seriesId: outType }, range),
    readSlots(state, outdoor, range),
  ]);
  try {
    return heatCurve(startedSlots(state, range, flow), weather);
  } catch (error) {
    if (error instanceof RangeError && error.message === NOT_ENOUGH_TIMES) return null;
    throw error;
  }
}

/** Annotations on the days of a range, of the boiler room and of its circuit's sensor. */
export async function readCurveAnnotations(
  { api, place }: State,
  { room, circuit: { outType } }: CircuitPlace,
  range: PeriodRange,
): Promise<Annotation[]> {
  const projectId = place?.project?.id ?? "";
  const subjects = outType === null ? [room.id] : [room.id, outType];
  const read = await Promise.all(
    subjects.map((annotatedId) => readAnnotationsOf(api, { projectId, annotatedId }, range)),
  );
  return listedAnnotations(read.flat());
}

async function readSlots({ api, place }: State, from: Outdoor, range: PeriodRange) {
  const query = { projectId: place?.project?.id ?? "", segment: rangeSegment(range) };
  if ("seriesId" in from) {
    const read = await api.read(FACILITIES_CALLS.getFacilityRangeData, {
      ...query,
      series: from.seriesId,
    });
    return read.slots;
  }
  return await readStation(api, { ...from, projectId: query.projectId }, range);
}

async function readStation(
  { readUnless }: State["api"],
  query: { projectId: string; outdoorSourceId: string },
  range: PeriodRange,
) {
  const slots = slotsOf(range);
  const years = new Set(slots.flatMap(({ from, to }) => [yearOf(from), yearOf(addDays(to, -1))]));
  const ofYears = await Promise.all(
    // A year without a known day has none to show.
    [...years].map((year) =>
      readUnless("bad-period", DEGREE_DAYS_CALLS.getDjuDailyYear, { ...query, year: String(year) })
    ),
  );
  const days = ofYears.flatMap((ofYear) => ofYear?.slots ?? []);
  return slots.map(({ segment, from, to }) => {
    const known = days.flatMap(({ slot, meanC }) =>
      meanC !== null && slot >= from && slot < to ? [meanC] : []
    );
    return { slot: segment, value: known.length === 0 ? null : meanOf(known) };
  });
}
