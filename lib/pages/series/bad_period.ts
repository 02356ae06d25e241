import { nearestPeriod, type PeriodFault } from "@/lib/domain/periods/nearest.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { periodPath, rangeSegment, segmentParts } from "@/lib/domain/periods/segments.ts";
import type { PeriodChoices } from "@/lib/domain/periods/switch.ts";
import { HttpError, type PageContext, todayOf } from "@/lib/web/state.ts";

/** A period that its page does not support: the error, and the nearest supported one. */
export class BadPeriod extends HttpError {
  constructor(
    readonly fault: PeriodFault,
    readonly nearest: { readonly range: PeriodRange; readonly href: string },
  ) {
    super(400, "bad-period");
  }
}

/** The periods of a page, and the URL of a range. */
interface Allowed {
  readonly choices: PeriodChoices;
  /** Converts the nearest range to a supported one, when the choices are not sufficient. */
  as?(range: PeriodRange): PeriodRange;
}

/** The refusal of the period at the end of a page's URL. */
export function badPeriodOfPage(
  { params, url, state }: PageContext,
  { choices, as = (range) => range }: Allowed,
): BadPeriod {
  const parts = (params.period ?? "").split("/");
  const { fault, range } = nearestPeriod(parts, { choices, today: todayOf(state) });
  const before = url.pathname.split("/").slice(0, -parts.length).join("/");
  const nearest = as(range);
  return new BadPeriod(fault, { range: nearest, href: `${before}/${periodPath(nearest)}` });
}

export function badPeriodOfQuery({ url, state }: PageContext, { choices }: Allowed): BadPeriod {
  const parts = segmentParts(url.searchParams.get("period") ?? "");
  const { fault, range } = nearestPeriod(parts, { choices, today: todayOf(state) });
  const query = new URLSearchParams(url.search);
  query.set("period", rangeSegment(range));
  return new BadPeriod(fault, { range, href: `${url.pathname}?${query}` });
}
