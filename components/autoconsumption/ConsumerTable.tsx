import type { Tone } from "@/components/page/Notice.tsx";
import { Status } from "@/components/page/Status.tsx";
import type { CsvSource } from "@/components/tables/CsvLinks.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { linkColumn } from "@/components/tables/link_column.tsx";
import { textColumn } from "@/components/tables/text_column.ts";
import type { Consumer, ConsumerStatus, SharingKind } from "@/lib/domain/autoconsumption/types.ts";
import { links } from "@/lib/links/links.ts";
import {
  CONSUMER_LABELS,
  CONSUMER_STATUS_LABELS,
  consumerName,
  NO_METER,
  presencesText,
} from "@/lib/text/autoconsumption/autoconsumption.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";

interface ConsumerTableProps {
  projectId: string;
  sharing: SharingKind;
  consumers: readonly Consumer[];
  csv: CsvSource;
}

const TONES: Readonly<Record<ConsumerStatus, Tone>> = {
  invited: "info",
  active: "good",
  left: "bad",
};

/** Who is supplied by the operation, and when. */
export function ConsumerTable({ projectId, sharing, consumers, csv }: ConsumerTableProps) {
  return (
    <DataTable
      caption={countText(consumers.length, "consommateur")}
      columns={consumerColumns(projectId, sharing)}
      rows={consumers}
      rowKey={({ id }) => id}
      csv={csv}
    />
  );
}

export function consumerColumns(projectId: string, sharing: SharingKind): TableColumn<Consumer>[] {
  const share: TableColumn<Consumer> = {
    field: "share",
    label: "Part",
    unit: "%",
    number: true,
    cell: ({ sharePercent }) => formatNumber(sharePercent, 2),
    value: ({ sharePercent }) => sharePercent,
  };
  return [
    linkColumn<Consumer>(
      "name",
      CONSUMER_LABELS.name,
      consumerName,
      (consumer) => links.consumer(projectId, consumer.id),
    ),
    textColumn("prm", "PRM", ({ prm }) => prm),
    ...(sharing === "full-dynamic" ? [] : [share]),
    {
      field: "status",
      label: "État",
      cell: ({ status }) => <Status tone={TONES[status]} label={CONSUMER_STATUS_LABELS[status]} />,
      value: ({ status }) => CONSUMER_STATUS_LABELS[status],
    },
    textColumn(
      "presences",
      "Participation",
      ({ presences, seriesId }) =>
        [presencesText(presences), seriesId === null ? NO_METER : ""].filter(Boolean).join(", "),
    ),
  ];
}
