/** Reads and changes the delays of a residence's alarms and its planned works. @module */

import { askFirst } from "@/lib/api/confirmations.ts";
import { crud, hasExistingReferences, type RuleContext } from "@/lib/api/entities.ts";
import type { References } from "@/lib/api/entity.ts";
import { isSilenceTooLong, silenceEffects, startEffects } from "@/lib/api/far_dates.ts";
import type { Services } from "@/lib/api/services.ts";
import { isCurrent, organisationOf, transact, versionOf } from "@/lib/api/writes.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { readAuthors } from "@/lib/identity/accounts.ts";
import { accountOf } from "@/lib/identity/caller.ts";
import { cachedProject } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import { DEFAULT_DELAYS_MIN } from "./alarm_handlers.ts";
import { type ReaderOf, seesDwellings } from "./alarm_store.ts";
import type { Handler } from "./calls.ts";
import { type AlarmMuteRecord, ALARMS_ENTITIES, alarmSettingsRecord } from "./records.ts";

/** Maximum number of planned works of a residence that have not ended. */
export const MOST_ALARM_MUTES = 200;

type At = { readonly projectId: string };

/** Which planned works a caller sees: those of a dwelling as the dwelling itself. @spec alarms.readers */
async function seenWorks(
  services: Services,
  { projectId, caller }: ReaderOf,
): Promise<(works: Pick<AlarmMuteRecord, "houseId">) => boolean> {
  const roles = await services.callerRoles.of(caller).rolesOn(projectId);
  return ({ houseId }) => houseId === null || seesDwellings(roles);
}

/** The rule that the place of planned works exists, unless they had it: they remain after it is deleted. */
async function hasPlace(record: AlarmMuteRecord, context: RuleContext<At, AlarmMuteRecord>) {
  const { services, place: { projectId }, before, caller } = context;
  const isSeen = await seenWorks(services, { projectId, caller });
  if (!isSeen(record)) return "unknown-reference";
  const refersTo: References<AlarmMuteRecord> = {
    equipment: ({ equipmentId }) => equipmentId === before?.equipmentId ? [] : [equipmentId],
    house: ({ houseId }) => houseId === before?.houseId ? [] : [houseId],
  };
  return hasExistingReferences({ refersTo })(record, context);
}

/** The rule that long works are confirmed, and too long ones refused; of unchanged instants, neither. @spec forms.far-dates */
async function isShortEnough(
  works: AlarmMuteRecord,
  { services, place: { projectId }, before, caller }: RuleContext<At, AlarmMuteRecord>,
) {
  if (before !== null && isSame(works.from, before.from) && isSame(works.to, before.to)) {
    return null;
  }
  const { timeZone } = await cachedProject(services, projectId);
  if (isSilenceTooLong(works, timeZone)) {
    const issues = [{ path: "body.to", message: "silence-too-long" }];
    return { ok: false, code: "silence-too-long", issues } as const;
  }
  const today = civilDateOf(services.now(), timeZone);
  const since = { today, before: before && civilDateOf(Date.parse(before.from), timeZone) };
  return askFirst(caller, [
    ...silenceEffects(works, timeZone),
    ...startEffects(civilDateOf(Date.parse(works.from), timeZone), since),
  ]);
}

/** Whether two texts are of one instant, with or without its milliseconds. */
function isSame(one: string, other: string): boolean {
  return Date.parse(one) === Date.parse(other);
}

/** Planned works of residences, during which alarms are muted. @spec alarms.mutes */
const mutes = crud(ALARMS_ENTITIES.alarmMute, {
  compare: (a, b) => Date.parse(b.from) - Date.parse(a.from),
  full: (others, { now }) =>
    others.filter(({ record }) => Date.parse(record.to) > now()).length < MOST_ALARM_MUTES
      ? null
      : "limit-reached",
  subject: ({ reason }) => reason,
  rules: [hasPlace, isShortEnough],
  completed: (record, { before, caller }) => ({
    ...record,
    accountId: before?.accountId ?? accountOf(caller),
  }),
  initial: { accountId: "" },
  // The organisation's list of alarms says which are muted.
  also: async ({ projectId }, services) => [
    { kind: "alarms", id: await organisationOf(services, projectId) },
  ],
  kept: async (_, { projectId }, { before, caller, services }) =>
    (await seenWorks(services, { projectId, caller }))(before) ? null : "not-found",
  use: async (_, { projectId }, { record, caller, services }) =>
    (await seenWorks(services, { projectId, caller }))(record) ? null : "not-found",
  actions: ["createAlarmMute", "putAlarmMute", "deleteAlarmMute"],
});
export const createAlarmMute = mutes.create;
export const putAlarmMute = mutes.put;
export const deleteAlarmMute = mutes.remove;

export const listAlarmMutes: Handler<"listAlarmMutes"> = async (
  services,
  { projectId },
  caller,
) => {
  const [{ answer: stored }, isSeen] = await Promise.all([
    mutes.list(services, { projectId }),
    seenWorks(services, { projectId, caller }),
  ]);
  const all = stored.filter(isSeen);
  const authorOf = await readAuthors(services.store, all.map(({ accountId }) => accountId));
  const answer = all.map(({ accountId, ...mute }) => ({ ...mute, author: authorOf(accountId) }));
  return { ok: true, answer };
};

/** How long values of a residence must be out of bounds before an alarm is raised. @spec alarms.delays */
export const getAlarmSettings: Handler<"getAlarmSettings"> = async (services, { projectId }) => {
  const entry = await readDelays(services, projectId);
  const version = versionOf(entry);
  return { ok: true, answer: { ...entry.value ?? DEFAULT_DELAYS_MIN, version } };
};

export const putAlarmSettings: Handler<"putAlarmSettings"> = (services, input, caller) => {
  const { projectId, body: { version, ...delays } } = input;
  return transact(services, { projectId, caller, action: "putAlarmSettings" }, async (atomic) => {
    const entry = await readDelays(services, projectId);
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    const { "water-night-flow": nightFlow = entry.value?.["water-night-flow"], ...others } = delays;
    atomic.set(entry.key, { ...others, ...nightFlow && { "water-night-flow": nightFlow } });
    return { ok: true, answer: null, subject: "" };
  });
};

function readDelays({ store }: Services, projectId: string) {
  return readEntry(store, keys.alarmSettings(projectId), alarmSettingsRecord);
}
