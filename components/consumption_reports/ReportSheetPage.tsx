import type { ComponentChildren } from "preact";
import { PageTables } from "@/components/ui/DataTable.tsx";
import { Notice } from "@/components/ui/Page.tsx";
import { RangeTitle } from "@/components/web/RangeTitle.tsx";
import type { IsoDate, IsoMonth } from "@/lib/base/civil_dates.ts";
import { daysOfMonth, monthOfRange } from "@/lib/base/periods.ts";
import { capitalized } from "@/lib/base/strings.ts";
import type { ReportSheet } from "@/lib/consumption_reports/schema.ts";
import { IMAGE_LABEL } from "@/lib/consumption_reports/text.ts";
import {
  type ComparedUse,
  comparedUses,
  QR_CODE_HINT,
  QR_CODE_LABEL,
  sheetExplanations,
  sheetSentences,
  sheetTitle,
} from "@/lib/consumption_reports/text_sheet.ts";
import { dwellingWords } from "@/lib/housing/text.ts";
import { MONTH_ONLY } from "@/lib/series/pages.ts";
import { type State } from "@/lib/web/state.ts";
import { sheetTable } from "./sheet_table.tsx";

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
