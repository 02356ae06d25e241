import type { MonthRead } from "@/lib/domain/consumption_reports/running_month.ts";
import { monthReadNote } from "@/lib/text/consumption_reports/running_month.ts";

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
