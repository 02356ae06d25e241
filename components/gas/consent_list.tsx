import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { textColumn } from "@/components/tables/columns.tsx";
import type { List } from "@/components/tables/list.ts";
import { consentAlarm } from "@/lib/domain/gas/consents.ts";
import type { GasPce } from "@/lib/domain/gas/types.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { links, PAGE_NAMES } from "@/lib/links/links.ts";
import { formatDay, formatInstant } from "@/lib/text/format/dates.ts";
import { consentAdvice, consentWord, GAS_FAULT_TEXTS } from "@/lib/text/gas.ts";
import { ConsentStatus } from "./ConsentStatus.tsx";
import { PCE_COLUMNS } from "./pce_columns.tsx";

/** A delivery point with the urgency of its consent: most urgent first. */
export interface ConsentLine extends GasPce {
  readonly rank: number;
}

/** Consent of each delivery point, its end, and the next step. */
export function consentList(today: IsoDate): List<ConsentLine> {
  return {
    title: PAGE_NAMES.gasConsents,
    path: links.gasConsents(),
    fileName: "consentements-grdf.csv",
    columns: consentColumns(today),
    order: "state",
    words: ({ pce, name, projectName }) => [pce, name, projectName ?? ""],
    noun: "consentement",
    nothing: "Aucun point de livraison trouvé",
    empty: {
      title: "Aucun point de livraison",
      text: "Les points de livraison viennent de la configuration des chaufferies au gaz.",
      icon: "drop",
    },
  };
}

function consentColumns(today: IsoDate): readonly TableColumn<ConsentLine>[] {
  const alarmOf = ({ consent }: GasPce) => consent && consentAlarm(consent, today);
  return [
    ...PCE_COLUMNS,
    {
      field: "state",
      label: "Consentement",
      cell: ({ consent }) => <ConsentStatus consent={consent} today={today} text={consentWord} />,
      value: ({ consent }) => consent && consentWord(consent, consentAlarm(consent, today)),
      sort: ({ rank }) => rank,
    },
    textColumn("endDate", "Fin", ({ consent }) => formatDay(consent?.endDate ?? null), {
      number: true,
      sort: ({ consent }) => consent?.endDate ?? null,
    }),
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
      sort: ({ askedAt }) => askedAt,
    },
  ];
}
