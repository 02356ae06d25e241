import { type Context, HttpError } from "fresh";
import type { ComparisonLine } from "../domain/energy_balance/comparison.ts";
import type { BalancePeriod } from "../domain/energy_balance/types.ts";
import { balanceRange } from "../domain/energy_balance/year_report.ts";
import { yearOf } from "../domain/periods/civil_dates.ts";
import { rangeSegment } from "../domain/periods/segments.ts";
import { answered } from "./answered.ts";
import { balancePeriodOf } from "./balance_page.ts";
import { todayOf } from "./place.ts";
import { rangeOfFile, YEAR_ONLY } from "./series_page.ts";
import type { State } from "./state.ts";

/** The year the address compares; the current one without any. */
export function comparedYear(ctx: Context<State>): BalancePeriod {
  if (!ctx.url.searchParams.has("period")) {
    return { year: yearOf(todayOf(ctx.state)), shifted: false };
  }
  return balancePeriodOf(rangeOfFile(ctx, YEAR_ONLY));
}

/** The boiler rooms the person may read, over a year. */
export async function readComparison(
  { state }: Context<State>,
  period: BalancePeriod,
): Promise<readonly ComparisonLine[]> {
  const orgId = state.place?.organisation?.id;
  if (orgId === undefined) throw new HttpError(404, "not-found");
  const segment = rangeSegment(balanceRange(period));
  return answered(await state.api.call("compareBoilerRooms", { orgId, segment }));
}
