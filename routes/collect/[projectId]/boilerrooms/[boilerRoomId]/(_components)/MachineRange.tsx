import type { ComponentChildren } from "preact";
import { ChartFigure } from "@/components/ui/ChartSvg.tsx";
import { DataTable, type TableColumn, TotalRow } from "@/components/ui/DataTable.tsx";
import type { EmptyStateProps } from "@/components/ui/Page.tsx";
import { rangeSegment } from "@/lib/base/period_paths.ts";
import type { PeriodChoices } from "@/lib/base/period_selector.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { rangeLabel } from "@/lib/base/text_periods.ts";
import { boilerRoomOf, roomSettingsHref } from "@/lib/facilities/pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { openedRange, startedSlots } from "@/lib/series/pages.ts";
import type { Annotation } from "@/lib/series/schema.ts";
import type { ChartModel } from "@/lib/ui/chart_model.ts";
import { windowTitle } from "@/lib/ui/page_titles.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { page, type PageContext, type State } from "@/lib/web/state.ts";
import {
  RangeBlock,
  RangeEnd,
  RangeFrame,
} from "@/routes/collect/[projectId]/(_components)/RangeParts.tsx";

interface MachinePage<Row, Read extends MachinesRead<Row> = MachinesRead<Row>> {
  readonly name: string;
  readonly choices: PeriodChoices;
  /** File name, before the range: "solaire". */
  readonly fileName: string;
  /** Columns of the table and of the file. @param rows of the slots that have begun */
  columns(rows: readonly Row[], range: PeriodRange): readonly TableColumn<Row>[];
  /** The last row of the table, from the second column. */
  totals(rows: readonly Row[]): readonly string[];
  read(ctx: PageContext, range: PeriodRange): Promise<Read>;
}

interface MachinesRead<Row> {
  readonly rows: Row[];
  readonly annotations: readonly Annotation[];
}

/** Renders a range of machines, or returns its file. */
export async function showMachines<Row, Read extends MachinesRead<Row>>(
  ctx: PageContext,
  { name, choices, fileName, columns, read }: MachinePage<Row, Read>,
) {
  const range = openedRange(ctx, choices);
  if (range instanceof Response) return range;
  const [room, machines] = await Promise.all([boilerRoomOf(ctx, name), read(ctx, range)]);
  const rows = startedSlots(ctx.state, range, machines.rows);
  const file = tableFile(ctx.url, {
    fileName: `${fileName}-${rangeSegment(range)}.csv`,
    columns: columns(rows, range),
    rows,
  });
  if (file !== null) return file;
  return page({ room, range, ...machines });
}

interface MachineRangeProps<Row> {
  of: Pick<MachinePage<Row>, "name" | "choices" | "columns" | "totals">;
  data: {
    readonly room: { readonly id: string; readonly name: string };
    readonly range: PeriodRange;
    readonly rows: readonly Row[];
    readonly annotations: readonly Annotation[];
  };
  /** null where nothing was counted. */
  model: ChartModel | null;
  title: string;
  label: string;
  empty: EmptyStateProps;
  note?: ComponentChildren;
  state: State;
  url: URL;
  /** Under the table. */
  children?: ComponentChildren;
}

export function MachineRange<Row>(props: MachineRangeProps<Row>) {
  const { of: { name, choices, ...table }, data, model, empty, state, url } = props;
  const { room, range, annotations } = data;
  const rows = startedSlots(state, range, data.rows);
  const columns = table.columns(rows, range);
  const totals = table.totals(rows);
  const others = columns.filter(({ cell }) => cell).slice(1 + totals.length);
  const { project } = residenceOf(state);
  return (
    <>
      <RangeFrame
        title={windowTitle(name, room.name)}
        subtitle={project.name}
        empty={model === null ? empty : null}
        {...{ choices, range, state, url }}
      >
        {model && <ChartFigure model={model} title={props.title} label={props.label} unit="kWh" />}
        <RangeBlock live="machines" url={url}>
          <DataTable
            caption={`${name}, ${rangeLabel(range)}`}
            columns={columns}
            rows={rows}
            foot={rows.length > 1 && <TotalRow cells={[...totals, ...others.map(() => null)]} />}
          />
          {props.children}
        </RangeBlock>
        {props.note}
      </RangeFrame>
      <RangeEnd {...{ annotations, state }} settings={roomSettingsHref(state, room.id)} />
    </>
  );
}
