import { numberColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import type { List } from "@/components/ui/list.ts";
import { labelledOptions } from "@/components/ui/SelectField.tsx";
import { formatDay } from "@/lib/base/date_format.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { type GAS_FIGURES, GAS_TYPES, gasTotals, gasType } from "@/lib/gas/lines.ts";
import type { GasLine } from "@/lib/gas/schema.ts";
import { GAS_TOTAL_LABELS, GAS_TYPE_LABELS } from "@/lib/gas/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGE_NAMES } from "@/lib/ui/page_titles.ts";
import type { SortValue } from "@/lib/ui/tables.ts";

/** The lines of a delivery point's year, with the totals of each type (B §2). @spec gas.lines */
export function gasLineList(pce: string, year: number, path: string): List<GasLine> {
  return {
    title: `PCE ${pce}`,
    path,
    fileName: `${pce}.csv`,
    caption: `${PAGE_NAMES.gasYear} ${year}`,
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
      action: <a class="button" href={links.gasConsents()}>Voir les consentements</a>,
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
  const head = { field, label, ...unit !== "" && { unit } };
  return numberColumn(head, (line) => line[field], decimals);
}
