import type { ComponentChildren } from "preact";
import { Fact, Status } from "@/components/ui/Page.tsx";
import { ALARM_HANDLER_LABELS } from "@/lib/alarms/alarm_handlers.ts";
import { alarmDurationS, type AlarmLine } from "@/lib/alarms/alarm_list.ts";
import type { Alarm } from "@/lib/alarms/schema.ts";
import { alarmPeriodText, authorText, mutedText } from "@/lib/alarms/text.ts";
import { formatInstant } from "@/lib/base/date_format.ts";
import { durationText } from "@/lib/base/text_periods.ts";
import { links } from "@/lib/ui/links.ts";

interface AlarmFactsProps {
  alarm: AlarmLine;
  /** The parent alarm; null for none. */
  parent: AlarmLine | null;
  timeZone: string;
  /** Seconds since 1970. */
  nowS: number;
  /** Other facts. */
  children?: ComponentChildren;
}

/** Subject, place, start and duration of an alarm. @spec alarms.pages */
export function AlarmFacts({ alarm, parent, timeZone, nowS, children }: AlarmFactsProps) {
  const { projectId, placeName } = alarm;
  return (
    <dl class="facts">
      <Fact label="État">
        <AlarmStatus alarm={alarm} timeZone={timeZone} />
      </Fact>
      <Fact label="Type">{ALARM_HANDLER_LABELS[alarm.handler]}</Fact>
      {placeName !== "" && (
        <Fact label="Lieu">
          <a href={alarmPlaceHref(alarm)}>{placeName}</a>
        </Fact>
      )}
      <Fact label="Période">{alarmPeriodText(alarm, timeZone)}</Fact>
      <Fact label="Durée">{durationText(alarmDurationS(alarm, nowS))}</Fact>
      {parent !== null && (
        <Fact label="Dépend de">
          <a href={links.alarm(projectId, parent.id)}>{parent.message}</a>
        </Fact>
      )}
      {children}
    </dl>
  );
}

function alarmPlaceHref(
  { projectId, houseId, boilerRoomId, buildingId, equipmentId }: AlarmLine,
): string {
  if (houseId !== null) return links.house(projectId, houseId);
  if (boilerRoomId !== null) return links.boilerRoom(projectId, boilerRoomId);
  if (buildingId !== null) return links.building(projectId, buildingId);
  return equipmentId === null
    ? links.residence(projectId)
    : links.equipment(projectId, equipmentId);
}

interface AlarmStatusProps {
  alarm: Pick<Alarm, "end" | "mutedUntil">;
  timeZone: string | undefined;
}

/** State of an alarm, open or closed, in a word with its colour; and whether planned work mutes it. */
function AlarmStatus({ alarm: { end, mutedUntil }, timeZone }: AlarmStatusProps) {
  if (end !== null) return <Status tone="info" label="Close" />;
  return mutedUntil === null
    ? <Status tone="very-bad" label="Ouverte" />
    : <Status tone="bad" label={mutedText(mutedUntil, timeZone)} />;
}

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
