import { PlaceNotices, SeasonNotice } from "@/components/alarms/PlaceNotices.tsx";
import { notesColumn, plainSlotColumn } from "@/components/series/slot_columns.tsx";
import { numberColumn } from "@/components/ui/columns.tsx";
import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import { ScatterFigure } from "@/components/ui/ChartSvg.tsx";
import { readPlaceAlarms, roomsOutOfSeason } from "@/lib/alarms/pages.ts";
import { rangeSegment } from "@/lib/base/period_paths.ts";
import { optionOf } from "@/lib/base/period_selector.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { columnDecimals, formatNumber } from "@/lib/base/text_format.ts";
import { rangeLabel, SLOT_HEADS } from "@/lib/base/text_periods.ts";
import {
  circuitOf,
  readCurveAnnotations,
  readHeatCurve,
} from "@/lib/energy_balance/heat_curve_pages.ts";
import { DJU_BASE_C } from "@/lib/facilities/degree_days.ts";
import { type CurvePoint, curveStep, flowAt, type HeatCurve } from "@/lib/facilities/heat_curve.ts";
import { roomSettingsHref } from "@/lib/facilities/pages.ts";
import { CURVE_STEPS, curveLineText, NO_CURVE } from "@/lib/facilities/text.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { openedRange } from "@/lib/series/pages.ts";
import { type AnnotatedSlot, withNotes } from "@/lib/series/range_notes.ts";
import type { Annotation } from "@/lib/series/schema.ts";
import { ANNOTATIONS_CSV, meterMarkTexts } from "@/lib/series/text.ts";
import { PAGES, windowTitle } from "@/lib/ui/page_titles.ts";
import { SCATTER_SIZE, scatterModel } from "@/lib/ui/scatter_chart.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { define, page } from "@/lib/web/state.ts";
import {
  RangeBlock,
  RangeEnd,
  RangeFrame,
} from "@/routes/collect/[projectId]/(_components)/RangeParts.tsx";

export const handler = define.handlers({
  async GET(ctx) {
    const found = await circuitOf(ctx);
    const range = openedRange(ctx, found.choices, "month");
    if (range instanceof Response) return range;
    const [curve, annotations, here, outOfSeason] = await Promise.all([
      readHeatCurve(ctx.state, found, range),
      readCurveAnnotations(ctx.state, found, range),
      readPlaceAlarms(ctx.state, [found.circuit.id], [found.room.id]),
      roomsOutOfSeason(ctx.state, [{ ...found.room, circuits: [found.circuit] }]),
    ]);
    const file = tableFile(ctx.url, {
      fileName: `${found.circuit.name} ${PAGES.heatCurve.title} ${rangeSegment(range)}.csv`,
      columns: [...columnsOf(range, curve), ANNOTATIONS_CSV],
      rows: toldPoints(curve, annotations),
    });
    if (file !== null) return file;
    return page({ ...found, range, curve, annotations, here, outOfSeason });
  },
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { room, circuit, outdoor, choices, range, curve, annotations, here, outOfSeason } = data;
  const { project } = residenceOf(state);
  const isMissing = circuit.outType === null || outdoor === null;
  const empty = { title: NO_CURVE.title, text: isMissing ? NO_CURVE.missing : NO_CURVE.text };
  return (
    <>
      <RangeFrame
        title={windowTitle(PAGES.heatCurve.title, circuit.name)}
        subtitle={`${room.name}, ${project.name}`}
        notices={
          <>
            <SeasonNotice rooms={outOfSeason} />
            <PlaceNotices {...here} />
          </>
        }
        empty={curve === null ? empty : null}
        {...{ choices, range, state, url }}
      >
        {curve && (
          <Curve curve={curve} rows={toldPoints(curve, annotations)} range={range} url={url} />
        )}
      </RangeFrame>
      <RangeEnd {...{ annotations, state }} settings={roomSettingsHref(state, room.id)} />
    </>
  );
});

function Curve(
  { curve, rows, range, url }: {
    curve: HeatCurve;
    rows: readonly CurveRow[];
    range: PeriodRange;
    url: URL;
  },
) {
  const step = CURVE_STEPS[curveStep(range.type)];
  return (
    <>
      <ScatterFigure
        title="Départ (°C) selon la température extérieure (°C)"
        name={PAGES.heatCurve.title}
        model={modelOf(curve)}
        label={`Nuage de points, ${rangeLabel(range)} ; ses valeurs sont dans le tableau.`}
      >
        {[step, curve.line && curveLineText(curve.line)].filter(Boolean).join(". ")}.
      </ScatterFigure>
      <RangeBlock live="curve" url={url}>
        <DataTable
          caption={`${PAGES.heatCurve.title}, ${rangeLabel(range)}`}
          columns={[...columnsOf(range, curve), ...notesColumn(rows, meterMarkTexts)]}
          rows={rows}
        />
      </RangeBlock>
    </>
  );
}

type CurveRow = CurvePoint & AnnotatedSlot;

/** A probe is not a register: its events are text, without marks on figures. */
function toldPoints(curve: HeatCurve | null, annotations: readonly Annotation[]): CurveRow[] {
  return withNotes(curve?.points ?? [], { marks: [], annotations });
}

function modelOf({ points, line }: HeatCurve) {
  const [coldest, mildest] = [points[0]?.outdoorC ?? 0, points.at(-1)?.outdoorC ?? 0];
  const end = (outdoorC: number, at: NonNullable<HeatCurve["line"]>) => ({
    x: outdoorC,
    y: flowAt(at, outdoorC),
  });
  return scatterModel({
    size: SCATTER_SIZE,
    points: points.map(({ outdoorC, flowC }) => ({ x: outdoorC, y: flowC })),
    line: line && [end(coldest, line), end(Math.min(mildest, DJU_BASE_C), line)],
    formatValue: formatNumber,
  });
}

function columnsOf(range: PeriodRange, curve: HeatCurve | null): TableColumn<CurveRow>[] {
  const points = curve?.points ?? [];
  const figure = (
    field: string,
    label: string,
    value: (point: CurvePoint) => number | null,
  ) =>
    numberColumn(field, label, value, {
      unit: "°C",
      most: 1,
      least: columnDecimals(points.map(value)),
    });
  const line = curve?.line ?? null;
  return [
    plainSlotColumn(SLOT_HEADS[optionOf(range.type)]),
    figure("outdoor", "Extérieur", ({ outdoorC }) => outdoorC),
    figure("flow", "Départ", ({ flowC }) => flowC),
    figure(
      "line",
      "Départ selon la droite",
      ({ outdoorC }) => line === null || outdoorC >= DJU_BASE_C ? null : flowAt(line, outdoorC),
    ),
  ];
}
