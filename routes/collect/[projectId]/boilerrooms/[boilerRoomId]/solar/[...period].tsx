import { noteFileColumns, notesColumn } from "@/components/series/slot_columns.tsx";
import { dateColumn, figureColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { isoMonth } from "@/lib/base/civil_dates.ts";
import { formatLongDay } from "@/lib/base/date_format.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { knownTotal } from "@/lib/base/sums.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { measuredPercent, solarChart, type SolarRow } from "@/lib/energy_balance/machines.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { readRoomAnnotations, roomAt } from "@/lib/facilities/pages.ts";
import { MONTH_ONLY } from "@/lib/series/pages.ts";
import { withNotes } from "@/lib/series/range_notes.ts";
import { chartMarks, meterMarkTexts, slotAxis } from "@/lib/series/text.ts";
import type { MeterMark } from "@/lib/timeseries/schema.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { define, type PageContext } from "@/lib/web/state.ts";
import {
  MachineRange,
  showMachines,
} from "@/routes/collect/[projectId]/boilerrooms/[boilerRoomId]/(_components)/MachineRange.tsx";

const SOLAR = {
  name: PAGES.solar.title,
  choices: MONTH_ONLY,
  fileName: "solaire",
  columns: solarColumns,
  totals: solarTotals,
  read: readSolar,
};

export const handler = define.handlers({ GET: (ctx) => showMachines(ctx, SOLAR) });

export default define.page<typeof handler>(({ data, state, url }) => {
  const { rows } = data;
  const model = solarChart(rows, {
    ...slotAxis(rows.map(({ date }) => date)),
    marks: chartMarks(rows),
  });
  return (
    <MachineRange
      of={SOLAR}
      title="Production solaire, mesurée et attendue (kWh)"
      label="Histogramme de la production de chaque jour&nbsp;; ses valeurs sont dans le tableau."
      empty={{
        title: "Aucune production comptée sur ce mois",
        text:
          "Choisissez un autre mois, ou dites dans les machines de la chaufferie quels compteurs suivent les panneaux.",
      }}
      note={
        <p class="small soft">
          La production attendue vient de l’ensoleillement mesuré sur la résidence et de la
          puissance des panneaux&nbsp;: 80&nbsp;% de la puissance crête en photovoltaïque, 40&nbsp;%
          de l’énergie reçue en thermique. Elle est vide un jour dont un compteur a été relevé moins
          longtemps que l’ensoleillement.
        </p>
      }
      {...{ data, model, state, url }}
    />
  );
});

async function readSolar(ctx: PageContext, range: PeriodRange) {
  const { year, month = 1 } = range;
  const query = { ...roomAt(ctx), month: isoMonth(year, month) };
  const [{ days, events }, annotations] = await Promise.all([
    ctx.state.api.read(FACILITIES_CALLS.getSolarEstimation, query),
    readRoomAnnotations(ctx, range),
  ]);
  const slots = days.map((day) => ({ ...day, slot: day.date }));
  return { rows: withNotes(slots, { marks: events, annotations }), annotations };
}

function solarColumns(rows: readonly SolarRow[]): TableColumn<SolarRow>[] {
  return [
    dateColumn("date", "Jour", ({ date }) => date, { cell: ({ date }) => formatLongDay(date) }),
    figureColumn(rows, "measuredKWh", {
      label: "Mesurée",
      unit: "kWh",
      header: "Production mesurée (kWh)",
    }),
    figureColumn(rows, "estimatedKWh", {
      label: "Attendue",
      unit: "kWh",
      header: "Production attendue (kWh)",
    }),
    {
      field: "share",
      label: "Mesurée / attendue",
      unit: "%",
      number: true,
      cell: (row) => formatNumber(measuredPercent([row]), 0),
    },
    ...notesColumn(rows, meterMarkTexts),
    ...noteFileColumns<MeterMark, SolarRow>(meterMarkTexts),
  ];
}

function solarTotals(rows: readonly SolarRow[]): string[] {
  return [
    formatNumber(knownTotal(rows.map(({ measuredKWh }) => measuredKWh))),
    formatNumber(knownTotal(rows.map(({ estimatedKWh }) => estimatedKWh))),
    formatNumber(measuredPercent(rows), 0),
  ];
}
