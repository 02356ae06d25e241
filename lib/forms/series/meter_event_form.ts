import type { SeriesScope } from "@/lib/domain/projects/types.ts";
import { HIGHEST_INDEX } from "@/lib/domain/series/manual_index.ts";
import { COMMENT_MAX_LENGTH } from "@/lib/domain/series/meter_event.ts";
import { METER_EVENT_KINDS } from "@/lib/domain/series/types.ts";
import { check, choice, date, number, pick, text, time } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";
import { OLD_DATE_LABELS } from "@/lib/text/old_dates.ts";
import {
  METER_EVENT_KIND_LABELS,
  METER_EVENT_LABELS as LABELS,
} from "@/lib/text/series/meter_events.ts";

/** Default time of an event. */
export const NOON = "12:00";

/**
 * A replacement or a reset of a meter: its time, the final index of the old register and the first index of the new
 * one. A housing series requires the dwelling.
 *
 * @spec series.meter-events
 */
export function meterEventForm(
  { scope, unit: { unit } }: {
    readonly scope: SeriesScope;
    readonly unit: { readonly unit: string };
  },
) {
  return form({
    name: "event",
    fields: {
      what: choice(METER_EVENT_KINDS, METER_EVENT_KIND_LABELS, {
        label: LABELS.what,
        required: true,
        initial: "replacement",
      }),
      houseId: pick({
        label: LABELS.houseId,
        control: "named",
        empty: "Choisir",
        required: scope === "housing",
      }),
      date: date({ label: LABELS.date, required: true }),
      time: time({ label: LABELS.time, required: true, initial: NOON }),
      finalIndex: number({
        label: LABELS.finalIndex,
        hint: `En ${unit}, vide si personne ne l’a lu`,
        min: 0,
        max: HIGHEST_INDEX,
      }),
      firstIndex: number({
        label: LABELS.firstIndex,
        hint: `En ${unit}`,
        required: true,
        initial: "0",
        min: 0,
        max: HIGHEST_INDEX,
      }),
      comment: text({ label: LABELS.comment, maxLength: COMMENT_MAX_LENGTH, isWide: true }),
      acceptOld: check({ label: OLD_DATE_LABELS.typed, isWide: true }),
    },
  });
}
