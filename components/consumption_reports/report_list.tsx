/** Shows the list of a month's reports and the form that orders them. @module */

import { fileColumn, rounded, textColumn, tickColumn } from "@/components/ui/columns.tsx";
import { type TableColumn, TotalRow } from "@/components/ui/DataTable.tsx";
import type { List } from "@/components/ui/list.ts";
import { Notice, Section, Status } from "@/components/ui/Page.tsx";
import { PostForm, Refusal, sectionEntry } from "@/components/ui/PostForm.tsx";
import type { IsoMonth } from "@/lib/base/civil_dates.ts";
import { CENTS, wholePercentOf } from "@/lib/base/rounding.ts";
import { countText, formatNumber, formatPercent } from "@/lib/base/text_format.ts";
import { EVERY_HOUSE, REPORT_ORDER_FORM } from "@/lib/consumption_reports/forms.ts";
import {
  isCostDoubtful,
  itemOfKind,
  type ReportKind,
  type ReportLine,
  reportStates,
  reportTotals,
} from "@/lib/consumption_reports/month_list.ts";
import type { ConsumptionItem } from "@/lib/consumption_reports/schema.ts";
import {
  doubtfulKindsText,
  MEAN_ROW,
  NO_REPORT,
  reportStateLabel,
} from "@/lib/consumption_reports/text.ts";
import { changeText } from "@/lib/consumption_reports/text_sheet.ts";
import { floorChoices, floorText } from "@/lib/housing/dwelling_list.ts";
import {
  CONSUMPTION_STATUS_LABELS,
  floorLabel,
  HOUSE_LABELS,
  REMARKS,
} from "@/lib/housing/text.ts";
import { DOUBTFUL, KIND_LABELS, withDoubt } from "@/lib/series/text.ts";
import { ticked } from "@/lib/ui/fields.ts";
import type { ShownForm } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";

const FORM_ID = "reports-form";

interface ReportOrderProps {
  action: string;
  /** Number of dwellings that match the filters. */
  count: number;
  shown: ShownForm | null;
}

/** Orders the reports of the dwellings selected in the list above. */
export function ReportOrder({ action, count, shown }: ReportOrderProps) {
  return (
    <div class="no-print">
      <Section
        id={REPORT_ORDER_FORM.name}
        title="Préparer les bilans"
        intro="Un PDF d’une page A4 par logement, à imprimer ou à envoyer. Il se prépare en arrière-plan et se télécharge dans «&nbsp;Mes PDF&nbsp;»."
      >
        {shown && <Refusal {...shown} />}
        {shown?.errors["houses"] && (
          <Notice tone="very-bad" live focused>
            Choisissez au moins un logement dans la liste.
          </Notice>
        )}
        <PostForm
          class="form"
          id={FORM_ID}
          action={sectionEntry(action, REPORT_ORDER_FORM.name)}
          // Browsers restore ticks by rank: after Back, they may be those of other dwellings.
          autocomplete="off"
          data-guard="watched"
        >
          <div class="submit-bar">
            <button type="submit" class="button button-primary">
              Préparer les bilans choisis
            </button>
            <button type="submit" class="button" name="intent" value={EVERY_HOUSE}>
              Préparer toute la liste ({countText(count, "logement")})
            </button>
          </div>
        </PostForm>
      </Section>
    </div>
  );
}

/** The box of each dwelling; a refused order keeps its selection. */
function houseTicks(shown: ShownForm | null): TableColumn<ReportLine> {
  return tickColumn({
    form: FORM_ID,
    name: "houses",
    value: ({ id }) => id,
    label: ({ name }) => name,
    chosen: ticked(shown?.values["houses"] ?? ""),
  });
}

interface ReportListOptions {
  readonly project: { readonly id: string; readonly name: string };
  readonly month: IsoMonth;
  /** Every dwelling of the month. */
  readonly lines: readonly ReportLine[];
  readonly kinds: readonly ReportKind[];
  /** The means of the residence; null when no figure has enough dwellings. */
  readonly mean: ReportLine | null;
  /** A refused order, whose selection is kept. */
  readonly shown: ShownForm | null;
}

/** The month of every dwelling, each linked to its report. @spec reports.month-list */
export function reportList(
  { project: { id: projectId, name: projectName }, month, lines, kinds, mean, shown }:
    ReportListOptions,
): List<ReportLine> {
  return {
    path: links.consumptionReports(projectId, month),
    fileName: `${PAGES.consumptionReports.title} ${projectName} ${month}.csv`,
    columns: [
      textColumn("name", "Logement", ({ name }) => name, {
        cell: ({ id, name, isShared }) => (
          <>
            <a href={links.consumptionReport({ projectId, houseId: id, month })}>{name}</a>
            {isShared && <small class="slot-mark">mois partagé</small>}
          </>
        ),
      }),
      ...kinds.map(kindColumn),
      {
        field: "cost",
        label: "Coût",
        unit: "€",
        number: true,
        cell: ({ totalCost, items }) => (
          <>
            {formatNumber(totalCost, 2, 2)}
            {isCostDoubtful(items) && <small class="slot-mark">{DOUBTFUL}</small>}
          </>
        ),
        value: ({ totalCost }) => rounded(totalCost, CENTS),
        sort: ({ totalCost }) => totalCost,
      },
      {
        field: "completeness",
        label: "Relevé",
        number: true,
        cell: (line) => formatPercent(readPercent(line), 0),
        value: readPercent,
        sort: ({ completeness }) => completeness,
      },
      houseTicks(shown),
      fileColumn(REMARKS, ({ items }) => doubtfulKindsText(items)),
    ],
    filters: [
      { field: "state", label: "État", value: reportStates, text: reportStateLabel, least: 2 },
      {
        field: "floor",
        label: HOUSE_LABELS.floor,
        value: ({ floor }) => floorText(floor),
        options: floorChoices(lines, floorLabel),
        least: 2,
      },
    ],
    words: ({ name }) => [name],
    // Within the limit of page weight.
    pageSize: 15,
    noun: "logement",
    nothing: "Aucun logement trouvé",
    icon: "house",
    empty: { title: NO_REPORT.title, text: NO_REPORT.next, icon: "house" },
    wide: true,
    foot: (lines) => <ReportFoot {...{ lines, kinds, mean }} />,
  };
}

function readPercent({ completeness }: ReportLine): number | null {
  return completeness === null ? null : wholePercentOf(completeness);
}

function kindColumn({ kind, unit }: ReportKind): TableColumn<ReportLine> {
  const valueOf = (line: ReportLine) => itemOfKind(line, kind)?.value ?? null;
  return {
    field: kind,
    label: KIND_LABELS[kind],
    unit,
    number: true,
    cell: (line) => <ItemCell item={itemOfKind(line, kind)} />,
    value: (line) => rounded(valueOf(line), 1),
    sort: valueOf,
  };
}

function ItemCell({ item }: { item: ConsumptionItem | undefined }) {
  // On the first of a month, the projection is compared with the year before, and no value is shown yet.
  if (item === undefined || item.value === null) return null;
  const change = changeText(item);
  return (
    <>
      {formatNumber(item.value, 1, 1)}
      {item.doubtful && <small class="slot-mark">{DOUBTFUL}</small>}
      {item.status === "bad"
        ? <Status tone="bad" label={change || CONSUMPTION_STATUS_LABELS.bad} />
        : change !== "" && <small class="slot-mark">{change}</small>}
    </>
  );
}

function ReportFoot(
  { lines, kinds, mean }: {
    lines: readonly ReportLine[];
    kinds: readonly ReportKind[];
    mean: ReportLine | null;
  },
) {
  const totals = reportTotals(lines, kinds);
  const figures = (values: readonly (number | null)[], doubtful: readonly boolean[] = []) =>
    values.map((value, position) => withDoubt(formatNumber(value, 1, 1), doubtful[position]));
  const cost = withDoubt(formatNumber(totals.cost, 2, 2), totals.isCostDoubtful);
  const means = mean && kinds.map(({ kind }) => itemOfKind(mean, kind)?.value ?? null);
  return (
    <>
      {means && <TotalRow label={MEAN_ROW} cells={[...figures(means), ...AFTER]} />}
      <TotalRow
        label="Total de la liste"
        cells={[...figures(totals.byKind, totals.doubtfulKinds), cost, ...AFTER.slice(1)]}
      />
    </>
  );
}

/** The columns after those of the kinds: cost, completeness, checkbox. */
const AFTER = [null, null, null];
