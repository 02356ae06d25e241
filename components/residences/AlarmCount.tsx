import { alarmCountText } from "@/lib/residences/text.ts";

interface AlarmCountProps {
  count: number;
  href: string;
  /** Text of the count; by default, that of open alarms. */
  text?: (count: number) => string;
}

/** Number of open alarms of a place; nothing for 0. */
export function AlarmCount({ count, href, text = alarmCountText }: AlarmCountProps) {
  return count > 0 ? <a class="alarm-count" href={href}>{text(count)}</a> : null;
}
