import { MOST_DELAY_MINUTES, MUTE_REASON_MAX_LENGTH } from "@/lib/domain/alarms/limits.ts";
import { ALARM_HANDLERS, type AlarmMute, type AlarmMuteDraft } from "@/lib/domain/alarms/types.ts";
import { isIsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf, clockTimeOf, epochOfClock } from "@/lib/domain/periods/zoned_days.ts";
import { isClockTime } from "@/lib/domain/series/meter_event.ts";
import { area, choice, date, hidden, number, pick, text, time } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";
import { ALARM_HANDLER_LABELS } from "@/lib/text/alarms.ts";
import { MUTE_LABELS } from "@/lib/text/alarms/mutes.ts";

/** Planned works; times are in the residence's time zone. @spec alarms.mutes */
export function muteForm(timeZone: string) {
  const clockOf = (instant: string) => {
    const epochMs = Date.parse(instant);
    return { day: civilDateOf(epochMs, timeZone), clock: clockTimeOf(epochMs, timeZone) };
  };
  /** An unchanged time keeps its instant: the clock shows some times twice when it changes. */
  const instantOf = (day: string, clock: string, shown: string) => {
    if (isInstant(shown)) {
      const before = clockOf(shown);
      if (before.day === day && before.clock === clock) return shown;
    }
    const [hours = 0, minutes = 0] = clock.split(":").map(Number);
    const epochS = epochOfClock(day, hours * 3_600 + minutes * 60, timeZone);
    return new Date(epochS * 1_000).toISOString();
  };
  return form({
    name: "mute",
    fields: {
      place: pick({ label: MUTE_LABELS.place, control: "named", empty: "Toute la résidence" }),
      handler: choice(ALARM_HANDLERS, ALARM_HANDLER_LABELS, {
        label: MUTE_LABELS.handler,
        empty: "Toutes",
      }),
      fromDate: date({ label: MUTE_LABELS.from, required: true }),
      fromTime: time({ label: "À partir de", required: true, initial: "08:00" }),
      toDate: date({ label: MUTE_LABELS.to, required: true }),
      toTime: time({ label: "Jusqu’à", required: true, initial: "18:00" }),
      reason: text({
        label: MUTE_LABELS.reason,
        required: true,
        maxLength: MUTE_REASON_MAX_LENGTH,
        isWide: true,
      }),
      shownFrom: hidden(),
      shownTo: hidden(),
    },
    check(
      { fromDate = "", fromTime = "", shownFrom = "", toDate = "", toTime = "", shownTo = "" },
    ) {
      const areRead = [fromDate, toDate].every(isIsoDate) && [fromTime, toTime].every(isClockTime);
      if (!areRead) return {};
      // Instants are compared: 02:30 is after 03:15 when the clock skips an hour.
      const isBackwards = Date.parse(instantOf(toDate, toTime, shownTo)) <=
        Date.parse(instantOf(fromDate, fromTime, shownFrom));
      return isBackwards ? { toDate: { code: "date-order" } } : {};
    },
    body: ({ place, handler, reason, ...at }): Omit<AlarmMuteDraft, "version"> => ({
      ...mutePlaceIds(place),
      handler,
      from: instantOf(at.fromDate, at.fromTime, at.shownFrom),
      to: instantOf(at.toDate, at.toTime, at.shownTo),
      reason,
    }),
    values: ({ handler, reason, from, to, ...mute }: Omit<AlarmMute, "author">) => {
      const [first, last] = [clockOf(from), clockOf(to)];
      return {
        place: mutePlace(mute),
        handler,
        fromDate: first.day,
        fromTime: first.clock,
        toDate: last.day,
        toTime: last.clock,
        reason,
        shownFrom: from,
        shownTo: to,
      };
    },
    refusals: { "unknown-reference": "place", "silence-too-long": "toDate" },
  });
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

const [EQUIPMENT, HOUSE] = ["equipment:", "house:"];

/** The form's value for a place: "equipment:…", "house:…", or null for the whole residence. */
export function mutePlace(
  { equipmentId, houseId }: Pick<AlarmMute, "equipmentId" | "houseId">,
): string | null {
  if (equipmentId !== null) return `${EQUIPMENT}${equipmentId}`;
  return houseId === null ? null : `${HOUSE}${houseId}`;
}

/** The ids of a place from its form value; all null for the whole residence. */
export function mutePlaceIds(place: string | null): Pick<AlarmMute, "equipmentId" | "houseId"> {
  const idAfter = (kind: string) => place?.startsWith(kind) ? place.slice(kind.length) : null;
  return { equipmentId: idAfter(EQUIPMENT), houseId: idAfter(HOUSE) };
}

const minutes = (handler: keyof typeof ALARM_HANDLER_LABELS) =>
  number({
    label: ALARM_HANDLER_LABELS[handler],
    unit: "min",
    required: true,
    integer: true,
    min: 0,
    max: MOST_DELAY_MINUTES,
  });

/** How long a value must be outside its bounds before an alarm is raised. @spec alarms.delays */
export const DELAYS_FORM = form({
  name: "delays",
  fields: {
    "boilerroom-circuit": minutes("boilerroom-circuit"),
    "building-cmv": minutes("building-cmv"),
    "building-skydome": minutes("building-skydome"),
    "pilot-threshold": minutes("pilot-threshold"),
  },
});

/** A user's comment on an alarm. @spec alarms.lists */
export const COMMENT_FORM = form({
  name: "comment",
  fields: {
    text: area({
      label: "Votre commentaire",
      required: true,
      maxLength: 2_000,
      rows: 3,
      isWide: true,
    }),
  },
});
