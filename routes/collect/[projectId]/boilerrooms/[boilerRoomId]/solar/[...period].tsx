import { page } from "fresh";
import { SolarTable } from "@/components/facilities/SolarTable.tsx";
import LiveChart from "@/islands/charts/LiveChart.tsx";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { WIDE_CHART } from "@/lib/domain/charts/limits.ts";
import { solarChart } from "@/lib/domain/facilities/machine_charts.ts";
import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import { links } from "@/lib/links/links.ts";
import { boilerRoomOf, roomSettingsHref } from "@/lib/pages/facilities/boiler_room_page.ts";
import { readSolar } from "@/lib/pages/facilities/solar_page.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { MONTH_ONLY, openedRange, startedSlots } from "@/lib/pages/series/series_page.ts";
import { NO_METERED_SUN, SOLAR_CSV, SOLAR_NAMES } from "@/lib/text/facilities/machines.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { rangeLabel } from "@/lib/text/periods.ts";
import { slotAxis } from "@/lib/text/series/series.ts";
import { chartMarks } from "@/lib/text/series/slot_notes.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { keepPage } from "@/lib/web/front/page_cache.ts";
import {
  RangeBlock,
  RangeEnd,
  RangeFrame,
} from "@/routes/collect/[projectId]/(_components)/RangeFrame.tsx";

export const handler = define.handlers({
  async GET(ctx) {
    const range = openedRange(ctx, MONTH_ONLY);
    if (range instanceof Response) return range;
    const [room, sun] = await Promise.all([
      boilerRoomOf(ctx, PAGE_NAMES.solar),
      readSolar(ctx, range),
    ]);
    const file = tableFile(ctx.url, {
      fileName: `solaire-${rangeSegment(range)}.csv`,
      columns: SOLAR_CSV,
      rows: startedSlots(ctx.state, range, sun.rows),
    });
    if (file !== null) return file;
    keepPage(ctx, FRESH_DATA_SECONDS);
    return page({ room, range, ...sun });
  },
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { room, range, rows, annotations } = data;
  const { project } = residenceOf(state);
  const model = solarChart(rows, {
    size: WIDE_CHART,
    ...slotAxis(rows.map(({ date }) => date)),
    names: SOLAR_NAMES,
    marks: chartMarks(rows),
    formatKWh: (kWh) => formatNumber(kWh, 0),
  });
  const empty = { title: "Aucune production comptée sur ce mois", next: NO_METERED_SUN };
  return (
    <>
      <RangeFrame
        title={windowTitle(PAGE_NAMES.solar, room.name)}
        subtitle={project.name}
        back={{ href: links.boilerRoom(project.id, room.id), label: room.name }}
        choices={MONTH_ONLY}
        empty={model === null ? empty : null}
        {...{ range, state, url }}
      >
        {model && (
          <LiveChart
            model={model}
            title="Production solaire, mesurée et attendue (kWh)"
            label="Histogramme de la production de chaque jour&nbsp;; ses valeurs sont dans le tableau."
            unit="kWh"
          />
        )}
        <RangeBlock live="machines" url={url}>
          <SolarTable
            caption={`${PAGE_NAMES.solar}, ${rangeLabel(range)}`}
            rows={startedSlots(state, range, rows)}
          />
        </RangeBlock>
        <p class="small soft">
          La production attendue vient de l’ensoleillement mesuré sur la résidence et de la
          puissance des panneaux&nbsp;: 80&nbsp;% de la puissance crête en photovoltaïque, 40&nbsp;%
          de l’énergie reçue en thermique.
        </p>
      </RangeFrame>
      <RangeEnd {...{ annotations, state }} settings={roomSettingsHref(state, room.id)} />
    </>
  );
});
