import { numberColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import type { List } from "@/components/ui/list.ts";
import { Status, type Tone } from "@/components/ui/Page.tsx";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import { type ConsentAlarm, consentAlarm } from "@/lib/gas/pce_rules.ts";
import type { GasConsent, GasPce } from "@/lib/gas/schema.ts";
import { consentText } from "@/lib/gas/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGE_NAMES } from "@/lib/ui/page_titles.ts";

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
        verdict: true,
        cell: ({ consent }) => <ConsentStatus consent={consent} today={today} />,
        value: ({ consent }) => consent && consentText(consent, consentAlarm(consent, today)),
        sort: ({ consent }) => consent?.endDate ?? null,
      },
    ],
    order: null,
    words: ({ pce, name, projectName }) => [pce, name, projectName ?? ""],
    noun: "point de livraison",
    nouns: "points de livraison",
    nothing: "Aucun point de livraison trouvé",
    icon: "drop",
    empty: {
      title: "Aucun point de livraison",
      text:
        "Le numéro d’un point de livraison (PCE) se saisit dans la configuration d’une chaufferie au gaz.",
      icon: "drop",
    },
  };
}

/** First columns of every list of delivery points: the point, its boiler room, its residence. */
export const PCE_COLUMNS: readonly TableColumn<GasPce>[] = [
  textColumn("pce", "PCE", ({ pce }) => pce, {
    cell: ({ pce }) => <a class="mono" href={links.gasYear(pce)}>{pce}</a>,
  }),
  textColumn("name", "Chaufferie", ({ name }) => name, { cell: roomLink }),
  textColumn("residence", "Résidence", ({ projectName }) => projectName),
];

/** The boiler room of a delivery point; empty when unset. */
function roomLink({ name, projectId, boilerRoomId }: GasPce) {
  if (projectId === null || boilerRoomId === null) return name;
  return <a href={links.boilerRoom(projectId, boilerRoomId)}>{name}</a>;
}

interface ConsentStatusProps {
  /** null before the first request to GRDF. */
  consent: GasConsent | null;
  today: IsoDate;
  /** Its text: with its end date, unless that is beside it. */
  text?: typeof consentText;
}

const TONES: Readonly<Record<ConsentAlarm["kind"], Tone>> = {
  ends: "bad",
  ended: "very-bad",
  closed: "very-bad",
};

/** The access given by a holder's consent today, as a word with its colour. */
export function ConsentStatus({ consent, today, text = consentText }: ConsentStatusProps) {
  if (consent === null) return <span class="soft">Pas encore demandé</span>;
  const alarm = consentAlarm(consent, today);
  const tone = alarm === null ? "good" : TONES[alarm.kind];
  return <Status tone={tone} label={text(consent, alarm)} />;
}
