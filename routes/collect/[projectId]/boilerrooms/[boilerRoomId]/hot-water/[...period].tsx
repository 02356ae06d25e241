import { Notice } from "@/components/page/Page.tsx";
import { dateColumn, figureColumn, fileColumn } from "@/components/tables/columns.tsx";
import { DataTable, type TableColumn, TotalRow } from "@/components/tables/DataTable.tsx";
import { CsvLinks } from "@/components/tables/TableFoot.tsx";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { boardYear } from "@/lib/domain/energy_balance/board.ts";
import {
  type HotWaterMonth,
  type HotWaterReport,
  hotWaterReport,
} from "@/lib/domain/energy_balance/hot_water_report.ts";
import { balanceRange } from "@/lib/domain/energy_balance/year_report.ts";
import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { balancePeriodOf, readBalance } from "@/lib/pages/energy_balance/balance_page.ts";
import { boilerRoomOf } from "@/lib/pages/facilities/boiler_room_page.ts";
import { openedRange, YEAR_ONLY } from "@/lib/pages/series/series_page.ts";
import { meterEventText } from "@/lib/text/energy_balance/energy_balance.ts";
import { measuredText } from "@/lib/text/facilities/machines.ts";
import { formatMonth } from "@/lib/text/format/dates.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { yearLabel } from "@/lib/text/periods.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { keepPage } from "@/lib/web/front/page_cache.ts";
import { define, page, residenceOf } from "@/lib/web/state.ts";
import { RangeFrame } from "@/routes/collect/[projectId]/(_components)/RangeFrame.tsx";

export const handler = define.handlers({
  async GET(ctx) {
    const range = openedRange(ctx, YEAR_ONLY);
    if (range instanceof Response) return range;
    const period = balancePeriodOf(range);
    const [room, { board }] = await Promise.all([
      boilerRoomOf(ctx, PAGE_NAMES.hotWater),
      readBalance(ctx, period),
    ]);
    const report = board && hotWaterReport(boardYear(board.data, null));
    const file = tableFile(ctx.url, {
      fileName: `eau-chaude-${rangeSegment(range)}.csv`,
      columns: hotWaterColumns(report?.rows ?? []),
      rows: report?.rows ?? [],
    });
    if (file !== null) return file;
    keepPage(ctx, FRESH_DATA_SECONDS);
    return page({ room, period, report });
  },
});

export default define.page<typeof handler>(({ data: { room, period, report }, state, url }) => {
  const { project } = residenceOf(state);
  const range = balanceRange(period);
  return (
    <RangeFrame
      title={windowTitle(PAGE_NAMES.hotWater, room.name)}
      subtitle={project.name}
      back={{ href: links.boilerRoom(project.id, room.id), label: room.name }}
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
          <HotWaterTable caption={`${PAGE_NAMES.hotWater}, ${yearLabel(range)}`} report={report} />
          <CsvLinks page={url} />
        </div>
      )}
    </RangeFrame>
  );
});

const NO_SUMMER = {
  title: "Aucun mois d’été sur cette période",
  icon: "drop",
  next:
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
