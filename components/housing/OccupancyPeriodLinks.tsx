import { ListLinks, Notice } from "@/components/ui/Page.tsx";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { yearBefore } from "@/lib/base/period_steps.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { civilDays } from "@/lib/base/slots.ts";
import { occupancyPeriodText } from "@/lib/housing/text.ts";
import { covers, type OccupancyPeriod } from "@/lib/series/day_spans.ts";

interface OccupancyPeriodLinksProps {
  range: PeriodRange;
  occupancyPeriod: OccupancyPeriod;
  occupancyPeriods: readonly OccupancyPeriod[];
  /** True when the page compares with the year before. */
  isCompared: boolean;
  hrefOn(day: IsoDate | undefined): string;
}

/** Links to each occupancy of a period in which the occupant changed, and why the year before is not drawn. */
export function OccupancyPeriodLinks(props: OccupancyPeriodLinksProps) {
  const { range, occupancyPeriod, occupancyPeriods, isCompared, hrefOn } = props;
  const before = yearBefore(range);
  const isCut = isCompared && before !== null && !covers(occupancyPeriod, civilDays(before));
  return (
    <>
      {occupancyPeriods.length > 1 && (
        <ListLinks
          label="L’occupant a changé sur cette période"
          isLabelled
          links={occupancyPeriods.map((one) => ({
            href: hrefOn(one.from ?? one.to ?? undefined),
            text: occupancyPeriodText(one),
            isShown: one.from === occupancyPeriod.from,
          }))}
        />
      )}
      {isCut && (
        <Notice tone="info">
          L’année précédente n’est montrée que pour les mêmes occupants&nbsp;: ce qui concerne
          d’autres personnes n’est pas comparé.
        </Notice>
      )}
    </>
  );
}
