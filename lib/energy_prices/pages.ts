/** The pages of prices of energy: their data, their form actions, and the cost beside a gap. @module */

import { monthOf } from "@/lib/base/civil_dates.ts";
import { rangeSegment } from "@/lib/base/period_paths.ts";
import { seasonYearOf } from "@/lib/energy_balance/heating_season.ts";
import { seasonName } from "@/lib/energy_signature/text.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { ProjectChoice } from "@/lib/residences/project_selection.ts";
import { links } from "@/lib/ui/links.ts";
import { canWriteOutdoor } from "@/lib/weather/pages.ts";
import { type PageContext, type State, todayOf } from "@/lib/web/state.ts";
import { ENERGY_PRICES_CALLS, type Input } from "./calls.ts";

/** Rows of the residence, with the names of their boiler rooms, which their form offers. */
export async function readRows<Row extends { readonly boilerRoomId: string | null }>(
  state: State,
  request: Promise<readonly Row[]>,
) {
  const { project: { id: projectId } } = residenceOf(state);
  const [rows, found] = await Promise.all([
    request,
    // None for an administrator who may not read them.
    state.api.readUnless("forbidden", FACILITIES_CALLS.listBoilerRooms, { projectId }),
  ]);
  const rooms = found?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const names = new Map(rooms.map(({ value, label }) => [value, label]));
  const all = rows.map((row) => ({ ...row, room: names.get(row.boilerRoomId ?? "") ?? "" }));
  return { all, rooms, canWrite: canWriteOutdoor(state) };
}

/** The other residences of the organisation to which the user may copy prices. */
export async function otherResidences(state: State): Promise<ProjectChoice[]> {
  const { project, organisation, isAdmin } = residenceOf(state);
  if (organisation === null) return [];
  const all = await state.api.read(PROJECTS_CALLS.listProjects, { orgId: organisation.id });
  return all.filter(({ id, allRoles }) =>
    id !== project.id && (isAdmin || allRoles.includes("collect:boilerroom:write"))
  ).map(({ id, name, code, location }) => ({
    id,
    name,
    place: [code, location.city].filter(Boolean).join(", "),
  }));
}

/** The page of the prices, for users who may write them. */
function pricesHref(state: State, projectId: string): string | null {
  return canWriteOutdoor(state) ? links.energyPrices(projectId) : null;
}

/** What a boiler room's year costs, and the page of its prices. */
export async function readCost({ state }: Pick<PageContext, "state">, at: Input<"getEnergyCost">) {
  const cost = await state.api.call(ENERGY_PRICES_CALLS.getEnergyCost, at);
  return { cost: cost.ok ? cost.answer : null, prices: pricesHref(state, at.projectId) };
}

/** What the gap of the running season of a boiler room costs; null when it is not compared. */
export async function readSeasonCost(
  state: State,
  at: { readonly projectId: string; readonly boilerRoomId: string },
) {
  const year = seasonYearOf(monthOf(todayOf(state)));
  const segment = rangeSegment({ type: "monthly-shifted", year });
  const { cost, prices } = await readCost({ state }, { ...at, segment });
  return cost && { cost: cost.total, prices, of: `de la saison ${seasonName(year)}` };
}

/** What a gap of some days of a boiler room costs. @param gap kWh, above 0 for an excess */
export async function readGapCost(
  state: State,
  { kwh, ...gap }: Omit<Input<"getGapCost">, "kwh"> & { readonly kwh: number },
) {
  const cost = await state.api.call(ENERGY_PRICES_CALLS.getGapCost, {
    ...gap,
    kwh: Math.round(kwh).toFixed(0),
  });
  return cost.ok ? { cost: cost.answer, prices: pricesHref(state, gap.projectId) } : null;
}
