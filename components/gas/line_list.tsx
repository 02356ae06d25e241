/** Lists of gas lines and of delivery points. @module */

import { numberColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import type { List } from "@/components/ui/list.ts";
import { Status, type Tone } from "@/components/ui/Page.tsx";
import { labelledOptions } from "@/components/ui/SelectField.tsx";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { type GAS_FIGURES, GAS_TYPES, gasTotals, gasType } from "@/lib/gas/lines.ts";
import { type ConsentAlarm, consentAlarm } from "@/lib/gas/pce_rules.ts";
import type { GasConsent, GasLine, GasPce } from "@/lib/gas/schema.ts";
import { consentText, GAS_TOTAL_LABELS, GAS_TYPE_LABELS } from "@/lib/gas/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import type { SortValue } from "@/lib/ui/tables.ts";

/** The lines of a delivery point's year, with the totals of each type (B §2). @spec gas.lines */
export function gasLineList(pce: string, year: number, path: string): List<GasLine> {
  return {
    path,
    fileName: `${pce}.csv`,
    caption: `${PAGES.gasYear.title} ${year}`,
    columns: COLUMNS,
    order: "toDate",
    direction: "desc",
    filters: [{
      field: "type",
      label: "Type",
      value: gasType,
      options: labelledOptions(GAS_TYPES, GAS_TYPE_LABELS),
    }],
    // The published months of a year, or three weeks of gas days: ten columns make many cells.
    pageSize: 20,
    noun: "relevé",
    nothing: "Aucun relevé de ce type",
    icon: "drop",
    empty: {
      title: `Aucun relevé en ${year}`,
      text:
        "Les relevés viennent de GRDF, quand le titulaire du contrat y consent, ou d’un fichier importé.",
      icon: "drop",
      children: <a class="button" href={links.gasConsents()}>Voir les consentements</a>,
    },
    wide: true,
    foot: (lines) => <GasTotals lines={lines} />,
  };
}

/** Coefficients have more decimals than the figures of other tables. */
const COEFFICIENT_DECIMALS = 4;

/** Totals of both types of lines, which are of the same gas and not added. */
function GasTotals({ lines }: { lines: readonly GasLine[] }) {
  return (
    <>
      {gasTotals(lines).map(({ type, volume, energy, hasOverlap }) => (
        <tr key={type}>
          <th scope="row" colSpan={5}>
            {GAS_TOTAL_LABELS[type]}
            {hasOverlap && (
              <small class="slot-mark">
                des périodes se recouvrent&nbsp;: leur gaz compte deux fois
              </small>
            )}
          </th>
          <td class="number">{formatNumber(volume)}</td>
          <td class="number">{formatNumber(energy)}</td>
          <td colSpan={3} />
        </tr>
      ))}
    </>
  );
}

/** The columns of the specification, in its order, on the page and in the file. */
const COLUMNS: readonly TableColumn<GasLine>[] = [
  textColumn("type", "Type", (line) => GAS_TYPE_LABELS[gasType(line)], { sort: gasType }),
  day("fromDate", "Du", ({ fromDate }) => fromDate),
  day("toDate", "Au", (line) => [line.toDate, line.fromDate, gasType(line)]),
  figure("fromIndex", "Index de début", "m³"),
  figure("toIndex", "Index de fin", "m³"),
  figure("volume", "Volume", "m³"),
  figure("energy", "Énergie", "kWh"),
  figure("factorPta", "PTA", "", COEFFICIENT_DECIMALS),
  figure("factorPcs", "PCS", "", COEFFICIENT_DECIMALS),
  figure("factorConversion", "Conversion", "", COEFFICIENT_DECIMALS),
];

function day(
  field: "fromDate" | "toDate",
  label: string,
  sort: (line: GasLine) => SortValue,
): TableColumn<GasLine> {
  return textColumn(field, label, (line) => formatDay(line[field]), { number: true, sort });
}

function figure(
  field: typeof GAS_FIGURES[number],
  label: string,
  unit: string,
  decimals = 1,
): TableColumn<GasLine> {
  const own = unit === "" ? {} : { unit };
  return numberColumn(field, label, (line) => line[field], { ...own, most: decimals });
}

/** The delivery points of an organisation, with their last reading and their consent. */
export function pceList(today: IsoDate): List<GasPce> {
  return {
    path: links.gasPces(),
    fileName: "points-de-livraison.csv",
    columns: [
      ...PCE_COLUMNS,
      textColumn("lastDate", "Dernier relevé", ({ last }) => formatDay(last?.date ?? null), {
        number: true,
        sort: ({ last }) => last?.date ?? null,
      }),
      numberColumn("lastIndex", "Index", ({ last }) => last?.index ?? null, { unit: "m³" }),
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
