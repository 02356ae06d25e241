import { DwellingMeasureTable } from "@/components/ingest/DwellingMeasureTable.tsx";
import { RefusedSources } from "@/components/ingest/RefusedSources.tsx";
import { UnknownSourceTable } from "@/components/ingest/UnknownSourceTable.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { FEW_CHOICES } from "@/lib/domain/tables/named_choice.ts";
import { sortedSources } from "@/lib/domain/projects/dwelling_measures.ts";
import type { SeriesScope } from "@/lib/domain/projects/types.ts";
import { links } from "@/lib/links/links.ts";
import { seriesChoices } from "@/lib/text/facilities/facilities.ts";
import { actionOf, SensorsPart, type SensorsPartProps } from "./SensorsPart.tsx";

/** The sources no series claims yet: measures of the dwellings, then those to attach one by one. */
export function SensorsSources({ read, page, projectId, timeZone }: SensorsPartProps) {
  const options = (wanted: SeriesScope) =>
    seriesChoices(read.series.filter(({ scope }) => scope === wanted));
  const series = { facilities: options("facilities"), housing: options("housing") };
  const { measures, others } = sortedSources(read.unknown);
  const action = actionOf(page, "sources");
  const isListed = others.length > 0 && read.houses.length > 0 && read.houses.length <= FEW_CHOICES;
  const newSeriesHref = (source: string) => links.sensors(projectId, source);
  return (
    <SensorsPart
      id="sources"
      title="Sources inconnues"
      forms={["attach", "forget"]}
      page={page}
    >
      <RefusedSources refused={read.refused} timeZone={timeZone} />
      {read.unknown.length === 0 && (
        <EmptyState title="Aucune source à rattacher" icon="sensor">
          <p>
            Ce qu’un collecteur envoie avec un jeton de la résidence, et qu’aucune série ne
            reconnaît, attend ici.
          </p>
        </EmptyState>
      )}
      {measures.length > 0 && (
        <>
          <p class="soft">
            Ces sources nomment un logement&nbsp;: chacune alimentera le sien, et les suivantes se
            rattacheront d’elles-mêmes.
          </p>
          <DwellingMeasureTable
            {...{ action, measures, newSeriesHref }}
            series={series.housing}
            houses={new Map(read.houses.map(({ id, settings }) => [id, settings.name]))}
          />
        </>
      )}
      {others.length > 0 && (
        <UnknownSourceTable
          {...{ action, series, newSeriesHref, timeZone }}
          sources={others}
          houses={read.houses.length === 0 ? null : { ...isListed && { list: HOUSES_LIST } }}
        />
      )}
      {isListed && series.housing.length > 0 && (
        <datalist id={HOUSES_LIST}>
          {read.houses.map(({ id, settings }) => <option key={id} value={settings.name} />)}
        </datalist>
      )}
    </SensorsPart>
  );
}

/** The names of the dwellings, written once for all the lines. */
const HOUSES_LIST = "houses";
