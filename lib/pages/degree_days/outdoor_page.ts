import type { Project } from "@/lib/domain/projects/types.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import type { NamedChoice } from "@/lib/domain/tables/named_choice.ts";
import { suitableChoices } from "@/lib/text/facilities/facilities.ts";
import { HttpError, residenceOf, type State } from "@/lib/web/state.ts";

/** True when the user may change the outdoor sources of the residence. */
export function canWriteOutdoor(state: State): boolean {
  const { roles, isAdmin } = residenceOf(state);
  return isAdmin || opensScreen("boiler-room-settings", roles);
}

export function onlyOutdoorWriters(state: State): void {
  if (!canWriteOutdoor(state)) throw new HttpError(403, "forbidden");
}

/** The selectable series of an outdoor source. */
export function outdoorSeries({ facilitiesDataseries }: Project): NamedChoice[] {
  return suitableChoices("outdoorSource", facilitiesDataseries);
}
