import type { Context } from "fresh";
import type { SolarRow } from "@/lib/domain/facilities/solar_estimation.ts";
import { isoMonth } from "@/lib/domain/periods/civil_dates.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { withNotes } from "@/lib/domain/series/slot_notes.ts";
import type { Annotation } from "@/lib/domain/series/types.ts";
import { readAnnotationsOf } from "@/lib/pages/series/annotations.ts";
import type { State } from "@/lib/web/state.ts";

/** Solar production by day of a month, for the boiler room in the URL, with marks and annotations. */
export async function readSolar(
  { state: { api }, params }: Context<State>,
  range: PeriodRange,
): Promise<{ rows: SolarRow[]; annotations: Annotation[] }> {
  const { projectId = "", boilerRoomId = "" } = params;
  const { year, month = 1 } = range;
  const [read, annotations] = await Promise.all([
    api.read("getSolarEstimation", { projectId, boilerRoomId, month: isoMonth(year, month) }),
    readAnnotationsOf(api, { projectId, annotatedId: boilerRoomId }, range),
  ]);
  const { days, events } = read;
  const slots = days.map((day) => ({ ...day, slot: day.date }));
  return { rows: withNotes(slots, { marks: events, annotations }), annotations };
}
