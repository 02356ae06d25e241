import { deepStrictEqual, ok } from "node:assert/strict";
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import type { AlarmLetter } from "@/lib/alarms/mail_text.ts";
import { alarmRecord, setAlarm } from "@/lib/alarms/records.ts";
import type { AlarmReportSettings } from "@/lib/alarms/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import type { TestPlatform } from "./a_platform.ts";
import { ORG, PROJECT, withResidence } from "./a_residence.ts";
import { reportDraft } from "./drafts.ts";
import { queuedMails } from "./queued_mails.ts";
import { type SomeAlarm, storeAlarm } from "./some_alarms.ts";
import { wrongEntries } from "./wrong_entries.ts";

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

export interface Built extends TestPlatform {
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
