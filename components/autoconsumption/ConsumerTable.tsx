import type { Tone } from "@/components/page/Notice.tsx";
import type { CsvSource } from "@/components/tables/CsvLinks.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { numberColumn } from "@/components/tables/figure_column.ts";
import { linkColumn } from "@/components/tables/link_column.tsx";
import { statusColumn } from "@/components/tables/status_column.tsx";
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
  const head = { field: "share", label: "Part", unit: "%" };
  const share = numberColumn<Consumer>(head, ({ sharePercent }) => sharePercent, 2);
  return [
    linkColumn<Consumer>(
      "name",
      CONSUMER_LABELS.name,
      consumerName,
      (consumer) => links.consumer(projectId, consumer.id),
    ),
    textColumn("prm", "PRM", ({ prm }) => prm),
    ...(sharing === "full-dynamic" ? [] : [share]),
    statusColumn("status", "État", ({ status }) => ({
      tone: TONES[status],
      label: CONSUMER_STATUS_LABELS[status],
    })),
    textColumn(
      "presences",
      "Participation",
      ({ presences, seriesId }) =>
        [presencesText(presences), seriesId === null ? NO_METER : ""].filter(Boolean).join(", "),
    ),
  ];
}
