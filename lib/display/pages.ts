/** The pages of the information screen of a residence: their data, and their form actions. @module */

import { alertState } from "@/lib/housing/alert_state.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { residenceWith } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import { action, type RowCalls, save } from "@/lib/web/form_handlers.ts";
import { savedPath } from "@/lib/web/form_submission.ts";
import { HttpError, type PageContext, type State, todayOf } from "@/lib/web/state.ts";
import { DISPLAY_CALLS, type Input } from "./calls.ts";
import { SCREEN_FORM } from "./forms.ts";
import { listedMessages } from "./screen_pages.ts";

/** The residence of a page of its information screen. @throws HttpError as {@link residenceWith} */
function displayOf(state: State) {
  const place = residenceWith(state, { screen: "display", feature: "display" });
  // The menu has one entry for the three pages.
  state.menuPath = links.displayMessages(place.project.id);
  return { ...place, canWrite: opensScreen("display-settings", place.roles) };
}

/** Messages shown today, then future ones, then past ones; today's in the order of the screen. */
export async function readMessages(ctx: PageContext) {
  const { project: { id: projectId }, canWrite } = displayOf(ctx.state);
  const messages = await ctx.state.api.read(DISPLAY_CALLS.listDisplayMessages, { projectId });
  const today = todayOf(ctx.state);
  const lines = listedMessages(messages, today).map((message) => ({
    ...message,
    state: alertState(message, today),
  }));
  return { all: lines, canWrite };
}

export async function readContacts(ctx: PageContext) {
  const { project: { id: projectId }, canWrite } = displayOf(ctx.state);
  const all = await ctx.state.api.read(DISPLAY_CALLS.listDisplayContacts, { projectId });
  return { all, canWrite };
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

export function messageCalls(
  { state }: PageContext,
): RowCalls<Omit<Input<"createDisplayMessage">["body"], "version">> {
  const { project: { id: projectId } } = displayOf(state);
  const { call } = state.api;
  return {
    create: (body) => call(DISPLAY_CALLS.createDisplayMessage, { projectId, body }),
    put: (messageId, body) => call(DISPLAY_CALLS.putDisplayMessage, { projectId, messageId, body }),
    remove: (messageId) => call(DISPLAY_CALLS.deleteDisplayMessage, { projectId, messageId }),
  };
}

export function contactCalls(
  { state }: PageContext,
): RowCalls<Omit<Input<"createDisplayContact">["body"], "version">> {
  const { project: { id: projectId } } = displayOf(state);
  const { call } = state.api;
  return {
    create: (body) => call(DISPLAY_CALLS.createDisplayContact, { projectId, body }),
    put: (contactId, body) => call(DISPLAY_CALLS.putDisplayContact, { projectId, contactId, body }),
    remove: (contactId) => call(DISPLAY_CALLS.deleteDisplayContact, { projectId, contactId }),
  };
}

/** Form actions of screens; creating a screen returns its secret. */
export function screenForms({ state }: PageContext) {
  const { project: { id: projectId } } = screensOf(state);
  const { call } = state.api;
  return {
    token: save(
      SCREEN_FORM,
      (body) => call(DISPLAY_CALLS.createDisplayToken, { projectId, body }),
      {
        report: ({ token }) => token,
      },
    ),
    revoke: action(
      ({ text }) => call(DISPLAY_CALLS.revokeDisplayToken, { projectId, tokenId: text("id") }),
      savedPath(links.displayTokens(projectId), "screens"),
    ),
  };
}
