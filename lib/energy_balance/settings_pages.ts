/** What the page of the settings of a boiler room reads. @module */

import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { onlyRoomWriters } from "@/lib/facilities/pages.ts";
import { showInMenu } from "@/lib/residences/pages.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/ui/page_titles.ts";
import { DEGREE_DAYS_CALLS } from "@/lib/weather/calls.ts";
import type { PageContext } from "@/lib/web/state.ts";
import { ENERGY_BALANCE_CALLS } from "./calls.ts";

export async function readBoilerRoomSettings(ctx: PageContext) {
  onlyRoomWriters(ctx);
  const { state, params: { projectId = "", boilerRoomId = "" } } = ctx;
  const { read } = state.api;
  const [boilerRoom, efficiency, seasons, outdoorSources, annotations] = await Promise.all([
    read(FACILITIES_CALLS.getBoilerRoom, { projectId, boilerRoomId }),
    read(ENERGY_BALANCE_CALLS.getEfficiency, { projectId, boilerRoomId }),
    read(FACILITIES_CALLS.getHeatingSeasons, { projectId, boilerRoomId }),
    read(DEGREE_DAYS_CALLS.listOutdoorSources, { projectId }),
    read(FACILITIES_CALLS.listAnnotations, { projectId, annotatedId: boilerRoomId }),
  ]);
  state.title = windowTitle(PAGE_NAMES.boilerRoomSettings, boilerRoom.name);
  showInMenu(state, boilerRoom);
  return { boilerRoom, efficiency, seasons, outdoorSources, annotations };
}

export type SettingsRead = Awaited<ReturnType<typeof readBoilerRoomSettings>>;
