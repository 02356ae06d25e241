import { EmptyState } from "@/components/page/Page.tsx";
import type { Bounds, FacilityValue } from "@/lib/domain/facilities/types.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { links } from "@/lib/links/links.ts";
import { CurrentValue } from "./CurrentValue.tsx";

interface CurrentValuesProps {
  projectId: string;
  series: readonly ProjectSeries[];
  values: ReadonlyMap<string, FacilityValue>;
  timeZone: string;
  /** Bounds of the values, by series id. */
  bounds?: ReadonlyMap<string, Bounds>;
}

export function CurrentValues({ projectId, series, values, timeZone, bounds }: CurrentValuesProps) {
  return (
    <section class="stack" aria-labelledby="current-values">
      <h2 id="current-values">Valeurs actuelles</h2>
      {series.length === 0
        ? (
          <EmptyState title="Aucune série de mesure" icon="sensor">
            <p>Rattachez à cette chaufferie les séries que ses capteurs alimentent.</p>
          </EmptyState>
        )
        : (
          <ul class="current-values">
            {series.map((one) => (
              <CurrentValue
                key={one.id}
                series={one}
                value={values.get(one.id)}
                href={links.facilitySeries(projectId, one.id)}
                timeZone={timeZone}
                bounds={bounds?.get(one.id)}
              />
            ))}
          </ul>
        )}
    </section>
  );
}
