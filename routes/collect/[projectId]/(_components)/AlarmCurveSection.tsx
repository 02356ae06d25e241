import { plainSlotColumn } from "@/components/series/slot_columns.tsx";
import { StateTable } from "@/components/series/StateTable.tsx";
import { ChartFigure } from "@/components/ui/ChartSvg.tsx";
import { figureColumn, textColumn } from "@/components/ui/columns.tsx";
import { type PageTable, PageTables } from "@/components/ui/DataTable.tsx";
import { Section } from "@/components/ui/Page.tsx";
import type { AlarmCurve, CurveHour } from "@/lib/alarms/alarm_curve.ts";
import type { Alarm } from "@/lib/alarms/schema.ts";
import { ALARM_START } from "@/lib/alarms/text.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { rangeChart } from "@/lib/series/range_chart.ts";
import { seriesName } from "@/lib/series/series_names.ts";
import { slotAxis } from "@/lib/series/text.ts";
import { WIDE_CHART } from "@/lib/ui/chart_scale.ts";

/** Readings of an alarm's series from a day before its start to a day after. */
export function AlarmCurveSection(
  { curve, alarm: { start, bounds }, timeZone, url }: {
    curve: AlarmCurve;
    alarm: Pick<Alarm, "start" | "bounds">;
    timeZone: string;
    url: URL;
  },
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
        : (
          <Hours
            curve={curve}
            bounds={bounds}
            table={hoursTable(curve, civilDateOf(Date.parse(start), timeZone))}
            url={url}
          />
        )}
      <a class="no-print" href={href}>Toute la série&nbsp;: {name}</a>
    </Section>
  );
}

type HoursCurve = Extract<AlarmCurve, { readonly kind: "hours" }>;

interface HoursProps {
  curve: HoursCurve;
  bounds: Alarm["bounds"];
  table: PageTable<CurveHour>;
  url: URL;
}

function Hours({ curve: { hours, series: { unit } }, bounds, table, url }: HoursProps) {
  const model = rangeChart({
    size: WIDE_CHART,
    values: hours.map(({ value }) => value),
    before: [],
    ...slotAxis(hours.map(({ slot }) => slot)),
    names: { now: table.caption, before: "" },
    isSum: unit.sum,
    bounds: {
      name: "Borne",
      values: [bounds?.min, bounds?.max].filter((bound) => typeof bound === "number"),
    },
    marks: hours.flatMap(({ isStart }, categoryIndex) =>
      isStart ? [{ categoryIndex, text: ALARM_START }] : []
    ),
    formatValue: formatNumber,
  });
  if (model === null) return <p class="soft">Aucun relevé autour du début de l’alerte.</p>;
  return (
    <>
      <ChartFigure
        model={model}
        title={`${table.caption} (${unit.unit})`}
        label="Courbe autour du début de l’alerte&nbsp;; ses valeurs sont dans le tableau."
        unit={unit.unit}
      />
      <details>
        <summary>Voir les valeurs</summary>
        <PageTables tables={[table]} url={url} />
      </details>
    </>
  );
}

/** The hours around the start of an alarm. @param day of the start, in the residence's time zone */
export function hoursTable({ hours, series }: HoursCurve, day: IsoDate): PageTable<CurveHour> {
  const name = seriesName(series);
  return {
    table: "valeurs",
    fileName: `${name} ${day}.csv`,
    caption: name,
    columns: [
      plainSlotColumn("Heure"),
      figureColumn(hours, "value", { label: "Moyenne", unit: series.unit.unit }),
      textColumn("note", "À savoir", ({ isStart }) => isStart ? ALARM_START : ""),
    ],
    rows: hours,
  };
}
