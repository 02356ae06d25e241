import { Status } from "@/components/page/Page.tsx";
import type { Alarm } from "@/lib/domain/alarms/types.ts";
import { mutedText } from "@/lib/text/alarms/alarm_lists.ts";

interface AlarmStatusProps {
  alarm: Pick<Alarm, "end" | "mutedUntil">;
  timeZone: string | undefined;
}

/** State of an alarm, open or closed, in a word with its colour; and whether planned work mutes it. */
export function AlarmStatus({ alarm: { end, mutedUntil }, timeZone }: AlarmStatusProps) {
  if (end !== null) return <Status tone="info" label="Close" />;
  return mutedUntil === null
    ? <Status tone="very-bad" label="Ouverte" />
    : <Status tone="bad" label={mutedText(mutedUntil, timeZone)} />;
}
