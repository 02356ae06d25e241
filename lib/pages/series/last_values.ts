import type { House, HouseSensorValue } from "@/lib/domain/housing/types.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { CURRENT_FOR_S } from "@/lib/domain/series/currentness.ts";
import { isState, offeredSeries } from "@/lib/pages/housing/housing_series.ts";
import { residenceOf, type State } from "@/lib/web/state.ts";

export interface LastValue {
  readonly series: ProjectSeries;
  /** null when older than a day, or for states. */
  readonly last: HouseSensorValue | null;
}

/** The last values of a dwelling, as visible to the user (B §4, §7). */
export function readLastValues(state: State, house: House): Promise<LastValue[]> {
  return Promise.all(
    offeredSeries(state, house).map(async (series) => ({
      series,
      last: isState(series) ? null : await readLast(state, { series, house }),
    })),
  );
}

async function readLast(
  state: State,
  { series, house }: { series: ProjectSeries; house: House },
): Promise<HouseSensorValue | null> {
  const { project, today } = residenceOf(state);
  const last = await state.api.readUnless("not-found", "getHouseLastSensorData", {
    projectId: project.id,
    series: series.id,
    houseId: house.id,
    instant: today,
  });
  if (last === null) return null;
  const ageS = (Date.parse(state.now) - Date.parse(last.at)) / 1_000;
  return ageS <= CURRENT_FOR_S ? last : null;
}
