import { Section } from "@/components/page/Section.tsx";
import { StateTable } from "@/components/series/StateTable.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { figureColumn, plainSlotColumn } from "@/components/tables/columns.tsx";
import LiveChart from "@/islands/charts/LiveChart.tsx";
import { WIDE_CHART } from "@/lib/domain/charts/limits.ts";
import { rangeChart } from "@/lib/domain/series/range_chart.ts";
import type { AlarmCurve, CurveHour } from "@/lib/pages/alarms/alarm_curve.ts";
import { ALARM_START } from "@/lib/text/alarms/alarm_lists.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { slotAxis } from "@/lib/text/series/series.ts";

/** Readings of an alarm's series from a day before its start to a day after. */
export function AlarmCurveSection(
  { curve, timeZone, url }: { curve: AlarmCurve; timeZone: string; url: URL },
) {
  const { series, href } = curve;
  const name = seriesName(series);
  return (
    <Section
      id="curve"
      title="Autour du début de l’alerte"
      intro="Les relevés tels qu’ils sont aujourd’hui, corrections comprises&nbsp;; l’alerte dit ce qui a été lu quand elle a été levée."
    >
      {curve.kind === "intervals"
        ? <StateTable caption={name} intervals={curve.intervals} timeZone={timeZone} />
        : <Hours hours={curve.hours} name={name} series={series} url={url} />}
      <a class="no-print" href={href}>Toute la série&nbsp;: {name}</a>
    </Section>
  );
}

interface HoursProps {
  hours: readonly CurveHour[];
  name: string;
  series: AlarmCurve["series"];
  url: URL;
}

function Hours({ hours, name, series: { unit }, url }: HoursProps) {
  const model = rangeChart({
    size: WIDE_CHART,
    values: hours.map(({ value }) => value),
    before: [],
    ...slotAxis(hours.map(({ slot }) => slot)),
    names: { now: name, before: "" },
    isSum: unit.sum,
    marks: hours.flatMap(({ isStart }, categoryIndex) =>
      isStart ? [{ categoryIndex, text: ALARM_START }] : []
    ),
    formatValue: formatNumber,
  });
  if (model === null) return <p class="soft">Aucun relevé autour du début de l’alerte.</p>;
  return (
    <>
      <LiveChart
        model={model}
        title={`${name} (${unit.unit})`}
        label="Courbe autour du début de l’alerte&nbsp;; ses valeurs sont dans le tableau."
        unit={unit.unit}
      />
      <details>
        <summary>Voir les valeurs</summary>
        <DataTable
          caption={name}
          columns={hourColumns(hours, unit.unit)}
          rows={hours}
          rowKey={({ slot }) => slot}
          csv={{ page: url, table: HOURS_TABLE }}
        />
      </details>
    </>
  );
}

/** Name of the table of hours in the URL of its file. */
export const HOURS_TABLE = "valeurs";

export function hourColumns(hours: readonly CurveHour[], unit: string): TableColumn<CurveHour>[] {
  return [
    plainSlotColumn("Heure"),
    figureColumn(hours, "value", { label: "Moyenne", unit }),
    {
      field: "note",
      label: "À savoir",
      cell: ({ isStart }) => isStart && ALARM_START,
      value: ({ isStart }) => isStart ? ALARM_START : "",
    },
  ];
}
