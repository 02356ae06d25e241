import type { ComponentChildren } from "preact";
import { ReportSheetView } from "@/components/consumption_reports/ReportSheetView.tsx";
import { PageTitle } from "@/components/page/Page.tsx";
import { PeriodNavigator } from "@/components/periods/PeriodNavigator.tsx";
import type { ReportSheet } from "@/lib/domain/consumption_reports/types.ts";
import type { IsoDate, IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import { daysOfMonth } from "@/lib/domain/periods/period.ts";
import { monthOfRange } from "@/lib/pages/consumption_reports/report_month.ts";
import { sheetTitle } from "@/lib/text/consumption_reports/sheet.ts";
import { type State, todayOf } from "@/lib/web/state.ts";

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
      <PageTitle
        title={sheetTitle(sheet)}
        subtitle={`${residence}, logement ${dwelling}`}
        back={back}
        navigator={
          <PeriodNavigator
            range={daysOfMonth(month)}
            path={hrefOf(month)}
            hrefOf={(to) => hrefOf(monthOfRange(to))}
            today={todayOf(state)}
            {...first !== undefined && { first }}
          />
        }
      >
        {children}
      </PageTitle>
      {/* The printed sheet is for one occupant. */}
      {occupancies && <div class="no-print">{occupancies}</div>}
      <ReportSheetView sheet={sheet} page={url} image={image} qr={qr} />
    </>
  );
}
