import type { Context } from "fresh";
import type { HybridRow } from "../domain/facilities/heat_pump.ts";
import type { PeriodRange } from "../domain/periods/period.ts";
import { rangeSegment } from "../domain/periods/segments.ts";
import type { Annotation } from "../domain/series/annotation.ts";
import { withTold } from "../domain/series/slot_told.ts";
import { readAnnotationsOf } from "./annotations.ts";
import { answered } from "./answered.ts";
import type { State } from "./state.ts";

/** What boilers and heat pumps gave over a range, at the boiler room of the address, and what there is to know about it. */
export async function readHybrid(
  { state: { api }, params }: Context<State>,
  range: PeriodRange,
): Promise<{ rows: HybridRow[]; annotations: Annotation[] }> {
  const { projectId = "", boilerRoomId = "" } = params;
  const [read, annotations] = await Promise.all([
    api.call("getHybridConsumption", { projectId, boilerRoomId, segment: rangeSegment(range) }),
    readAnnotationsOf(api, { projectId, annotatedId: boilerRoomId }, range),
  ]);
  const { slots, events } = answered(read);
  return { rows: withTold(slots, { marks: events, annotations }), annotations };
}
