import { dateColumn, numberColumn } from "@/components/ui/columns.tsx";
import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import { RemovalForm } from "@/components/ui/FormBox.tsx";
import { formatDay } from "@/lib/base/date_format.ts";
import { countText } from "@/lib/base/text_format.ts";
import type { MeterEventRead } from "@/lib/ingest/schema.ts";
import {
  lostWithEvent,
  METER_EVENT_KIND_LABELS,
  METER_EVENT_LABELS,
} from "@/lib/series/meter_event_text.ts";
import { INDEX_DECIMALS } from "@/lib/timeseries/meter_event.ts";

interface MeterEventTableProps {
  action: string;
  events: readonly MeterEventRead[];
  unit: string;
  version: string;
  /** Returns the name of a dwelling; null for meters of the residence. */
  houseOf: ((houseId: string) => string) | null;
}

/** The events of the meters of a series, newest first, each with the effect of its deletion. */
export function MeterEventTable(props: MeterEventTableProps) {
  const { events, unit, houseOf } = props;
  const index = (field: "finalIndex" | "firstIndex"): TableColumn<MeterEventRead> =>
    numberColumn(
      { field, label: METER_EVENT_LABELS[field], unit },
      (event) => event[field],
      INDEX_DECIMALS,
    );
  const columns: TableColumn<MeterEventRead>[] = [
    dateColumn("at", "Date", ({ date, time }) => `${formatDay(date)} à ${time}`),
    { field: "what", label: "Événement", cell: ({ what }) => METER_EVENT_KIND_LABELS[what] },
    ...houseOf === null ? [] : [{
      field: "house",
      label: METER_EVENT_LABELS.houseId,
      cell: ({ houseId }: MeterEventRead) => houseId === null ? "" : houseOf(houseId),
    }],
    index("finalIndex"),
    index("firstIndex"),
    numberColumn(
      { field: "counted", label: "Consommation entre les relevés qui l’entourent", unit },
      ({ counted }) => counted,
      INDEX_DECIMALS,
    ),
    { field: "comment", label: METER_EVENT_LABELS.comment, cell: ({ comment }) => comment },
    {
      field: "remove",
      label: "Action",
      cell: (event) => <EventRemoval {...props} event={event} />,
    },
  ];
  return (
    <DataTable caption={countText(events.length, "événement")} columns={columns} rows={events} />
  );
}

function EventRemoval(
  { action, version, unit, event }: MeterEventTableProps & { event: MeterEventRead },
) {
  return (
    <RemovalForm
      action={action}
      form="event-removal"
      version={version}
      id={{ name: "eventId", value: event.id }}
      text={lostWithEvent(event, unit)}
    />
  );
}
