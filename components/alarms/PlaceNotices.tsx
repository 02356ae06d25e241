import { Notice } from "@/components/ui/Page.tsx";
import type { Alarm, AlarmMute } from "@/lib/alarms/schema.ts";
import { outOfSeasonText, worksText } from "@/lib/alarms/text.ts";
import { othersText } from "@/lib/base/text_format.ts";
import { openAlarmsText } from "@/lib/residences/text.ts";
import { links } from "@/lib/ui/links.ts";

interface PlaceNoticesProps {
  projectId: string;
  timeZone: string;
  alarms: readonly Alarm[];
  mutes: readonly AlarmMute[];
}

/** Maximum number of alarms listed: the list page has the others. */
const LISTED = 5;

/** Open alarms of a place, above its figures, and the works that mute them; nothing without any. */
export function PlaceNotices({ projectId, timeZone, alarms, mutes }: PlaceNoticesProps) {
  const others = alarms.length - LISTED;
  return (
    <>
      {mutes.map((silence) => (
        <Notice key={silence.id} tone="bad" title={worksText(silence, timeZone)}>
          <p>{silence.reason}</p>
        </Notice>
      ))}
      {alarms.length > 0 && (
        <Notice tone="very-bad" title={openAlarmsText(alarms.length)}>
          <ul>
            {alarms.slice(0, LISTED).map(({ id, message }) => (
              <li key={id}>
                <a href={links.alarm(projectId, id)}>{message}</a>
              </li>
            ))}
          </ul>
          {others > 0 && <a href={links.alarms(projectId)}>{othersText(others)}</a>}
        </Notice>
      )}
    </>
  );
}

/** Notice about unwatched heating circuits; nothing when all are watched. @spec alarms.season */
export function SeasonNotice({ rooms }: { rooms: readonly string[] }) {
  if (rooms.length === 0) return null;
  return (
    <Notice title="Hors saison de chauffe">
      <p>{outOfSeasonText(rooms)}</p>
    </Notice>
  );
}
