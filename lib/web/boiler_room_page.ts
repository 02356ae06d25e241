import type { Context } from "fresh";
import type { BoilerRoom } from "../domain/facilities/types.ts";
import { opensScreen } from "../domain/roles/screens.ts";
import { links } from "../links/links.ts";
import { windowTitle } from "../text/pages.ts";
import { ANNOTATION_SECTION } from "./annotations.ts";
import { answered } from "./answered.ts";
import { residenceOf, standIn } from "./residence_page.ts";
import type { State } from "./state.ts";

/** The boiler room of a page under its own, which then stands in the menu and names the window. */
export async function boilerRoomOf(
  { state, params }: Context<State>,
  pageName: string,
): Promise<BoilerRoom> {
  const { project } = residenceOf(state);
  const { boilerRoomId = "" } = params;
  const room = answered(
    await state.api.call("getBoilerRoom", { projectId: project.id, boilerRoomId }),
  );
  standIn(state, room);
  if (state.place) state.place.menuPath = links.boilerRoom(project.id, room.id);
  state.title = windowTitle(pageName, room.name);
  return room;
}

/** Where the annotations of a boiler room are written; null for whoever only reads it. */
export function roomAnnotationsHref(state: State, boilerRoomId: string): string | null {
  const { project, roles } = residenceOf(state);
  if (!opensScreen("boiler-room-settings", roles)) return null;
  return `${links.boilerRoomSettings(project.id, boilerRoomId)}#${ANNOTATION_SECTION}`;
}
