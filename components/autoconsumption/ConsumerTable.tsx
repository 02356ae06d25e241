import type {
  Consumer,
  ConsumerStatus,
  SharingKind,
} from "../../lib/domain/autoconsumption/types.ts";
import { links } from "../../lib/links/links.ts";
import {
  CONSUMER_LABELS,
  CONSUMER_STATUS_LABELS,
  NO_METER,
  presencesText,
} from "../../lib/text/autoconsumption.ts";
import { countText } from "../../lib/text/counts.ts";
import { formatNumber } from "../../lib/text/numbers.ts";
import type { Tone } from "../page/Notice.tsx";
import { Status } from "../page/Status.tsx";
import { DataTable, type TableColumn } from "../tables/DataTable.tsx";

interface ConsumerTableProps {
  projectId: string;
  sharing: SharingKind;
  consumers: readonly Consumer[];
}

const TONES: Readonly<Record<ConsumerStatus, Tone>> = {
  invited: "info",
  active: "good",
  left: "bad",
};

/** Who is supplied by the operation, and when. */
export function ConsumerTable({ projectId, sharing, consumers }: ConsumerTableProps) {
  const columns: TableColumn<Consumer>[] = [
    {
      field: "name",
      label: CONSUMER_LABELS.name,
      cell: ({ id, name }) => <a href={links.consumer(projectId, id)}>{name}</a>,
    },
    { field: "prm", label: "PRM", cell: ({ prm }) => prm },
    {
      field: "status",
      label: "État",
      cell: ({ status }) => <Status tone={TONES[status]} label={CONSUMER_STATUS_LABELS[status]} />,
    },
    {
      field: "presences",
      label: "Participation",
      cell: ({ presences, seriesId }) =>
        [presencesText(presences), seriesId === null ? NO_METER : ""].filter(Boolean).join(", "),
    },
  ];
  if (sharing !== "full-dynamic") {
    columns.splice(2, 0, {
      field: "share",
      label: "Part",
      unit: "%",
      number: true,
      cell: ({ sharePercent }) => formatNumber(sharePercent, 2),
    });
  }
  return (
    <DataTable
      caption={countText(consumers.length, "consommateur")}
      columns={columns}
      rows={consumers}
      rowKey={({ id }) => id}
    />
  );
}
