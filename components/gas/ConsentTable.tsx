import type { CsvSource } from "@/components/tables/CsvLinks.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { textColumn } from "@/components/tables/text_column.ts";
import { consentAlarm } from "@/lib/domain/gas/consents.ts";
import type { GasPce } from "@/lib/domain/gas/types.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatDay, formatInstant } from "@/lib/text/format/dates.ts";
import { consentAdvice, consentWord, GAS_FAULT_TEXTS } from "@/lib/text/gas.ts";
import { ConsentStatus } from "./ConsentStatus.tsx";
import { PCE_COLUMNS } from "./pce_columns.tsx";

interface ConsentTableProps {
  /** What is most urgent first. */
  pces: readonly GasPce[];
  today: IsoDate;
  csv: CsvSource;
}

/** What GRDF lets read of each delivery point, until when, and what to do about it. */
export function ConsentTable({ pces, today, csv }: ConsentTableProps) {
  return (
    <DataTable
      caption={countText(pces.length, "point de livraison", "points de livraison")}
      columns={consentColumns(today)}
      rows={pces}
      rowKey={({ pce }) => pce}
      csv={csv}
    />
  );
}

export function consentColumns(today: IsoDate): readonly TableColumn<GasPce>[] {
  const alarmOf = ({ consent }: GasPce) => consent && consentAlarm(consent, today);
  return [
    ...PCE_COLUMNS,
    {
      field: "state",
      label: "Consentement",
      cell: ({ consent }) => <ConsentStatus consent={consent} today={today} text={consentWord} />,
      value: ({ consent }) =>
        consent === null ? null : consentWord(consent, consentAlarm(consent, today)),
    },
    {
      field: "endDate",
      label: "Fin",
      number: true,
      cell: ({ consent }) => formatDay(consent?.endDate ?? null),
      value: ({ consent }) => formatDay(consent?.endDate ?? null),
    },
    textColumn("advice", "À faire", (one) => consentAdvice(alarmOf(one))),
    {
      field: "askedAt",
      label: "Dernière demande",
      cell: ({ askedAt, fault }) => (
        <>
          {formatInstant(askedAt)}
          {fault && <span class="soft">{` ${GAS_FAULT_TEXTS[fault]}`}</span>}
        </>
      ),
      value: ({ askedAt, fault }) =>
        [formatInstant(askedAt), fault && GAS_FAULT_TEXTS[fault]].filter(Boolean).join(" "),
    },
  ];
}
