import { Notice } from "@/components/page/Notice.tsx";
import { covers, type Stretch } from "@/lib/domain/housing/occupancy.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { civilDays } from "@/lib/domain/periods/slots.ts";
import { yearBefore } from "@/lib/domain/periods/steps.ts";
import {
  OTHER_OCCUPANT_BEFORE,
  STRETCHES_LABEL,
  stretchText,
} from "@/lib/text/housing/occupancies.ts";

interface StretchLinksProps {
  range: PeriodRange;
  /** The one shown. */
  stretch: Stretch;
  /** Those of the range. */
  stretches: readonly Stretch[];
  /** Whether the page sets the year before beside them. */
  isCompared: boolean;
  /** The page of the stretch that a day is in. */
  hrefOn(day: IsoDate | undefined): string;
}

/** Where the occupant changed in a period: one link for each stay, and why the year before is not drawn. */
export function StretchLinks(props: StretchLinksProps) {
  const { range, stretch, stretches, isCompared, hrefOn } = props;
  const before = yearBefore(range);
  const isCut = isCompared && before !== null && !covers(stretch, civilDays(before));
  return (
    <>
      {stretches.length > 1 && (
        <nav class="series-links" aria-label={STRETCHES_LABEL}>
          <span class="soft">{STRETCHES_LABEL}&nbsp;:</span>
          {stretches.map((one) => {
            const day = one.from ?? one.to ?? undefined;
            return (
              <a
                key={day}
                class={one.from === stretch.from ? "chosen" : undefined}
                href={hrefOn(day)}
                aria-current={one.from === stretch.from ? "page" : "false"}
              >
                {stretchText(one)}
              </a>
            );
          })}
        </nav>
      )}
      {isCut && <Notice tone="info">{OTHER_OCCUPANT_BEFORE}</Notice>}
    </>
  );
}
