import { numberColumn, textColumn } from "@/components/tables/columns.tsx";
import type { List } from "@/components/tables/list.ts";
import { consentAlarm } from "@/lib/domain/gas/consents.ts";
import type { GasPce } from "@/lib/domain/gas/types.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { links, PAGE_NAMES } from "@/lib/links/links.ts";
import { formatDay } from "@/lib/text/format/dates.ts";
import { consentText } from "@/lib/text/gas.ts";
import { ConsentStatus, PCE_COLUMNS } from "./pce_columns.tsx";

/** The delivery points of an organisation, with their last reading and their consent. */
export function pceList(today: IsoDate): List<GasPce> {
  return {
    title: PAGE_NAMES.gasPces,
    path: links.gasPces(),
    fileName: "points-de-livraison.csv",
    columns: [
      ...PCE_COLUMNS,
      textColumn("lastDate", "Dernier relevé", ({ last }) => formatDay(last?.date ?? null), {
        number: true,
        sort: ({ last }) => last?.date ?? null,
      }),
      numberColumn(
        { field: "lastIndex", label: "Index", unit: "m³" },
        ({ last }) => last?.index ?? null,
      ),
      {
        field: "consent",
        label: "Consentement GRDF",
        cell: ({ consent }) => <ConsentStatus consent={consent} today={today} />,
        value: ({ consent }) => consent && consentText(consent, consentAlarm(consent, today)),
        sort: ({ consent }) => consent?.endDate ?? null,
      },
    ],
    order: null,
    words: ({ pce, name, projectName }) => [pce, name, projectName ?? ""],
    noun: "point de livraison",
    nouns: "points de livraison",
    nothing: "Aucun point de livraison ne correspond",
    icon: "drop",
    empty: {
      title: "Aucun point de livraison",
      text:
        "Le numéro d’un point de livraison (PCE) se saisit dans la configuration d’une chaufferie au gaz.",
      icon: "drop",
    },
  };
}
