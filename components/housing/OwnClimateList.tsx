import type { OwnSeries } from "@/lib/domain/housing/types.ts";
import type { RangeSlot } from "@/lib/domain/series/types.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { formatDay } from "@/lib/text/format/dates.ts";
import { formatQuantity } from "@/lib/text/format/numbers.ts";

interface OwnClimateListProps {
  climate: readonly { readonly series: OwnSeries; readonly day: RangeSlot | null }[];
  hrefOf(seriesId: string): string;
}

/** Mean, minimum and maximum of the last finished day at home: temperature, humidity. */
export function OwnClimateList({ climate, hrefOf }: OwnClimateListProps) {
  return (
    <ul class="own-list">
      {climate.map(({ series, day }) => (
        <li key={series.id}>
          <a href={hrefOf(series.id)}>{seriesName(series)}</a>
          <strong>
            {day === null ? "Pas de relevé récent" : formatQuantity(day.value, series.unit.unit)}
          </strong>
          <span class="own-compared">{day !== null && boundsText(day, series.unit.unit)}</span>
        </li>
      ))}
    </ul>
  );
}

function boundsText({ slot, min, max }: RangeSlot, unit: string): string {
  const mean = `en moyenne le ${formatDay(slot)}`;
  if (min === null || max === null) return mean;
  return `${mean}, de ${formatQuantity(min, unit)} à ${formatQuantity(max, unit)}`;
}
