import { HybridTable } from "@/components/facilities/HybridTable.tsx";
import { WIDE_CHART } from "@/lib/domain/charts/limits.ts";
import type { HybridRow } from "@/lib/domain/facilities/heat_pump.ts";
import { heatPumpChart } from "@/lib/domain/facilities/machine_charts.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import { withNotes } from "@/lib/domain/series/slot_notes.ts";
import type { Annotation } from "@/lib/domain/series/types.ts";
import { PAGE_NAMES } from "@/lib/links/links.ts";
import { readAnnotationsOf } from "@/lib/pages/series/annotations.ts";
import { HOURLY, startedSlots } from "@/lib/pages/series/series_page.ts";
import { HYBRID_CSV, HYBRID_NAMES, hybridMarkTexts } from "@/lib/text/facilities/machines.ts";
import { formatNumber, formatPercent } from "@/lib/text/format/numbers.ts";
import { rangeLabel } from "@/lib/text/periods.ts";
import { slotAxis } from "@/lib/text/series/series.ts";
import { chartMarks } from "@/lib/text/series/slot_notes.ts";
import { define, type PageContext } from "@/lib/web/state.ts";
import {
  MachineRange,
  showMachines,
} from "@/routes/collect/[projectId]/boilerrooms/[boilerRoomId]/(_components)/MachineRange.tsx";

const HEAT_PUMPS = {
  name: PAGE_NAMES.heatPumps,
  choices: HOURLY,
  fileName: "pompes-a-chaleur",
  columns: HYBRID_CSV,
  read: readHybrid,
};

export const handler = define.handlers({ GET: (ctx) => showMachines(ctx, HEAT_PUMPS) });

export default define.page<typeof handler>(({ data, state, url }) => {
  const { range, rows } = data;
  const model = heatPumpChart(rows, {
    size: WIDE_CHART,
    ...slotAxis(rows.map(({ slot }) => slot)),
    names: HYBRID_NAMES,
    marks: chartMarks(rows, hybridMarkTexts),
    formatKWh: (kWh, decimals = 0) => formatNumber(kWh, decimals),
    formatPercent: (percent) => formatPercent(percent, 0),
  });
  return (
    <MachineRange
      of={HEAT_PUMPS}
      title="Production des pompes à chaleur et leur part (kWh)"
      label="Histogramme de la production des pompes à chaleur&nbsp;; ses valeurs sont dans le tableau."
      empty={{
        title: "Aucune production comptée sur cette période",
        next:
          "Choisissez une autre période, ou dites dans les machines de la chaufferie quels compteurs suivent la pompe à chaleur.",
      }}
      {...{ data, model, state, url }}
    >
      <HybridTable
        caption={`${PAGE_NAMES.heatPumps}, ${rangeLabel(range)}`}
        range={range}
        rows={startedSlots(state, range, rows)}
      />
    </MachineRange>
  );
});

/** Heat of boilers and heat pumps over a range, for the boiler room in the URL, with marks and annotations. */
async function readHybrid(
  { state: { api }, params }: PageContext,
  range: PeriodRange,
): Promise<{ rows: HybridRow[]; annotations: Annotation[] }> {
  const { projectId = "", boilerRoomId = "" } = params;
  const [read, annotations] = await Promise.all([
    api.read("getHybridConsumption", { projectId, boilerRoomId, segment: rangeSegment(range) }),
    readAnnotationsOf(api, { projectId, annotatedId: boilerRoomId }, range),
  ]);
  const { slots, events } = read;
  return { rows: withNotes(slots, { marks: events, annotations }), annotations };
}
