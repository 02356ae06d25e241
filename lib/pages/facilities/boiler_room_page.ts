import type { BoilerRoom } from "@/lib/domain/facilities/types.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import type { NamedSeries } from "@/lib/forms/facilities/sources_form.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { showInMenu } from "@/lib/pages/projects/residence_page.ts";
import { seriesChoiceLabel } from "@/lib/text/facilities/facilities.ts";
import { HttpError, type PageContext, residenceOf, type State } from "@/lib/web/state.ts";

export type SettingsRead = Awaited<ReturnType<typeof readBoilerRoomSettings>>;

export async function readBoilerRoomSettings(ctx: PageContext) {
  onlyRoomWriters(ctx);
  const { state, params: { projectId = "", boilerRoomId = "" } } = ctx;
  const { read } = state.api;
  const [boilerRoom, efficiency, seasons, outdoorSources, annotations] = await Promise.all([
    read("getBoilerRoom", { projectId, boilerRoomId }),
    read("getEfficiency", { projectId, boilerRoomId }),
    read("getHeatingSeasons", { projectId, boilerRoomId }),
    read("listOutdoorSources", { projectId }),
    read("listAnnotations", { projectId, annotatedId: boilerRoomId }),
  ]);
  state.title = windowTitle(PAGE_NAMES.boilerRoomSettings, boilerRoom.name);
  showInMenu(state, boilerRoom);
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

/** The boiler room of a page; also sets the menu and the window title. */
export async function boilerRoomOf(
  { state, params }: PageContext,
  pageName: string,
): Promise<BoilerRoom> {
  const { project } = residenceOf(state);
  const { boilerRoomId = "" } = params;
  const room = await state.api.read("getBoilerRoom", { projectId: project.id, boilerRoomId });
  showInMenu(state, room);
  state.menuPath = links.boilerRoom(project.id, room.id);
  state.title = windowTitle(pageName, room.name);
  return room;
}

/** Refuses a user who may only read the boiler rooms. */
export function onlyRoomWriters({ state }: PageContext): void {
  const { roles } = residenceOf(state);
  if (!opensScreen("boiler-room-settings", roles)) throw new HttpError(403, "forbidden");
}

/** URL of the settings of a boiler room; null for a user who may only read it. */
export function roomSettingsHref(state: State, boilerRoomId: string): string | null {
  const { project, roles } = residenceOf(state);
  const mayWrite = opensScreen("boiler-room-settings", roles);
  return mayWrite ? links.boilerRoomSettings(project.id, boilerRoomId) : null;
}
