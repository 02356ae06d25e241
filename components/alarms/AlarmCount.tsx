import { alarmCountText } from "@/lib/text/alarms/alarm_lists.ts";

interface AlarmCountProps {
  count: number;
  /** Where they are named. */
  href: string;
  /** How the count is read; where its head says that they are open, by default. */
  text?: (count: number) => string;
}

/** The open alarms of a place; nothing without one. */
export function AlarmCount({ count, href, text = alarmCountText }: AlarmCountProps) {
  return count > 0 ? <a class="alarm-count" href={href}>{text(count)}</a> : null;
}
