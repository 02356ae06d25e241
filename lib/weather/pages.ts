/** Decides who may write outdoor sources, and offers the series that feed them. @module */

import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { Project } from "@/lib/residences/schema.ts";
import { suitableChoices } from "@/lib/series/series_names.ts";
import type { NamedChoice } from "@/lib/ui/named_choices.ts";
import { HttpError, type State } from "@/lib/web/state.ts";

/** True when the user may change the outdoor sources of the residence. */
export function canWriteOutdoor(state: State): boolean {
  const { roles, isAdmin } = residenceOf(state);
  return isAdmin || opensScreen("boiler-room-settings", roles);
}

export function onlyOutdoorWriters(state: State): void {
  if (!canWriteOutdoor(state)) throw new HttpError(403, "forbidden");
}

export function outdoorSeries({ facilitiesDataseries }: Project): NamedChoice[] {
  return suitableChoices("outdoorSource", facilitiesDataseries);
}
