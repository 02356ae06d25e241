/** Alarms of a residence: written, listed, mailed. @module */
import { deepStrictEqual, ok } from "node:assert/strict";
import type { AlarmLine } from "@/lib/alarms/alarm_list.ts";
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import type { AlarmLetter, MailedAlarm } from "@/lib/alarms/mail_text.ts";
import { alarmIdOf, type AlarmRecord, alarmRecord, setAlarm } from "@/lib/alarms/records.ts";
import type { ReportedAlarm } from "@/lib/alarms/report_mails.ts";
import type { AlarmReportSettings } from "@/lib/alarms/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry, type Store } from "@/lib/store/store.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, withResidence } from "@/tests/helpers/a_residence.ts";
import { reportDraft } from "@/tests/helpers/drafts.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import { wrongEntries } from "@/tests/helpers/stores.ts";

/** What a listed and a stored alarm share: of a residence, open since a morning. */
const OPEN_ALARM = {
  scope: "global",
  handler: "collect-online",
  houseId: null,
  buildingId: null,
  boilerRoomId: null,
  equipmentId: null,
  seriesId: null,
  start: "2026-01-15T08:00:00.000Z",
  end: null,
  parentId: null,
  childCount: 0,
  archived: false,
} as const;

export function aLine(id: string, over: Partial<AlarmLine> = {}): AlarmLine {
  return {
    id,
    projectId: "p1",
    ...OPEN_ALARM,
    message: `Alerte ${id}`,
    alarmComments: [],
    mutedUntil: null,
    projectName: "Les Tilleuls",
    timeZone: undefined,
    placeName: "",
    ...over,
  };
}

/** A circuit that is too hot since noon in Paris. */
export function aReportedAlarm(over: Partial<ReportedAlarm> = {}): ReportedAlarm {
  return {
    id: "a1",
    projectId: "p1",
    ...OPEN_ALARM,
    handler: "boilerroom-circuit",
    scope: "boilerroom",
    boilerRoomId: "b1",
    equipmentId: "c1",
    seriesId: "s1",
    start: "2026-02-10T11:00:00Z",
    message: "Circuit Nord : départ à 82,4 °C, au-dessus de 80 °C",
    mutedUntil: null,
    ...over,
  };
}

export const GATEWAY = aLine("g", { message: "Concentrateur muet", childCount: 2 });
export const CHILDREN = [
  aLine("c1", { parentId: "g", placeName: "Logement 12" }),
  aLine("c2", { parentId: "g", placeName: "Logement 14" }),
];
export const CIRCUIT = aLine("r", {
  handler: "boilerroom-circuit",
  message: "Départ à 82,4 °C",
  start: "2026-01-15T09:00:00.000Z",
});
/** Its parent has ended: it is listed by itself. */
const ORPHAN = aLine("o", { parentId: "gone", start: "2026-01-14T08:00:00.000Z" });
export const LIST = [CIRCUIT, GATEWAY, ...CHILDREN, ORPHAN];

/** Place, instant and overridden fields of a stored alarm. */
interface SomeAlarm extends Partial<AlarmRecord> {
  orgId?: string;
  projectId?: string;
}

const ALARM: AlarmRecord = {
  ...OPEN_ALARM,
  subjectKey: "collect-online/s1",
  message: "Plus de relevés",
};

/** The record of an alarm and its id. */
export function aStoredAlarm(
  over: Partial<AlarmRecord> = {},
): { readonly alarmId: string; readonly record: AlarmRecord } {
  const record: AlarmRecord = { ...ALARM, ...over };
  return { alarmId: alarmIdOf(record.subjectKey, Date.parse(record.start) / 1_000), record };
}

/** Stores an alarm as an evaluation does, with the events to mail, and returns its id. */
export async function storeAlarm(
  store: Store,
  { orgId = ORG, projectId = PROJECT, ...over }: SomeAlarm = {},
): Promise<string> {
  const { alarmId, record } = aStoredAlarm(over);
  const { start, end } = record;
  const atomic = store.atomic()
    .set(keys.alarmEvent(orgId, projectId, alarmId, "start"), { at: start })
    .sum(keys.version("alarms", projectId), 1n)
    .sum(keys.version("alarms", orgId), 1n);
  if (end !== null) atomic.set(keys.alarmEvent(orgId, projectId, alarmId, "end"), { at: end });
  setAlarm(atomic, { projectId, alarmId }, record);
  await atomic.commit();
  return alarmId;
}

export const MINUTE = 60_000;
/** A report of the organisation about silent sensors. */
export const REPORT: AlarmReportSettings = reportDraft({ emails: ["nuit@bailleur.fr"] });

/** An added mail: its recipient, and the number of alarms in each of its lists. */
export interface Sent {
  to: string;
  started: number;
  ended: number;
  open: number;
}

interface Built extends TestPlatform {
  /** Advances the clock, writes the mails, and returns the added ones, which are then sent. */
  after(minutes: number): Promise<Sent[]>;
  /** The letters of the last mails. */
  letters: AlarmLetter[];
}

/** Reports of a residence, whose mails are sent as soon as they are written. */
export function withReports(test: (built: Built) => Promise<void>): Promise<void> {
  return withResidence(async (built) => {
    const { store, clock, platform: { own: { services } } } = built;
    const letters: AlarmLetter[] = [];
    const after = async (minutes: number) => {
      clock.advance(minutes * MINUTE);
      ok(await mailAlarms(services));
      letters.length = 0;
      const sent = (await queuedMails(store)).flatMap(({ to, letter }) => {
        if (letter?.kind !== "alarms") return [];
        letters.push(letter);
        const { started, ended, open } = letter;
        return [{ to, started: started.count, ended: ended.count, open: open.count }];
      });
      for await (const { key } of store.list({ prefix: keys.outbox.under() })) {
        await store.atomic().delete(key).commit();
      }
      return sent.sort((a, b) => a.to.localeCompare(b.to));
    };
    await test({ ...built, after, letters });
    deepStrictEqual(await wrongEntries(store), []);
  });
}

/** Writes a report of the organisation, to one address. */
export async function writeReport(
  { store }: TestPlatform,
  over: Partial<AlarmReportSettings> = {},
): Promise<void> {
  await store.atomic().set(keys.orgAlarmReport(ORG, "r1"), { ...REPORT, ...over }).commit();
}

/** Writes an alarm that starts now, and its event. */
export function begins({ store, clock }: TestPlatform, over: SomeAlarm = {}): Promise<string> {
  return storeAlarm(store, { start: new Date(clock.now()).toISOString(), ...over });
}

/** Ends an alarm as an evaluation does. */
export async function ends(
  { store, clock }: TestPlatform,
  alarmId: string,
  projectId = PROJECT,
): Promise<void> {
  const { value } = await readEntry(store, keys.openAlarm(projectId, alarmId), alarmRecord);
  ok(value);
  const end = new Date(clock.now()).toISOString();
  const atomic = store.atomic().set(keys.alarmEvent(ORG, projectId, alarmId, "end"), { at: end })
    .sum(keys.version("alarms", ORG), 1n);
  setAlarm(atomic, { projectId, alarmId }, { ...value, end });
  await atomic.commit();
}

/** The address of {@link REPORT}. */
export const to = "nuit@bailleur.fr";

/** Plans works in the residence for some minutes, from a minute of the clock on. */
export async function works(
  { store, clock }: TestPlatform,
  { fromMinute = 0, minutes }: { readonly fromMinute?: number; readonly minutes: number },
): Promise<void> {
  const instant = (minute: number) => new Date(clock.now() + minute * MINUTE).toISOString();
  await store.atomic().set(keys.alarmMute(PROJECT, "m1"), {
    ...{ equipmentId: null, houseId: null, handler: "collect-online", reason: "Travaux" },
    ...{ from: instant(fromMinute), to: instant(fromMinute + minutes), accountId: "a1" },
  }).sum(keys.version("project", PROJECT), 1n).commit();
}

export const MAILED_ALARM: MailedAlarm = {
  message: "Circuit Nord : départ à 82,4\u00A0°C, au-dessus de 80\u00A0°C",
  residence: "Les Tilleuls",
  timeZone: "Europe/Paris",
  start: "2026-02-10T11:00:00Z",
  end: null,
  childCount: 0,
  path: "/collect/p1/alarms/a1",
};
