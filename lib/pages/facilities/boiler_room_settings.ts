import type { Answer } from "@/lib/contract/catalogue.ts";
import type { Annotations } from "@/lib/domain/series/types.ts";
import type { NamedSeries } from "@/lib/forms/facilities/sources_form.ts";
import { readAnnotations } from "@/lib/pages/series/annotations.ts";
import { seriesChoiceLabel } from "@/lib/text/facilities/facilities.ts";
import { type PageContext, residenceOf, type State } from "@/lib/web/state.ts";

export interface SettingsRead {
  boilerRoom: Answer<"getBoilerRoom">;
  efficiency: Answer<"getEfficiency">;
  seasons: Answer<"getHeatingSeasons">;
  outdoorSources: Answer<"listOutdoorSources">;
  annotations: Annotations;
}

export async function readBoilerRoomSettings(
  { state, params }: PageContext,
): Promise<SettingsRead> {
  const { projectId = "", boilerRoomId = "" } = params;
  const { read } = state.api;
  const [boilerRoom, efficiency, seasons, outdoorSources, annotations] = await Promise.all([
    read("getBoilerRoom", { projectId, boilerRoomId }),
    read("getEfficiency", { projectId, boilerRoomId }),
    read("getHeatingSeasons", { projectId, boilerRoomId }),
    read("listOutdoorSources", { projectId }),
    readAnnotations(state.api, { projectId, annotatedId: boilerRoomId }),
  ]);
  return { boilerRoom, efficiency, seasons, outdoorSources, annotations };
}

/** The facility series of the residence that the form of the sources offers. */
export function seriesOf(state: State): NamedSeries[] {
  return residenceOf(state).project.facilitiesDataseries.map((one) => ({
    id: one.id,
    dataUnitId: one.dataUnitId,
    unit: one.unit.unit,
    label: seriesChoiceLabel(one),
  }));
}
