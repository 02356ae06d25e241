import { Notice } from "@/components/page/Notice.tsx";
import { OUT_OF_SEASON, outOfSeasonText } from "@/lib/text/alarms/season.ts";

/** Says that heating circuits are not watched; nothing when those of all boiler rooms are. @spec alarms.season */
export function SeasonNotice({ rooms }: { rooms: readonly string[] }) {
  if (rooms.length === 0) return null;
  return (
    <Notice title={OUT_OF_SEASON}>
      <p>{outOfSeasonText(rooms)}</p>
    </Notice>
  );
}
