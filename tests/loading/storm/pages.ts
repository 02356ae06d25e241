import { chance } from "@/lib/demo/simulation/random.ts";
import { links } from "@/lib/ui/links.ts";
import { WEIGHED_PAGES, type WeighedPage } from "@/tools/weighed_pages.ts";

export interface StormPage {
  readonly kind: string;
  readonly path: string;
  readonly as: WeighedPage["as"];
  /**
   * Whether the page is requested on another residence than the one it was listed for, where it may
   * not exist.
   */
  readonly isElsewhere: boolean;
}

/** Share of page views on the demo, rather than on a residence in the storm. */
const ELSEWHERE_SHARE = 0.5;
const OWN = "p01";

/**
 * The nth page of a reader: every kind once, in an order of the reader's own, then again in
 * another.
 */
export function pageOf(
  reader: number,
  n: number,
  { projectIds, today }: { projectIds: readonly string[]; today: string },
): StormPage {
  const round = Math.floor(n / PAGES.length);
  const seed = reader * 1_000 + round;
  const order = PAGES.toSorted((a, b) => chance(seed, a.rank) - chance(seed, b.rank));
  const page = order[n % PAGES.length];
  const other = projectIds[Math.floor(chance(seed + 1, n) * projectIds.length)];
  if (page === undefined || other === undefined) throw new TypeError("No page, or no residence.");
  const isLandlords = page.as === "landlord" && page.path.includes(OWN);
  const isElsewhere = isLandlords && (page.isWritten || chance(seed + 2, n) < ELSEWHERE_SHARE);
  const path = page.path.replaceAll("TODAY", today).replaceAll("MONTH", today.slice(0, 7));
  return {
    kind: page.kind,
    path: isElsewhere ? path.replaceAll(OWN, other) : path,
    as: page.as,
    isElsewhere,
  };
}

/** Pages that show the readings that collectors are sending: today's and this month's. */
function writtenPages(): { kind: string; path: string }[] {
  const [together, alone] = [{ projectId: OWN }, { projectId: OWN, houseId: `${OWN}-l001` }];
  const series = `${OWN}-l-temp`;
  const at = (place: typeof together, period: string) => links.housingSeries(place, series, period);
  return [
    { kind: "this month, together", path: at(together, "daily/MONTH") },
    { kind: "this month, one dwelling", path: at(alone, "daily/MONTH") },
    { kind: "today, together", path: at(together, "hourly/TODAY") },
    { kind: "this month, each dwelling", path: links.eachHouse(OWN, series, "daily/MONTH") },
    { kind: "this year, together", path: links.housingSeries(together, `${OWN}-l-efs`) },
  ];
}

const PAGES = [
  ...WEIGHED_PAGES.map(({ name, path, as }) => ({ kind: name, path, as, isWritten: false })),
  ...writtenPages().map((page) => ({ ...page, as: "landlord" as const, isWritten: true })),
].map((page, rank) => ({ ...page, rank }));
