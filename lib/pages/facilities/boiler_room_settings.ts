import type { Context } from "fresh";
import type { Answer } from "@/lib/contract/catalogue.ts";
import type { Annotations } from "@/lib/domain/series/types.ts";
import type { NamedSeries } from "@/lib/forms/facilities/sources_form.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { readAnnotations } from "@/lib/pages/series/annotations.ts";
import { seriesChoiceLabel } from "@/lib/text/facilities/facilities.ts";
import { answered } from "@/lib/web/answered.ts";
import type { State } from "@/lib/web/state.ts";

export interface SettingsRead {
  boilerRoom: Answer<"getBoilerRoom">;
  efficiency: Answer<"getEfficiency">;
  seasons: Answer<"getHeatingSeasons">;
  outdoorSources: Answer<"listOutdoorSources">;
  annotations: Annotations;
}

export async function readBoilerRoomSettings(
  { state, params }: Context<State>,
): Promise<SettingsRead> {
  const { projectId = "", boilerRoomId = "" } = params;
  const { call } = state.api;
  const [boilerRoom, efficiency, seasons, outdoorSources, annotations] = await Promise.all([
    call("getBoilerRoom", { projectId, boilerRoomId }),
    call("getEfficiency", { projectId, boilerRoomId }),
    call("getHeatingSeasons", { projectId, boilerRoomId }),
    call("listOutdoorSources", { projectId }),
    readAnnotations(state.api, { projectId, annotatedId: boilerRoomId }),
  ]);
  return {
    boilerRoom: answered(boilerRoom),
    efficiency: answered(efficiency),
    seasons: answered(seasons),
    outdoorSources: answered(outdoorSources),
    annotations,
  };
}

/** The facility series of the residence, as the form of the sources chooses among them. */
export function seriesOf(state: State): NamedSeries[] {
  return residenceOf(state).project.facilitiesDataseries.map((one) => ({
    id: one.id,
    dataUnitId: one.dataUnitId,
    unit: one.unit.unit,
    label: seriesChoiceLabel(one),
  }));
}
