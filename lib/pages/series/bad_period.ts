import { type Context, HttpError } from "fresh";
import { nearestPeriod, type PeriodFault } from "@/lib/domain/periods/nearest.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { periodPath, rangeSegment, segmentParts } from "@/lib/domain/periods/segments.ts";
import type { PeriodChoices } from "@/lib/domain/periods/switch.ts";
import { todayOf } from "@/lib/web/session/place.ts";
import type { State } from "@/lib/web/state.ts";

/** A period that its page does not show: what is wrong with it, and the nearest one that it shows. */
export class BadPeriod extends HttpError {
  constructor(
    readonly fault: PeriodFault,
    readonly nearest: { readonly range: PeriodRange; readonly href: string },
  ) {
    super(400, "bad-period");
  }
}

/** What a page allows, and how it writes a range otherwise than it was found. */
interface Allowed {
  readonly choices: PeriodChoices;
  /** Brings the nearest range to one that the page shows, where its choices do not say it all. */
  as?(range: PeriodRange): PeriodRange;
}

/** The refusal of the period at the end of a page's address. */
export function badPeriodOfPage(
  { params, url, state }: Context<State>,
  { choices, as = (range) => range }: Allowed,
): BadPeriod {
  const parts = (params.period ?? "").split("/");
  const { fault, range } = nearestPeriod(parts, { choices, today: todayOf(state) });
  const before = url.pathname.split("/").slice(0, -parts.length).join("/");
  const nearest = as(range);
  return new BadPeriod(fault, { range: nearest, href: `${before}/${periodPath(nearest)}` });
}

export function badPeriodOfQuery({ url, state }: Context<State>, { choices }: Allowed): BadPeriod {
  const parts = segmentParts(url.searchParams.get("period") ?? "");
  const { fault, range } = nearestPeriod(parts, { choices, today: todayOf(state) });
  const query = new URLSearchParams(url.search);
  query.set("period", rangeSegment(range));
  return new BadPeriod(fault, { range, href: `${url.pathname}?${query}` });
}
