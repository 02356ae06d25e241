import type { Tone } from "@/components/page/Notice.tsx";
import { Status } from "@/components/page/Status.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { dateColumn, textColumn } from "@/components/tables/text_column.ts";
import type { MuteState } from "@/lib/domain/alarms/mute_state.ts";
import type { AlarmMute } from "@/lib/domain/alarms/types.ts";
import { ALARM_HANDLER_LABELS } from "@/lib/text/alarms.ts";
import { authorText } from "@/lib/text/alarms/alarm_lists.ts";
import { MUTE_LABELS, MUTE_STATE_LABELS } from "@/lib/text/alarms/mutes.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";

interface MuteRow extends AlarmMute {
  readonly state: MuteState;
  /** "" for the whole residence. */
  readonly placeName: string;
}

const TONES: Readonly<Record<MuteState, Tone>> = { current: "bad", coming: "info", past: "info" };

/** The columns of the planned works of a residence. */
export function muteColumns(
  timeZone: string,
): readonly [TableColumn<MuteRow>, ...TableColumn<MuteRow>[]] {
  return [
    textColumn("reason", MUTE_LABELS.reason, ({ reason }) => reason),
    textColumn(
      "place",
      MUTE_LABELS.place,
      ({ placeName }) => placeName || "Toute la résidence",
    ),
    textColumn(
      "handler",
      MUTE_LABELS.handler,
      ({ handler }) => handler === null ? "Toutes" : ALARM_HANDLER_LABELS[handler],
    ),
    dateColumn("from", MUTE_LABELS.from, ({ from }) => formatInstant(from, timeZone)),
    dateColumn("to", MUTE_LABELS.to, ({ to }) => formatInstant(to, timeZone)),
    textColumn("author", "Prévu par", ({ author }) => authorText(author)),
    {
      field: "state",
      label: "État",
      unbroken: true,
      cell: ({ state }) => <Status tone={TONES[state]} label={MUTE_STATE_LABELS[state]} />,
      value: ({ state }) => MUTE_STATE_LABELS[state],
    },
  ];
}
