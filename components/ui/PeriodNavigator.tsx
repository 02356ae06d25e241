/** Links to the periods around the one shown, or to the years. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import {
  dayWithin,
  optionOf,
  type PeriodChoices,
  type PeriodOption,
  periodSelector,
  switchedPath,
  switchPeriod,
} from "@/lib/base/period_selector.ts";
import {
  type Direction,
  type PeriodLine,
  periodLines,
  startsAfter,
  startsBefore,
  steppedDate,
} from "@/lib/base/period_steps.ts";
import { type PeriodLevel, type PeriodRange, startDate } from "@/lib/base/periods.ts";
import {
  lineLabel,
  PERIOD_OPTION_LABELS,
  PERIOD_STEP_LABELS,
  STATIC_PERIOD_LABELS,
  yearLabel,
} from "@/lib/base/text_periods.ts";
import { withDate, withQuery } from "@/lib/ui/query.ts";
import { Icon } from "./Icon.tsx";

interface PeriodNavigatorProps {
  range: PeriodRange;
  /** URL of this page over this range, which ends with the period's segments. */
  path: string;
  /** URL of another period, for a page whose period is not at the end of its URL. */
  hrefOf?: (to: PeriodRange) => string;
  /** Query kept from one period to the next. */
  query?: string;
  choices?: PeriodChoices;
  /** Last day of the navigator; unbounded by default. */
  today?: IsoDate;
  /** The date that the page before looked at. */
  date?: IsoDate | undefined;
  /** First day of the navigator's first range; unbounded by default. */
  first?: IsoDate;
  /** Distinguishes several navigators on a page. */
  label?: string;
}

/** Links to years, months, days and types of periods, in the page title. @spec periods.navigator */
export function PeriodNavigator(props: PeriodNavigatorProps) {
  const { range, path, query = "", choices, today, first, date, label = "Période" } = props;
  const hrefOf = props.hrefOf ??
    ((to: PeriodRange) => withQuery(switchedPath(path, range, to), query));
  const hrefOn = (to: PeriodRange, on: IsoDate | null) =>
    on === null || today === undefined ? hrefOf(to) : withDate(hrefOf(to), to, { date: on, today });
  const stepsTo = (to: PeriodRange, level: PeriodLevel, direction: Direction) =>
    hrefOn(to, date === undefined ? null : steppedDate(date, range.type, { level, direction }));
  const forwardsTo = (to: PeriodRange, level: PeriodLevel) =>
    today !== undefined && startsAfter(to, today) ? null : stepsTo(to, level, 1);
  const backTo = (to: PeriodRange, level: PeriodLevel) =>
    first !== undefined && startsBefore(to, first) ? null : stepsTo(to, level, -1);
  const on = dayWithin(range, today ?? startDate(range), date);
  const selector = choices && periodSelector(choices);
  return (
    <nav class="period-navigator" aria-label={label}>
      {selector?.kind === "options" && (
        <PeriodTypes
          range={range}
          options={selector.options}
          hrefOf={(option) => {
            const to = switchPeriod(range, option, on);
            return hrefOn(to, on);
          }}
        />
      )}
      {periodLines(range).map((line) => (
        <PeriodLineLinks
          key={line.level}
          range={range}
          line={line}
          only={selector?.kind === "static" ? selector.label : null}
          backHref={line.previous && backTo(line.previous, line.level)}
          forwardHref={line.next && forwardsTo(line.next, line.level)}
        />
      ))}
    </nav>
  );
}

interface PeriodLineLinksProps {
  range: PeriodRange;
  line: PeriodLine;
  /** The only level of the page, whose label stands in place of a selector; null where there is one, or neither. */
  only: "year" | "month" | null;
  /** null beyond the bounds of the navigator. */
  backHref: string | null;
  forwardHref: string | null;
}

function PeriodLineLinks({ range, line, only, backHref, forwardHref }: PeriodLineLinksProps) {
  const { level, previous, next } = line;
  const labels = PERIOD_STEP_LABELS[level];
  return (
    <>
      {only === level && <span class="soft">{STATIC_PERIOD_LABELS[only]}</span>}
      <span class="period-line">
        <StepLink href={backHref} icon="arrow-left" label={stepLabel(labels.previous, previous)} />
        <strong>{lineLabel(range, level)}</strong>
        <StepLink href={forwardHref} icon="arrow-right" label={stepLabel(labels.next, next)} />
      </span>
    </>
  );
}

function stepLabel(label: string, to: PeriodRange | null): string {
  return to?.month === undefined && to !== null ? `${label}\u00A0: ${yearLabel(to)}` : label;
}

/** An arrow to another period; without a link beyond the bounds of the navigator. */
function StepLink(
  { href, icon, label }: { href: string | null; icon: "arrow-left" | "arrow-right"; label: string },
) {
  if (href === null) {
    return (
      <span aria-hidden="true">
        <Icon name={icon} small />
      </span>
    );
  }
  return (
    <a href={href} aria-label={label} title={label} aria-current="false">
      <Icon name={icon} small />
    </a>
  );
}

interface PeriodTypesProps {
  range: PeriodRange;
  options: readonly PeriodOption[];
  hrefOf(option: PeriodOption): string;
}

/** Mois, Semaines, Jours, Heures, 5 min: links to the same page in other slots. @spec periods.selector */
function PeriodTypes({ range, options, hrefOf }: PeriodTypesProps) {
  const current = optionOf(range.type);
  return (
    <span class="segments" role="group" aria-label="Type de période">
      {options.map((option) =>
        option === current
          ? (
            <strong key={option} class="segment-chosen" aria-current="true">
              {PERIOD_OPTION_LABELS[option]}
            </strong>
          )
          : (
            <a key={option} href={hrefOf(option)} aria-current="false">
              {PERIOD_OPTION_LABELS[option]}
            </a>
          )
      )}
    </span>
  );
}

interface YearNavigatorProps {
  year: number;
  /** First and last years of the navigator. */
  firstYear: number;
  lastYear: number;
  hrefOf(year: number): string;
}

/** Links to consecutive calendar years, for data without other periods. */
export function YearNavigator({ year, firstYear, lastYear, hrefOf }: YearNavigatorProps) {
  const { previous, next } = PERIOD_STEP_LABELS.year;
  return (
    <nav class="period-navigator" aria-label="Période">
      <span class="period-line">
        <StepLink
          href={year > firstYear ? hrefOf(year - 1) : null}
          icon="arrow-left"
          label={`${previous}\u00A0: ${year - 1}`}
        />
        <strong>{year}</strong>
        <StepLink
          href={year < lastYear ? hrefOf(year + 1) : null}
          icon="arrow-right"
          label={`${next}\u00A0: ${year + 1}`}
        />
      </span>
    </nav>
  );
}
