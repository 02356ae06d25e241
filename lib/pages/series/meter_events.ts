/** The section of a series page with the events of its meters. @module */
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import type { MeterEvents } from "@/lib/domain/series/types.ts";
import { readDwellings } from "@/lib/pages/housing/dwelling_choices.ts";
import { residenceOf, type State } from "@/lib/web/state.ts";

/** Name of the section in the page's URL. */
export const METER_SECTION = "meter";

/** The events of a series' meters, and the dwellings that may have others. */
interface Meters extends MeterEvents {
  readonly houses: readonly { readonly value: string; readonly label: string }[];
}

/** Reads the events of the meters of a series; null when it is not a register. */
export async function readMeters(state: State, series: ProjectSeries): Promise<Meters | null> {
  if (series.unit.kind !== "index") return null;
  const at = { projectId: residenceOf(state).project.id };
  const [events, houses] = await Promise.all([
    state.api.read("listMeterEvents", { ...at, series: series.id }),
    series.scope === "housing" ? readDwellings(state) : [],
  ]);
  return { ...events, houses };
}
