import type { Context } from "fresh";
import type { SolarEstimation } from "../domain/facilities/types.ts";
import { isoMonth } from "../domain/periods/civil_dates.ts";
import type { PeriodRange } from "../domain/periods/period.ts";
import { answered } from "./answered.ts";
import type { State } from "./state.ts";

/** The days of a month under the sun, at the boiler room of the address. */
export async function readSolarDays(
  { state, params }: Context<State>,
  { year, month = 1 }: PeriodRange,
): Promise<SolarEstimation["days"]> {
  const { projectId = "", boilerRoomId = "" } = params;
  const asked = { projectId, boilerRoomId, month: isoMonth(year, month) };
  return answered(await state.api.call("getSolarEstimation", asked)).days;
}
