import type { Register, RegisterColumn } from "@/components/contracting/RegisterPage.tsx";
import type { Tone } from "@/components/page/Notice.tsx";
import { Status } from "@/components/page/Status.tsx";
import { dateColumn, textColumn } from "@/components/tables/columns.tsx";
import { MUTE_STATES, type MuteState } from "@/lib/domain/alarms/mute_state.ts";
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

const STATE = "État";

export function muteColumns(timeZone: string): readonly RegisterColumn<MuteRow>[] {
  return [
    textColumn("reason", MUTE_LABELS.reason, ({ reason }) => reason),
    textColumn("place", MUTE_LABELS.place, ({ placeName }) => placeName || "Toute la résidence"),
    textColumn(
      "handler",
      MUTE_LABELS.handler,
      ({ handler }) => handler === null ? "Toutes" : ALARM_HANDLER_LABELS[handler],
    ),
    instantColumn("from", timeZone),
    instantColumn("to", timeZone),
    textColumn("author", "Prévu par", ({ author }) => authorText(author)),
    {
      field: "state",
      label: STATE,
      unbroken: true,
      cell: ({ state }) => <Status tone={TONES[state]} label={MUTE_STATE_LABELS[state]} />,
      value: ({ state }) => MUTE_STATE_LABELS[state],
      sort: ({ state }) => MUTE_STATES.indexOf(state),
    },
  ];
}

function instantColumn(field: "from" | "to", timeZone: string): RegisterColumn<MuteRow> {
  return {
    ...dateColumn(
      field,
      MUTE_LABELS[field],
      (mute: MuteRow) => formatInstant(mute[field], timeZone),
    ),
    // On the night when clocks are set back, the instants of a line are too long for one line.
    unbroken: false,
    sort: (mute) => Date.parse(mute[field]),
  };
}

/** Filter of planned works by state. */
export const MUTE_STATE_FILTER: Register<MuteRow>["filters"][number] = {
  field: "state",
  label: STATE,
  value: ({ state }) => state,
  options: MUTE_STATES.map((value) => ({ value, label: MUTE_STATE_LABELS[value] })),
};
