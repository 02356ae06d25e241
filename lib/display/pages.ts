/** The pages of the information screen of a residence: their data, and their form actions. @module */

import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { residenceWith } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import { action, save } from "@/lib/web/form_handlers.ts";
import { savedPath } from "@/lib/web/form_submission.ts";
import { HttpError, type PageContext, type State } from "@/lib/web/state.ts";
import { DISPLAY_CALLS } from "./calls.ts";
import { SCREEN_FORM } from "./forms.ts";

/** The residence of a page of its information screen. @throws HttpError as {@link residenceWith} */
export function displayOf(state: State) {
  const place = residenceWith(state, { screen: "display", feature: "display" });
  // The menu has one entry for the three pages.
  state.menuPath = links.displayMessages(place.project.id);
  return { ...place, canWrite: opensScreen("display-settings", place.roles) };
}

/** @throws HttpError 403 for a user who may only read the screen */
export async function readScreens({ state }: PageContext) {
  const { project: { id: projectId } } = screensOf(state);
  return await state.api.read(DISPLAY_CALLS.listDisplayTokens, { projectId });
}

function screensOf(state: State) {
  const place = displayOf(state);
  if (!place.canWrite) throw new HttpError(403, "forbidden");
  return place;
}

/** Form actions of screens; creating a screen returns its secret. */
export function screenForms({ state }: PageContext) {
  const { project: { id: projectId } } = screensOf(state);
  const { call, sender } = state.api;
  return {
    token: save(SCREEN_FORM, sender(DISPLAY_CALLS.createDisplayToken, { projectId }), {
      report: ({ token }) => token,
    }),
    revoke: action(
      ({ text }) => call(DISPLAY_CALLS.revokeDisplayToken, { projectId, tokenId: text("id") }),
      savedPath(links.displayTokens(projectId), "screens"),
    ),
  };
}
