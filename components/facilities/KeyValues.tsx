import type { KeyValue } from "@/lib/domain/facilities/key_values.ts";
import { links } from "@/lib/links/links.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { formatQuantity } from "@/lib/text/format/numbers.ts";

/** A few current values on a card, each linked to its series. */
export function KeyValues(
  { projectId, values }: { projectId: string; values: readonly KeyValue[] },
) {
  if (values.length === 0) return null;
  return (
    <dl class="key-values">
      {values.map(({ series, value }) => (
        <div key={series.id}>
          <dt class="small soft">
            <a href={links.facilitySeries(projectId, series.id)}>{seriesName(series)}</a>
          </dt>
          <dd>{formatQuantity(value.value, series.unit.unit)}</dd>
        </div>
      ))}
    </dl>
  );
}
