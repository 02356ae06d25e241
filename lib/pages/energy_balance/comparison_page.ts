import { type Context, HttpError } from "fresh";
import type { ComparisonLine } from "@/lib/domain/energy_balance/comparison.ts";
import type { BalancePeriod } from "@/lib/domain/energy_balance/types.ts";
import { balanceRange } from "@/lib/domain/energy_balance/year_report.ts";
import { yearOf } from "@/lib/domain/periods/civil_dates.ts";
import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import { rangeOfFile, YEAR_ONLY } from "@/lib/pages/series/series_page.ts";
import { todayOf } from "@/lib/web/session/place.ts";
import type { State } from "@/lib/web/state.ts";
import { balancePeriodOf } from "./balance_page.ts";

export function comparedYear(ctx: Context<State>): BalancePeriod {
  if (!ctx.url.searchParams.has("period")) {
    return { year: yearOf(todayOf(ctx.state)), shifted: false };
  }
  return balancePeriodOf(rangeOfFile(ctx, YEAR_ONLY));
}

/** The boiler rooms that the user may read, over a year. */
export async function readComparison(
  { state }: Context<State>,
  period: BalancePeriod,
): Promise<readonly ComparisonLine[]> {
  const orgId = state.place?.organisation?.id;
  if (orgId === undefined) throw new HttpError(404, "not-found");
  const segment = rangeSegment(balanceRange(period));
  return await state.api.read("compareBoilerRooms", { orgId, segment });
}
