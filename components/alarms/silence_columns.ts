import { instantColumn, statusColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import type { ListFilter } from "@/components/ui/list.ts";
import type { Tone } from "@/components/ui/Page.tsx";
import { labelledOptions } from "@/components/ui/SelectField.tsx";
import { ALARM_HANDLER_LABELS } from "@/lib/alarms/alarm_handlers.ts";
import { MUTE_STATES, type MuteLine, type MuteState } from "@/lib/alarms/silences.ts";
import { authorText, MUTE_LABELS, MUTE_STATE_LABELS } from "@/lib/alarms/text.ts";

const TONES: Readonly<Record<MuteState, Tone>> = { current: "bad", coming: "info", past: "info" };

const STATE = "État";

export function muteColumns(timeZone: string): readonly TableColumn<MuteLine>[] {
  return [
    textColumn("reason", MUTE_LABELS.reason, ({ reason }) => reason),
    textColumn("place", MUTE_LABELS.place, ({ placeName }) => placeName || "Toute la résidence"),
    textColumn(
      "handler",
      MUTE_LABELS.handler,
      ({ handler }) => handler === null ? "Toutes" : ALARM_HANDLER_LABELS[handler],
    ),
    ...(["from", "to"] as const).map((field) => ({
      ...instantColumn<MuteLine>(field, MUTE_LABELS[field], (silence) => silence[field], timeZone),
      // On the night when clocks are set back, the instants of a line are too long for one line.
      unbroken: false,
    })),
    textColumn("author", "Prévu par", ({ author }) => authorText(author)),
    statusColumn(
      "state",
      STATE,
      ({ state }) => ({ tone: TONES[state], label: MUTE_STATE_LABELS[state] }),
      { unbroken: true, sort: ({ state }) => MUTE_STATES.indexOf(state) },
    ),
  ];
}

/** Filter of planned works by state. */
export const MUTE_STATE_FILTER: ListFilter<MuteLine> = {
  field: "state",
  label: STATE,
  value: ({ state }) => state,
  options: labelledOptions(MUTE_STATES, MUTE_STATE_LABELS),
};
