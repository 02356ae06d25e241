import type { ComponentChildren } from "preact";
import { ConsumptionBar } from "@/components/housing/running_month_table.tsx";
import {
  type PageTable,
  PageTables,
  type TableColumn,
  TotalRow,
} from "@/components/ui/DataTable.tsx";
import { Notice, Status } from "@/components/ui/Page.tsx";
import { fileColumn } from "@/components/ui/columns.tsx";
import { RangeTitle } from "@/components/web/RangeTitle.tsx";
import type { IsoDate, IsoMonth } from "@/lib/base/civil_dates.ts";
import { daysOfMonth, monthOfRange } from "@/lib/base/periods.ts";
import { capitalized } from "@/lib/base/strings.ts";
import { formatEuros } from "@/lib/base/text_format.ts";
import { isCostDoubtful } from "@/lib/consumption_reports/month_list.ts";
import type { ConsumptionItem, ReportSheet } from "@/lib/consumption_reports/schema.ts";
import { IMAGE_LABEL } from "@/lib/consumption_reports/text.ts";
import {
  type ComparedUse,
  comparedUses,
  correctedNote,
  doubtRemarks,
  QR_CODE_HINT,
  QR_CODE_LABEL,
  type SheetColumn,
  sheetColumns,
  sheetExplanations,
  sheetFileName,
  sheetSentences,
  sheetTitle,
  statusText,
} from "@/lib/consumption_reports/text_sheet.ts";
import { dwellingWords, REMARKS } from "@/lib/housing/text.ts";
import { MONTH_ONLY } from "@/lib/series/pages.ts";
import { withDoubt } from "@/lib/series/text.ts";
import type { State } from "@/lib/web/state.ts";

interface ReportSheetPageProps extends Pick<Parameters<typeof ReportSheetView>[0], "image" | "qr"> {
  sheet: ReportSheet;
  state: State;
  url: URL;
  back: { href: string; label: string };
  hrefOf(month: IsoMonth): string;
  /** First day of the selectable months; any by default. */
  first?: IsoDate;
  children?: ComponentChildren;
  occupancies?: ComponentChildren;
}

/** The report of a dwelling for a month, for its landlord and for its occupant. */
export function ReportSheetPage(
  { sheet, state, url, back, hrefOf, first, image, qr, children, occupancies }:
    ReportSheetPageProps,
) {
  const { month, residence, dwelling } = sheet;
  return (
    <>
      <RangeTitle
        title={sheetTitle(sheet)}
        subtitle={`${residence}, ${dwellingWords(dwelling)}`}
        back={back}
        range={daysOfMonth(month)}
        hrefOf={(to) => hrefOf(monthOfRange(to))}
        choices={MONTH_ONLY}
        {...first !== undefined && { first }}
        {...{ state, url }}
      >
        {children}
      </RangeTitle>
      {/* The printed sheet is for one occupant. */}
      {occupancies && <div class="no-print">{occupancies}</div>}
      <ReportSheetView sheet={sheet} page={url} image={image} qr={qr} />
    </>
  );
}

interface ReportSheetViewProps {
  sheet: ReportSheet;
  page: URL;
  /** URL of the landlord's image, for reports that have one. */
  image: string;
  /** QR code of the occupant's page; null on that page. */
  qr: { readonly size: number; readonly path: string } | null;
}

/** The report of a dwelling as one page, which prints on one sheet. @spec reports.sheet */
function ReportSheetView({ sheet, page, image, qr }: ReportSheetViewProps) {
  const { days, headline, notices } = sheetSentences(sheet);
  return (
    <article class="card report-sheet">
      <header>
        <div>
          <p class="report-headline">{headline}</p>
          {sheet.occupant && <p>{sheet.occupant}</p>}
          {days && <p class="soft">{days}</p>}
        </div>
        {sheet.hasImage && <img src={image} alt={IMAGE_LABEL} />}
      </header>
      {notices.length > 0 && (
        <Notice>{notices.map((notice) => <p key={notice}>{notice}</p>)}</Notice>
      )}
      <PageTables tables={[sheetTable(sheet)]} url={page} />
      <ComparedBars sheet={sheet} />
      <footer>
        <ul class="small soft">
          {sheetExplanations(sheet).map((text) => <li key={text}>{text}</li>)}
        </ul>
        {qr && (
          <figure class="qr-code">
            <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={QR_CODE_LABEL}>
              <path d={qr.path} />
            </svg>
            <figcaption class="small">{QR_CODE_HINT}</figcaption>
          </figure>
        )}
      </footer>
    </article>
  );
}

function ComparedBars({ sheet }: { sheet: ReportSheet }) {
  const compared = comparedUses(sheet, "moyenne");
  if (compared.length === 0) return null;
  return (
    <div class="compared-bars">{compared.map((use) => <UseBars key={use.kind} {...use} />)}</div>
  );
}

/** Units of the drawing: a bar is 8 high, and 12 from the next one. */
const WIDTH = 100;
const STEP = 12;
const HEIGHT = 8;

function UseBars({ label, bars }: Pick<ComparedUse, "label" | "bars">) {
  const most = Math.max(...bars.map(({ value }) => value));
  const lines = bars.map(({ name, text }) => `${capitalized(name)}\u00A0: ${text}`);
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${bars.length * STEP - (STEP - HEIGHT)}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}. ${lines.join(", ")}`}
      >
        {bars.map((bar, position) => (
          <rect
            key={bar.role}
            class={`bar-${bar.role}`}
            y={position * STEP}
            height={HEIGHT}
            width={most <= 0 ? 0 : Math.max(0, WIDTH * bar.value / most)}
          />
        ))}
      </svg>
      <ul aria-hidden="true">{lines.map((text) => <li key={text}>{text}</li>)}</ul>
    </figure>
  );
}

/** The uses of a dwelling, each with the year before, the mean and the reference. */
export function sheetTable(sheet: ReportSheet): PageTable<ConsumptionItem> {
  const columns = sheetColumns(sheet);
  const [, ...figures] = columns;
  const totalCost = withDoubt(formatEuros(sheet.totalCost), isCostDoubtful(sheet.items));
  return {
    fileName: `${sheetFileName(sheet)}.csv`,
    caption: "Usage par usage",
    wide: true,
    columns: [
      ...columns.map(tableColumn),
      fileColumn("Unité", ({ unit }) => unit),
      fileColumn(REMARKS, doubtRemarks),
    ],
    rows: sheet.items,
    foot: sheet.totalCost !== null && (
      <TotalRow
        cells={figures.map(({ field }) => field === "cost" ? totalCost : null)}
      />
    ),
  };
}

function tableColumn({ field, label, text, value }: SheetColumn): TableColumn<ConsumptionItem> {
  const cell = (item: ConsumptionItem) => cellOf(field, item, text);
  return { field, label, number: field !== "kind", cell, value };
}

function cellOf(field: SheetColumn["field"], item: ConsumptionItem, text: SheetColumn["text"]) {
  const shown = text(item);
  if (shown === "") return null;
  switch (field) {
    case "before":
      return <Before item={item} text={shown} />;
    case "reference":
      return (
        <>
          <div>{shown}</div>
          <ConsumptionBar percent={item.referencePercent} label={shown} />
        </>
      );
    default:
      return shown;
  }
}

/** The year before, its value in this year's weather, and the change since. */
function Before({ item, text }: { item: ConsumptionItem; text: string }) {
  const note = correctedNote(item);
  return (
    <>
      {text}
      {note !== "" && <small class="slot-mark">{note}</small>}
      {item.status && <Status tone={item.status} label={statusText(item)} />}
    </>
  );
}
