/** What the pages of settlements read. @module */

import { monthOf } from "@/lib/base/civil_dates.ts";
import { seasonYearOf } from "@/lib/energy_balance/heating_season.ts";
import { seasonName } from "@/lib/energy_signature/text.ts";
import { roomAt } from "@/lib/facilities/pages.ts";
import { showInMenu } from "@/lib/residences/pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { type PageContext, type State, todayOf } from "@/lib/web/state.ts";
import { SETTLEMENT_CALLS } from "./calls.ts";
import type { Settlement } from "./schema.ts";

/** The first year of the season of the page: that of its URL, else the last one that is over. */
function seasonOfPage({ state, url }: PageContext): string {
  return url.searchParams.get("season") ?? String(runningSeason(state) - 1);
}

/** The first year of the season of today, after which there is nothing to settle. */
export function runningSeason(state: State): number {
  return seasonYearOf(monthOf(todayOf(state)));
}

/** The place of the settlement of a page, for its calls. */
export function settlementAt(ctx: PageContext) {
  const contract = ctx.url.searchParams.get("contract");
  return { ...roomAt(ctx), year: seasonOfPage(ctx), ...contract !== null && { contract } };
}

/** The closed statements of a season of a boiler room, without those that another has corrected. @spec settlement.settled */
export async function readSettled(
  { api }: Pick<State, "api">,
  at: { readonly projectId: string; readonly boilerRoomId: string },
  yearStart: number,
): Promise<Settlement[]> {
  const outcome = await api.call(SETTLEMENT_CALLS.listStatements, at);
  const closed = (outcome.ok ? outcome.answer : [])
    .filter((one) => one.yearStart === yearStart && one.state === "closed");
  return closed.filter(({ number, sheet }) =>
    !closed.some((one) => one.corrects === number && one.sheet.from === sheet.from)
  );
}

/** The settlement of the season of the page; also sets the window title. */
export async function readSettlement(ctx: PageContext) {
  const season = await ctx.state.api.read(SETTLEMENT_CALLS.getSettlement, settlementAt(ctx));
  const { boilerRoomName } = season.draft;
  ctx.state.title = `${PAGES.settlement.title} ${seasonName(season.yearStart)}`;
  showInMenu(ctx.state, { id: roomAt(ctx).boilerRoomId, name: boilerRoomName });
  return { season, project: residenceOf(ctx.state).project };
}
