import type { ComponentChildren } from "preact";
import { AnnotationList } from "@/components/series/AnnotationList.tsx";
import { CsvLinks } from "@/components/ui/DataTable.tsx";
import { type BackLink, EmptyState, PageTitle } from "@/components/ui/Page.tsx";
import { PeriodNavigator } from "@/components/ui/PeriodNavigator.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { FRESH_DATA_SECONDS } from "@/lib/api/call.ts";
import type { PeriodChoices } from "@/lib/base/period_selector.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { Annotation } from "@/lib/series/schema.ts";
import { askedDate } from "@/lib/ui/query.ts";
import { type State, todayOf } from "@/lib/web/state.ts";

interface RangeFrameProps {
  title: string;
  subtitle: string;
  back?: BackLink;
  intro?: string;
  notices?: ComponentChildren;
  range: PeriodRange;
  choices: PeriodChoices;
  /** Message for a range without data; null to show the children. */
  empty: { title: string; next: string; icon?: "sensor" | "drop" } | null;
  state: State;
  url: URL;
  children: ComponentChildren;
}

/** The frame of a page whose URL ends with a period: its title with the periods, then the data of the range. */
export function RangeFrame(
  { range, choices, empty, state, url, children, intro, notices, ...title }: RangeFrameProps,
) {
  return (
    <>
      <PageTitle
        {...title}
        navigator={
          <PeriodNavigator
            range={range}
            path={url.pathname}
            choices={choices}
            today={todayOf(state)}
            date={askedDate(url)}
          />
        }
      />
      {intro && <p>{intro}</p>}
      {notices}
      {empty === null ? children : (
        <EmptyState title={empty.title} icon={empty.icon ?? "sensor"}>
          <p>{empty.next}</p>
        </EmptyState>
      )}
    </>
  );
}

/** The end of a range page: annotations of its days, and live refresh. */
export function RangeEnd(
  { annotations, settings, state }: {
    annotations: readonly Annotation[];
    /** URL of the annotation form; null for a user who may only read. */
    settings: string | null;
    state: State;
  },
) {
  const { timeZone } = residenceOf(state).project;
  return (
    <>
      <AnnotationList {...{ annotations, settings, timeZone }} />
      <PageRefresh everySeconds={FRESH_DATA_SECONDS} state={state} />
    </>
  );
}

/** The table of a range, refreshed in place, and its file. */
export function RangeBlock(
  { live, url, children }: { live: string; url: URL; children: ComponentChildren },
) {
  return (
    <div class="stack">
      <div data-live={live}>{children}</div>
      <CsvLinks page={url} />
    </div>
  );
}
