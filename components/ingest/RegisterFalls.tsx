import { Notice } from "@/components/page/Page.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { civilDateOf, clockTimeOf } from "@/lib/domain/periods/zoned_days.ts";
import type { MeterFall } from "@/lib/domain/projects/types.ts";
import { links } from "@/lib/links/links.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { FALL_ADVICE, FALL_CAUSE_LABELS, INDEX_DECIMALS } from "@/lib/text/series/meter_events.ts";

/** Names of a fall: its series, and its dwelling if any. */
export interface FallNames {
  readonly series: string;
  readonly unit: string;
  readonly house: string | null;
  /** True for a series of the dwellings. */
  readonly isOfHousing: boolean;
  /** True when its registers are entered manually. */
  readonly isTyped: boolean;
}

interface RegisterFallsProps {
  projectId: string;
  falls: readonly MeterFall[];
  namesOf(fall: MeterFall): FallNames;
  timeZone: string;
}

/** Unexplained falls of registers, each with its likely cause and a link to fix it; nothing without any. */
export function RegisterFalls(props: RegisterFallsProps) {
  const { falls } = props;
  if (falls.length === 0) return null;
  return (
    <>
      <Notice tone="bad" title={countText(falls.length, "index en recul", "index en recul")}>
        {FALL_ADVICE}
      </Notice>
      <DataTable caption="Index en recul" columns={fallColumns(props)} rows={falls} />
    </>
  );
}

function fallColumns(props: RegisterFallsProps): TableColumn<MeterFall>[] {
  const { namesOf, timeZone } = props;
  const reading = (
    field: string,
    label: string,
    { value, at }: { value: "before" | "value"; at: "beforeAt" | "at" },
  ): TableColumn<MeterFall> => ({
    field,
    label,
    number: true,
    cell: (fall) => (
      <>
        {`${formatNumber(fall[value], INDEX_DECIMALS)}\u202F${namesOf(fall).unit}`}
        <small class="slot-mark">{formatInstant(fall[at], timeZone)}</small>
      </>
    ),
  });
  return [
    { field: "series", label: "Compteur", cell: (fall) => namesOf(fall).series },
    { field: "house", label: "Logement", cell: (fall) => namesOf(fall).house ?? "" },
    reading("before", "Index d’avant", { value: "before", at: "beforeAt" }),
    reading("value", "Index en recul", { value: "value", at: "at" }),
    { field: "cause", label: "Sans doute", cell: ({ cause }) => FALL_CAUSE_LABELS[cause] },
    { field: "next", label: "Que faire", cell: (fall) => <FallLinks {...props} fall={fall} /> },
  ];
}

function FallLinks(
  { projectId, namesOf, timeZone, fall }: RegisterFallsProps & { fall: MeterFall },
) {
  const { isTyped } = namesOf(fall);
  const atMs = Date.parse(fall.at);
  const href = links.meterEvent(projectId, fall.seriesId, {
    ...(fall.houseId !== null && { houseId: fall.houseId }),
    date: civilDateOf(atMs, timeZone),
    time: clockTimeOf(atMs, timeZone),
    finalIndex: written(fall.before),
    firstIndex: written(fall.value),
  });
  return (
    <span class="row">
      <a href={href}>Dater le remplacement</a>
      <a href={isTyped ? links.manualIndexes(projectId) : links.readings(projectId)}>
        Corriger le relevé
      </a>
    </span>
  );
}

function written(value: number): string {
  return String(value).replace(".", ",");
}
