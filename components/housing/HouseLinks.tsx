/** Links of the pages of dwellings: to a floor, to a series, to an occupancy. @module */

import {
  floorOptions,
  type HouseFloor,
  isFloorSelectorShown,
} from "@/lib/housing/dwelling_list.ts";
import { floorChoiceLabel, HOUSE_LABELS, occupancyPeriodText } from "@/lib/housing/text.ts";
import { ListLinks, Notice } from "@/components/ui/Page.tsx";
import { seriesName } from "@/lib/series/series_names.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { yearBefore } from "@/lib/base/period_steps.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { civilDays } from "@/lib/base/slots.ts";
import { covers, type OccupancyPeriod } from "@/lib/series/day_spans.ts";

interface FloorSelectorProps {
  floors: readonly HouseFloor[];
  chosen: HouseFloor;
  hrefOf(floor: HouseFloor): string;
}

/** Links to the floors of the dwellings, after all of them; nothing when there is only one (F §5). */
export function FloorSelector({ floors, chosen, hrefOf }: FloorSelectorProps) {
  if (!isFloorSelectorShown(floors)) return null;
  return (
    <nav class="row" aria-label={HOUSE_LABELS.floor}>
      <span class="soft" aria-hidden="true">{HOUSE_LABELS.floor}</span>
      <span class="segments">
        {floorOptions(floors).map((floor) =>
          floor === chosen
            ? (
              <strong
                key={String(floor)}
                class="segment-chosen"
                aria-current="true"
                {...nameOf(floor)}
              >
                {floorChoiceLabel(floor)}
              </strong>
            )
            : (
              <a key={String(floor)} href={hrefOf(floor)} aria-current="false" {...nameOf(floor)}>
                {floorChoiceLabel(floor)}
              </a>
            )
        )}
      </span>
    </nav>
  );
}

/** A label for the unknown floor: a question mark alone is unclear, and not read aloud. */
function nameOf(floor: HouseFloor) {
  return floor === null ? { title: "Étage inconnu" } : {};
}

type LinkedSeries = Pick<ProjectSeries, "id" | "renamed" | "unit">;

interface SeriesLinksProps<Series> {
  label: string;
  series: readonly Series[];
  /** Id of the series of the page; absent elsewhere. */
  current?: string;
  hrefOf(seriesId: string, series: Series): string;
}

/** Links to the series of dwellings. */
export function SeriesLinks<Series extends LinkedSeries>(
  { label, series, current, hrefOf }: SeriesLinksProps<Series>,
) {
  return (
    <ListLinks
      label={label}
      links={series.map((one) => ({
        href: hrefOf(one.id, one),
        text: seriesName(one),
        isShown: one.id === current,
      }))}
    />
  );
}

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
