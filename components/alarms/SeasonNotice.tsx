import { Notice } from "@/components/page/Page.tsx";
import { outOfSeasonText } from "@/lib/text/alarms/season.ts";

/** Notice about unwatched heating circuits; nothing when all are watched. @spec alarms.season */
export function SeasonNotice({ rooms }: { rooms: readonly string[] }) {
  if (rooms.length === 0) return null;
  return (
    <Notice title="Hors saison de chauffe">
      <p>{outOfSeasonText(rooms)}</p>
    </Notice>
  );
}
