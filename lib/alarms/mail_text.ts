/** The letters of alarm reports. @module */

import * as z from "zod";
import { formatInstant } from "@/lib/base/date_format.ts";
import { countText, formatNumber } from "@/lib/base/text_format.ts";
import { areaLetters } from "@/lib/mail/letters.ts";
import type { MailItem, MailWords } from "@/lib/mail/text.ts";

const mailedAlarm = z.object({
  message: z.string(),
  residence: z.string(),
  /** The boiler room or the building of its equipment, whose message does not name it; undefined for none. */
  place: z.string().optional(),
  /** Time zone of the residence. */
  timeZone: z.string(),
  /** Instants; `end` is null while the alarm is open. */
  start: z.string(),
  end: z.string().nullable(),
  /** Number of its child alarms. */
  childCount: z.number(),
  /** Instant of the last reading of a value that is no longer current; absent while it is. */
  lastReadAt: z.string().optional(),
  /** Path of its page. */
  path: z.string(),
});
export type MailedAlarm = z.output<typeof mailedAlarm>;

const mailedAlarms = z.object({ count: z.number(), first: z.array(mailedAlarm) });
export type MailedAlarms = z.output<typeof mailedAlarms>;

const alarmLetter = z.object({
  kind: z.literal("alarms"),
  /** Name of the report. */
  report: z.string(),
  /** The residence, or the organisation, of the report. */
  place: z.string(),
  started: mailedAlarms,
  ended: mailedAlarms,
  /** Alarms still open, in a reminder. */
  open: mailedAlarms,
  path: z.string(),
});
export type AlarmLetter = z.output<typeof alarmLetter>;

export const alarmLetters = areaLetters<AlarmLetter>({
  kinds: { "alarms": { name: "Alertes" } },
  schema: alarmLetter,
  words: alarmWords,
  target: ({ path }) => ({ path }),
});

/** Texts of a mail about alarms. @spec alarms.report-mails */
function alarmWords(letter: AlarmLetter): MailWords {
  const { report, place, started, ended, open } = letter;
  const sections = [
    { title: "Nouvelles alertes", alarms: started },
    { title: "Alertes terminées", alarms: ended },
    { title: "Alertes toujours ouvertes", alarms: open },
  ].filter(({ alarms }) => alarms.count > 0);
  return {
    subject: subjectOf(letter),
    before: [`Rapport d’alerte «\u00A0${report}\u00A0», ${place}.`],
    lists: sections.map(({ title, alarms: { count, first } }) => ({
      title: `${title} : ${formatNumber(count, 0)}`,
      items: [...first.map(itemOf), ...othersOf(letter, count - first.length)],
    })),
    action: "Voir les alertes",
    after: [RECIPIENTS],
  };
}

/** A recipient may have no account. */
const RECIPIENTS =
  "Ce message va à chaque adresse de ce rapport. Pour ne plus le recevoir, demandez à son auteur ou à votre administrateur d’en retirer la vôtre.";

/** Subject: a single alarm by its message, several by their number. */
function subjectOf({ place, started, ended, open }: AlarmLetter): string {
  const count = started.count + ended.count + open.count;
  const [only] = [...started.first, ...ended.first, ...open.first];
  if (count === 1 && only !== undefined) {
    const moment = started.count === 1
      ? "alerte"
      : ended.count === 1
      ? "fin d’alerte"
      : "alerte toujours ouverte";
    return [moment, ...whereOf(only), only.message].join(", ");
  }
  return `${newsText([started.count, ended.count, open.count])}, ${place}`;
}

const NEWS = [
  { one: "nouvelle alerte", many: "nouvelles alertes" },
  { one: "alerte terminée", many: "alertes terminées" },
  { one: "alerte toujours ouverte", many: "alertes toujours ouvertes" },
];

/** Content of a mail: "2 nouvelles alertes, 1 alerte terminée". @param counts of started, ended and open alarms */
export function newsText(counts: readonly [started: number, ended: number, open: number]): string {
  return NEWS.flatMap(({ one, many }, position) => {
    const count = counts[position] ?? 0;
    return count === 0 ? [] : [countText(count, one, many)];
  }).join(", ");
}

function itemOf(alarm: MailedAlarm): MailItem {
  const { message, timeZone, start, end, childCount, lastReadAt, path } = alarm;
  const span = end === null
    ? `depuis le ${formatInstant(start, timeZone)}`
    : `du ${formatInstant(start, timeZone)} au ${formatInstant(end, timeZone)}`;
  const children = childCount === 0 ? [] : [countText(childCount, "alerte liée", "alertes liées")];
  const silence = lastReadAt === undefined
    ? []
    : [`aucune donnée reçue depuis le ${formatInstant(lastReadAt, timeZone)}`];
  return { text: [...whereOf(alarm), message, span, ...silence, ...children].join(", "), path };
}

function whereOf({ residence, place }: MailedAlarm): string[] {
  return place === undefined ? [residence] : [residence, place];
}

function othersOf({ path }: AlarmLetter, count: number): MailItem[] {
  return count === 0 ? [] : [{ text: `et ${countText(count, "autre")}`, path }];
}
