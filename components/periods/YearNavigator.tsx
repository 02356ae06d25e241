import { PERIOD_STEP_LABELS } from "@/lib/text/periods.ts";
import { StepLink } from "./PeriodNavigator.tsx";

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
