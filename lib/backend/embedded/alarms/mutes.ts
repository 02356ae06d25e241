import { entityOf, type Rule } from "@/lib/backend/embedded/entities.ts";
import { refersToWhatIsThere } from "@/lib/backend/embedded/reference_rules.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import { isCurrent, organisationOf, versionOf } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { readEntry } from "@/lib/backend/kv/store.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type AlarmMuteRecord, alarmSettingsRecord } from "@/lib/backend/records/alarms.ts";
import type { References } from "@/lib/backend/records/entity.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import { DEFAULT_DELAYS_MIN } from "@/lib/domain/alarms/delays.ts";
import { MOST_ALARM_MUTES } from "@/lib/domain/alarms/limits.ts";
import { readAuthors } from "./authors.ts";

/** The rule that the place of planned works exists, unless they had it: they remain after it is deleted. */
function hasPlace(
  services: Services,
): Rule<{ readonly projectId: string }, AlarmMuteRecord, "unknown-reference"> {
  return (record, beside) => {
    const { before } = beside;
    const refersTo: References<AlarmMuteRecord> = {
      equipment: ({ equipmentId }) => equipmentId === before?.equipmentId ? [] : [equipmentId],
      house: ({ houseId }) => houseId === before?.houseId ? [] : [houseId],
    };
    return refersToWhatIsThere(services, { refersTo })(record, beside);
  };
}

/** Planned works of residences, during which alarms are muted. @spec alarms.mutes */
export function alarmMutes(services: Services) {
  const { now, store } = services;
  const mutes = entityOf(services, ENTITIES.alarmMute, {
    compare: (a, b) => Date.parse(b.from) - Date.parse(a.from),
    full: (others) =>
      others.filter(({ record }) => Date.parse(record.to) > now()).length < MOST_ALARM_MUTES
        ? null
        : "limit-reached",
    subject: ({ reason }) => reason,
    rules: [hasPlace(services)],
    completed: (record, { before, caller }) => ({
      ...record,
      accountId: before?.accountId ?? accountOf(caller),
    }),
    initial: { accountId: "" },
    // The organisation's list of alarms says which are muted.
    also: async ({ projectId }) => [
      { kind: "alarms", id: await organisationOf(services, projectId) },
    ],
    actions: ["createAlarmMute", "putAlarmMute", "deleteAlarmMute"],
  });
  return {
    listAlarmMutes: async (at) => {
      const { answer: all } = await mutes.list(at);
      const authorOf = await readAuthors(store, all.map(({ accountId }) => accountId));
      const answer = all.map(({ accountId, ...mute }) => ({
        ...mute,
        author: authorOf(accountId),
      }));
      return { ok: true, answer };
    },
    createAlarmMute: mutes.create,
    putAlarmMute: mutes.put,
    deleteAlarmMute: mutes.remove,
  } satisfies Partial<Backend>;
}

/** How long values of a residence must be out of bounds before an alarm is raised. @spec alarms.delays */
export function alarmSettings(services: Services) {
  const read = (projectId: string) =>
    readEntry(services.store, keys.alarmSettings(projectId), alarmSettingsRecord);
  return {
    getAlarmSettings: async ({ projectId }) => {
      const entry = await read(projectId);
      return {
        ok: true,
        answer: { ...entry.value ?? DEFAULT_DELAYS_MIN, version: versionOf(entry) },
      };
    },
    putAlarmSettings: ({ projectId, body: { version, ...delays } }, caller) =>
      write(services, { projectId, caller, action: "putAlarmSettings" }, async (atomic) => {
        const entry = await read(projectId);
        if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
        atomic.set(entry.key, delays);
        return { ok: true, answer: null, subject: "" };
      }),
  } satisfies Partial<Backend>;
}

export function accountOf(caller: Caller): string {
  return caller.kind === "account" ? caller.accountId : "";
}
