import type { Context } from "fresh";
import type { HybridRow } from "@/lib/domain/facilities/heat_pump.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import { withNotes } from "@/lib/domain/series/slot_notes.ts";
import type { Annotation } from "@/lib/domain/series/types.ts";
import { readAnnotationsOf } from "@/lib/pages/series/annotations.ts";
import type { State } from "@/lib/web/state.ts";

/** Heat of boilers and heat pumps over a range, for the boiler room in the URL, with marks and annotations. */
export async function readHybrid(
  { state: { api }, params }: Context<State>,
  range: PeriodRange,
): Promise<{ rows: HybridRow[]; annotations: Annotation[] }> {
  const { projectId = "", boilerRoomId = "" } = params;
  const [read, annotations] = await Promise.all([
    api.read("getHybridConsumption", { projectId, boilerRoomId, segment: rangeSegment(range) }),
    readAnnotationsOf(api, { projectId, annotatedId: boilerRoomId }, range),
  ]);
  const { slots, events } = read;
  return { rows: withNotes(slots, { marks: events, annotations }), annotations };
}
