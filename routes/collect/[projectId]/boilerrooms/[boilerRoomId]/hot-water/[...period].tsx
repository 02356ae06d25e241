import { dateColumn, figureColumn, fileColumn } from "@/components/ui/columns.tsx";
import { CsvLinks, DataTable, type TableColumn, TotalRow } from "@/components/ui/DataTable.tsx";
import { Notice } from "@/components/ui/Page.tsx";
import { formatMonth } from "@/lib/base/date_format.ts";
import { rangeSegment } from "@/lib/base/period_paths.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { yearLabel } from "@/lib/base/text_periods.ts";
import {
  balanceRange,
  boardYear,
  type HotWaterMonth,
  type HotWaterReport,
  hotWaterReport,
} from "@/lib/energy_balance/year_report.ts";
import { balancePeriodOf, readBalance } from "@/lib/energy_balance/pages.ts";
import { meterEventText } from "@/lib/energy_balance/text.ts";
import { boilerRoomOf } from "@/lib/facilities/pages.ts";
import { measuredText } from "@/lib/facilities/text.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { openedRange, YEAR_ONLY } from "@/lib/series/pages.ts";
import { PAGES, windowTitle } from "@/lib/ui/page_titles.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { define, page } from "@/lib/web/state.ts";
import { RangeFrame } from "@/routes/collect/[projectId]/(_components)/RangeParts.tsx";

export const handler = define.handlers({
  async GET(ctx) {
    const range = openedRange(ctx, YEAR_ONLY);
    if (range instanceof Response) return range;
    const period = balancePeriodOf(range);
    const [room, { board }] = await Promise.all([
      boilerRoomOf(ctx, PAGES.hotWater.title),
      readBalance(ctx, period),
    ]);
    const report = board && hotWaterReport(boardYear(board.data, null));
    const file = tableFile(ctx.url, {
      fileName: `eau-chaude-${rangeSegment(range)}.csv`,
      columns: hotWaterColumns(report?.rows ?? []),
      rows: report?.rows ?? [],
    });
    if (file !== null) return file;
    return page({ room, period, report });
  },
});

export default define.page<typeof handler>(({ data: { room, period, report }, state, url }) => {
  const { project } = residenceOf(state);
  const range = balanceRange(period);
  return (
    <RangeFrame
      title={windowTitle(PAGES.hotWater.title, room.name)}
      subtitle={project.name}
      choices={YEAR_ONLY}
      intro="De juin à septembre rien ne chauffe&nbsp;: toute l’énergie fait de l’eau chaude. Divisée par le volume tiré, elle mesure le q réel de l’installation, à comparer à celui du contrat."
      empty={report === null || report.rows.length === 0 ? NO_SUMMER : null}
      {...{ range, state, url }}
    >
      {report && (
        <div class="stack">
          {report.measured.qMeasured !== null && (
            <Notice tone="info">
              {measuredText(report.measured.qMeasured, report.rows.at(-1)?.q ?? null)}
            </Notice>
          )}
          <HotWaterTable caption={`${PAGES.hotWater.title}, ${yearLabel(range)}`} report={report} />
          <CsvLinks page={url} />
        </div>
      )}
    </RangeFrame>
  );
});

const NO_SUMMER = {
  title: "Aucun mois d’été sur cette période",
  icon: "drop",
  text:
    "Le premier mois mesuré est juin. Choisissez une autre année, ou configurez la source et l’eau chaude de la chaufferie.",
} as const;

/** Energy and hot water of the summer months, and the resulting q (domain §2 A24). */
function hotWaterColumns(rows: readonly HotWaterMonth[]): TableColumn<HotWaterMonth>[] {
  return [
    dateColumn("month", "Mois", ({ month }) => month, { cell: (row) => <MonthCell {...row} /> }),
    figureColumn(rows, "days", { label: "Jours" }),
    figureColumn(rows, "volume", { label: "Eau chaude", unit: "m³", header: "Conso ECS (m³)" }),
    figureColumn(rows, "energy", {
      label: "Énergie, source et solaire",
      unit: "kWh",
      header: "Énergie (kWh)",
    }),
    figureColumn(rows, "qMeasured", { label: "q mesuré", unit: "kWh/m³" }),
    figureColumn(rows, "q", { label: "q du contrat", unit: "kWh/m³", value: ({ q }) => q }),
    fileColumn("Compteurs", ({ meterEvents }) => meterEvents.map(meterEventText).join(" ")),
  ];
}

function HotWaterTable({ caption, report }: { caption: string; report: HotWaterReport }) {
  const { rows, measured: { days, volume, energy, qMeasured } } = report;
  return (
    <DataTable
      caption={caption}
      columns={hotWaterColumns(rows)}
      rows={rows}
      foot={
        <TotalRow
          label="Été"
          cells={[...[days, volume, energy, qMeasured].map((total) => formatNumber(total)), null]}
        />
      }
    />
  );
}

function MonthCell({ month, meterEvents }: HotWaterMonth) {
  return (
    <>
      {formatMonth(month)}
      {meterEvents.map(meterEventText).map((text) => (
        <small key={text} class="slot-mark">{text}</small>
      ))}
    </>
  );
}
