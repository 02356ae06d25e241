import { page } from "fresh";
import { HybridTable } from "@/components/facilities/HybridTable.tsx";
import LiveChart from "@/islands/charts/LiveChart.tsx";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { WIDE_CHART } from "@/lib/domain/charts/limits.ts";
import { heatPumpChart } from "@/lib/domain/facilities/machine_charts.ts";
import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import { links } from "@/lib/links/links.ts";
import { boilerRoomOf, roomSettingsHref } from "@/lib/pages/facilities/boiler_room_page.ts";
import { readHybrid } from "@/lib/pages/facilities/heat_pumps_page.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { HOURLY, openedRange, startedSlots } from "@/lib/pages/series/series_page.ts";
import {
  HYBRID_CSV,
  HYBRID_NAMES,
  hybridMarkTexts,
  NO_METERED_PUMP,
} from "@/lib/text/facilities/machines.ts";
import { formatNumber, formatPercent } from "@/lib/text/format/numbers.ts";
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
    const range = openedRange(ctx, HOURLY);
    if (range instanceof Response) return range;
    const [room, hybrid] = await Promise.all([
      boilerRoomOf(ctx, PAGE_NAMES.heatPumps),
      readHybrid(ctx, range),
    ]);
    const file = tableFile(ctx.url, {
      fileName: `pompes-a-chaleur-${rangeSegment(range)}.csv`,
      columns: HYBRID_CSV,
      rows: startedSlots(ctx.state, range, hybrid.rows),
    });
    if (file !== null) return file;
    keepPage(ctx, FRESH_DATA_SECONDS);
    return page({ room, range, ...hybrid });
  },
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { room, range, rows, annotations } = data;
  const { project } = residenceOf(state);
  const model = heatPumpChart(rows, {
    size: WIDE_CHART,
    ...slotAxis(rows.map(({ slot }) => slot)),
    names: HYBRID_NAMES,
    marks: chartMarks(rows, hybridMarkTexts),
    formatKWh: (kWh) => formatNumber(kWh, 0),
    formatPercent: (percent) => formatPercent(percent, 0),
  });
  const empty = { title: "Aucune production comptée sur cette période", next: NO_METERED_PUMP };
  return (
    <>
      <RangeFrame
        title={windowTitle(PAGE_NAMES.heatPumps, room.name)}
        subtitle={project.name}
        back={{ href: links.boilerRoom(project.id, room.id), label: room.name }}
        choices={HOURLY}
        empty={model === null ? empty : null}
        {...{ range, state, url }}
      >
        {model && (
          <LiveChart
            model={model}
            title="Production des pompes à chaleur et leur part (kWh)"
            label="Histogramme de la production des pompes à chaleur&nbsp;; ses valeurs sont dans le tableau."
            unit="kWh"
          />
        )}
        <RangeBlock live="machines" url={url}>
          <HybridTable
            caption={`${PAGE_NAMES.heatPumps}, ${rangeLabel(range)}`}
            range={range}
            rows={startedSlots(state, range, rows)}
          />
        </RangeBlock>
      </RangeFrame>
      <RangeEnd {...{ annotations, state }} settings={roomSettingsHref(state, room.id)} />
    </>
  );
});
