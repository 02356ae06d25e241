import type { MonthRead } from "@/lib/domain/consumption_reports/running_month.ts";
import { monthReadNote } from "@/lib/text/consumption_reports/running_month.ts";

/** A figure that another month is compared with, and how much of it was read when that is not all. */
export function ComparedFigure({ month, text }: { month: MonthRead; text: string }) {
  const note = monthReadNote(month);
  return (
    <>
      {text}
      {note !== "" && <small class="slot-mark">{note}</small>}
    </>
  );
}
