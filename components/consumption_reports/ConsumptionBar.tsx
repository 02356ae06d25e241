import { Status } from "@/components/page/Page.tsx";
import { type MonthRead, progressStatus } from "@/lib/domain/consumption_reports/running_month.ts";
import { wholePercent } from "@/lib/domain/numbers/percent.ts";
import { monthReadNote, PROGRESS_LABELS } from "@/lib/text/consumption_reports/running_month.ts";
import { formatPercent } from "@/lib/text/format/numbers.ts";

interface ConsumptionBarProps {
  /** Percentage of the reference; null when there is nothing to compare with. */
  percent: number | null;
  label: string;
}

/** A share as a bar, with its figure, its word and its drawing (B §9 "Consumption progress bar"). @spec reports.progress-bar */
export function ConsumptionBar({ percent, label }: ConsumptionBarProps) {
  if (percent === null) return null;
  const status = progressStatus(percent);
  return (
    <span class="consumption-bar">
      <progress
        class={`bar-${status}`}
        max="100"
        value={Math.min(percent, 100)}
        aria-label={label}
      />
      <span class="number">{formatPercent(wholePercent(percent), 0)}</span>
      <Status tone={status} label={PROGRESS_LABELS[status]} />
    </span>
  );
}

/** A figure for comparison, with its completeness when it is partial. */
export function ComparedFigure({ month, text }: { month: MonthRead; text: string }) {
  const note = monthReadNote(month);
  return (
    <>
      {text}
      {note !== "" && <small class="slot-mark">{note}</small>}
    </>
  );
}
