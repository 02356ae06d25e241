import { ElectricityCost } from "@/components/energy_prices/YearCosts.tsx";
import {
  noteFileColumns,
  notesColumn,
  plainSlotColumn,
} from "@/components/series/slot_columns.tsx";
import { figureColumn, numberColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { rangeSegment } from "@/lib/base/period_paths.ts";
import { optionOf } from "@/lib/base/period_selector.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { civilDays } from "@/lib/base/slots.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { SLOT_HEADS } from "@/lib/base/text_periods.ts";
import {
  heatPumpChart,
  type HybridRow,
  hybridTotals,
  slotCop,
} from "@/lib/energy_balance/machines.ts";
import { readGapCost } from "@/lib/energy_prices/pages.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import type { HybridMark } from "@/lib/facilities/equipment_kinds.ts";
import { readRoomAnnotations, roomAt } from "@/lib/facilities/pages.ts";
import { hybridMarkTexts, MISSING_PUMP } from "@/lib/facilities/text.ts";
import { HOURLY, startedSlots } from "@/lib/series/pages.ts";
import { withNotes } from "@/lib/series/range_notes.ts";
import { chartMarks, slotAxis } from "@/lib/series/text.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { define, type PageContext, todayOf } from "@/lib/web/state.ts";
import {
  MachineRange,
  showMachines,
} from "@/routes/collect/[projectId]/boilerrooms/[boilerRoomId]/(_components)/MachineRange.tsx";

const HEAT_PUMPS = {
  name: PAGES.heatPumps.title,
  choices: HOURLY,
  fileName: "pompes-a-chaleur",
  columns: hybridColumns,
  totals: hybridTotalCells,
  read: readHybrid,
};

export const handler = define.handlers({ GET: (ctx) => showMachines(ctx, HEAT_PUMPS) });

export default define.page<typeof handler>(({ data, state, url }) => {
  const { range, rows } = data;
  const isPartial = startedSlots(state, range, rows).some(({ missing = [] }) => missing.length > 0);
  const model = heatPumpChart(rows, {
    ...slotAxis(rows.map(({ slot }) => slot)),
    marks: chartMarks(rows, hybridMarkTexts),
  });
  return (
    <MachineRange
      of={HEAT_PUMPS}
      title="Production des pompes à chaleur et leur part (kWh)"
      label="Histogramme de la production des pompes à chaleur&nbsp;; ses valeurs sont dans le tableau."
      empty={{
        title: "Aucune production comptée sur cette période",
        text:
          "Choisissez une autre période, ou dites dans les machines de la chaufferie quels compteurs suivent la pompe à chaleur.",
      }}
      {...{ data, model, state, url }}
    >
      {data.cost && <ElectricityCost {...data.cost} />}
      {isPartial && <p class="small soft">{MISSING_PUMP}</p>}
    </MachineRange>
  );
});

async function readHybrid(ctx: PageContext, range: PeriodRange) {
  const { state } = ctx;
  const at = roomAt(ctx);
  const segment = rangeSegment(range);
  const [{ slots, events }, annotations] = await Promise.all([
    state.api.read(FACILITIES_CALLS.getHybridConsumption, { ...at, segment }),
    readRoomAnnotations(ctx, range),
  ]);
  const rows = withNotes(slots, { marks: events, annotations });
  const { heatPumpInputKWh: kwh } = hybridTotals(startedSlots(state, range, rows));
  const { from, to } = civilDays(range);
  const cost = kwh === null ? null : await readGapCost(state, {
    ...at,
    from,
    to: [to, todayOf(state)].sort()[0] ?? to,
    kwh,
    fuel: "electricity",
  });
  return { rows, annotations, cost };
}

/** Heat of heat pumps and boilers by slot, with the COP and the share covered to two decimals (B §9). */
function hybridColumns(rows: readonly HybridRow[], range: PeriodRange): TableColumn<HybridRow>[] {
  return [
    { ...plainSlotColumn(SLOT_HEADS[optionOf(range.type)]), header: "Période" },
    figureColumn(rows, "heatPumpKWh", { label: "Production PAC", unit: "kWh" }),
    figureColumn(rows, "heatPumpInputKWh", {
      label: "Électricité PAC",
      unit: "kWh",
      header: "Consommation PAC (kWh)",
    }),
    numberColumn("cop", "COP", slotCop, { most: 2, least: 2 }),
    figureColumn(rows, "boilerKWh", { label: "Chaudières", unit: "kWh" }),
    numberColumn("percent", "Couverture PAC", ({ heatPumpPercent }) => heatPumpPercent, {
      unit: "%",
      most: 2,
      least: 2,
    }),
    ...notesColumn(rows, hybridMarkTexts),
    ...noteFileColumns<HybridMark, HybridRow>(hybridMarkTexts),
  ];
}

function hybridTotalCells(rows: readonly HybridRow[]): string[] {
  const totals = hybridTotals(rows);
  return [
    formatNumber(totals.heatPumpKWh),
    formatNumber(totals.heatPumpInputKWh),
    formatNumber(totals.cop, 2, 2),
    formatNumber(totals.boilerKWh),
    formatNumber(totals.heatPumpPercent, 2, 2),
  ];
}
