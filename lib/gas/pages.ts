/** Reads the organisation, delivery points and years that the pages of gas show. @module */

import { yearOf } from "@/lib/base/civil_dates.ts";
import { periodPath, readPeriodPath } from "@/lib/base/period_paths.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { clamp } from "@/lib/base/rounding.ts";
import type { Role } from "@/lib/identity/roles.ts";
import type { Organisation } from "@/lib/identity/schema.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import { BadPeriod, badPeriodOfPage, YEAR_ONLY } from "@/lib/series/pages.ts";
import { links } from "@/lib/ui/links.ts";
import { HttpError, type PageContext, todayOf } from "@/lib/web/state.ts";
import { GAS_CALLS } from "./calls.ts";
import { FIRST_GAS_YEAR, isGasYear } from "./lines.ts";

const WRITE_ROLE: Role = "collect:boilerroom:write";

/**
 * The organisation in the URL; the current one when there is none.
 *
 * @spec gas.years
 * @throws HttpError 404 for an organisation that the user is not a member of
 */
export async function gasOrganisation({ state, params }: PageContext): Promise<Organisation> {
  const { orgId } = params;
  if (orgId !== undefined && orgId !== state.place?.organisation?.id) {
    state.place = await state.platform.organisationPlace(state.api, orgId);
  }
  state.menuPath = links.gasPces();
  const organisation = state.place?.organisation;
  if (!organisation || (orgId !== undefined && organisation.id !== orgId)) {
    throw new HttpError(404, "not-found");
  }
  return organisation;
}

/** Reads the delivery points of an organisation; 403 for a user who may read no boiler room. */
export async function readGasPlace(ctx: PageContext) {
  const { api } = ctx.state;
  const organisation = await gasOrganisation(ctx);
  const [pces, projects] = await Promise.all([
    api.read(GAS_CALLS.listGasPces, { orgId: organisation.id }),
    api.read(PROJECTS_CALLS.listProjects, { orgId: organisation.id }),
  ]);
  const mayImport = organisation.isAdmin ||
    projects.some(({ allRoles }) => allRoles.includes(WRITE_ROLE));
  return { organisation, pces, mayImport };
}

function gasYearNear(year: number, last: number): PeriodRange {
  return { type: "monthly", year: clamp(year, FIRST_GAS_YEAR, last) };
}

/**
 * Reads a delivery point's year.
 *
 * @throws BadPeriod when it is not a calendar year, or is before 2000 or after the current one
 */
export async function readGasYearPage(ctx: PageContext) {
  const { state, params } = ctx;
  const { pce: number = "", period = "" } = params;
  const [first, last] = [FIRST_GAS_YEAR, yearOf(todayOf(state))];
  const range = readPeriodPath(period);
  if (range?.type !== "monthly") {
    const as = ({ year }: PeriodRange) => gasYearNear(year, last);
    throw badPeriodOfPage(ctx, { choices: YEAR_ONLY, as });
  }
  if (!isGasYear(range.year, todayOf(state))) {
    const near = gasYearNear(range.year, last);
    const href = links.gasYear(number, periodPath(near), { orgId: params.orgId });
    const fault = { kind: "no-such-year", year: range.year, first, last } as const;
    throw new BadPeriod(fault, { range: near, href });
  }
  const organisation = await gasOrganisation(ctx);
  const orgId = organisation.id;
  const [pces, lines] = await Promise.all([
    state.api.read(GAS_CALLS.listGasPces, { orgId }),
    state.api.read(GAS_CALLS.getGasYear, { orgId, pce: number, year: String(range.year) }),
  ]);
  const pce = pces.find((one) => one.pce === number);
  if (pce === undefined) throw new HttpError(404, "not-found");
  return { pce, range, lines };
}
