import type { Alarm } from "@/lib/domain/alarms/types.ts";
import { authorText } from "@/lib/text/alarms/alarm_lists.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";

/** The comments on an alarm, oldest first. */
export function AlarmComments(
  { comments, timeZone }: { comments: Alarm["alarmComments"]; timeZone: string },
) {
  if (comments.length === 0) return <p class="soft">Aucun commentaire.</p>;
  return (
    <ol class="alarm-comments">
      {comments.map(({ id, author, date, text }) => (
        <li key={id}>
          <p class="small soft">{authorText(author)}, le {formatInstant(date, timeZone)}</p>
          <p class="alarm-comment">{text}</p>
        </li>
      ))}
    </ol>
  );
}
