import type { ComponentProps } from "preact";
import { PageTitle } from "@/components/ui/Page.tsx";
import { PeriodNavigator } from "@/components/ui/PeriodNavigator.tsx";
import { askedDate } from "@/lib/ui/query.ts";
import { type State, todayOf } from "@/lib/web/state.ts";

type RangeTitleProps =
  & Omit<ComponentProps<typeof PageTitle>, "navigator">
  & Omit<ComponentProps<typeof PeriodNavigator>, "path" | "today" | "date">
  & { state: State; url: URL };

/** Title of a page about a period, with the links to the other periods (F §2). */
export function RangeTitle(
  { title, subtitle, back, children, state, url, ...navigator }: RangeTitleProps,
) {
  return (
    <PageTitle
      {...{ title, subtitle, back, children }}
      navigator={
        <PeriodNavigator
          {...navigator}
          path={url.pathname}
          today={todayOf(state)}
          date={askedDate(url)}
        />
      }
    />
  );
}
