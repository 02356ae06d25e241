import {
  DwellingMeasureTable,
  RefusedSources,
  type SeriesOptions,
  unknownSources,
} from "@/components/ingest/source_tables.tsx";
import type { List, ListRows } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { EmptyState } from "@/components/ui/Page.tsx";
import { type SensorsRead, sortedSources } from "@/lib/ingest/sensors_pages.ts";
import type { UnknownSource } from "@/lib/series/schema.ts";
import { seriesChoices } from "@/lib/series/series_names.ts";
import type { SeriesScope } from "@/lib/timeseries/series_schema.ts";
import { sharedDevices } from "@/lib/timeseries/source_names.ts";
import { links } from "@/lib/ui/links.ts";
import { FEW_CHOICES } from "@/lib/ui/named_choices.ts";
import { actionOf, SensorsPart, type SensorsPartProps } from "./SensorsPart.tsx";

interface SensorsSourcesProps extends SensorsPartProps {
  /** The sources to attach one by one. */
  readonly sources: ListRows<UnknownSource>;
}

/** The unclaimed sources: measures of the dwellings, then those to attach one by one. */
export function SensorsSources({ sources, ...parts }: SensorsSourcesProps) {
  const { read, page, projectId, timeZone } = parts;
  const { measures } = sortedSources(read.unknown);
  const series = offeredTo(read);
  return (
    <SensorsPart id="sources" title="Sources inconnues" forms={["attach", "forget"]} page={page}>
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
            action={actionOf(page, "sources")}
            measures={measures}
            newSeriesHref={(measure) => links.newSeries(projectId, measure)}
            series={series.housing}
            houses={new Map(read.houses.map(({ id, settings }) => [id, settings.name]))}
          />
        </>
      )}
      {sources.all.length > 0 && <ListTable {...sources} />}
      {sources.all.length > 0 && isListed(read) && series.housing.length > 0 && (
        <datalist id={HOUSES_LIST}>
          {read.houses.map(({ id, settings }) => <option key={id} value={settings.name} />)}
        </datalist>
      )}
    </SensorsPart>
  );
}

/** Id of the list of dwelling names, rendered once for all the lines. */
const HOUSES_LIST = "houses";

export function unknownSourcesOf(
  { read, projectId, timeZone }: Pick<SensorsPartProps, "read" | "projectId" | "timeZone">,
): List<UnknownSource> {
  const path = links.sensors(projectId);
  return unknownSources({
    path,
    action: actionOf({ action: path }, "sources"),
    series: offeredTo(read),
    houses: read.houses.length === 0 ? null : { ...isListed(read) && { list: HOUSES_LIST } },
    newSeriesHref: (source) => links.newSeries(projectId, source),
    timeZone,
    devices: sharedDevices(sortedSources(read.unknown).others.map(({ source }) => source)),
  });
}

function offeredTo({ series }: Pick<SensorsRead, "series">): SeriesOptions {
  const options = (wanted: SeriesScope) =>
    seriesChoices(series.filter(({ scope }) => scope === wanted));
  return { facilities: options("facilities"), housing: options("housing") };
}

function isListed({ houses }: Pick<SensorsRead, "houses">): boolean {
  return houses.length > 0 && houses.length <= FEW_CHOICES;
}
