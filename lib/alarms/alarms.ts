/** Lists, shows, archives and comments alarms. @module */

import type { Services } from "@/lib/api/services.ts";
import { commitShown, organisationOf, transact } from "@/lib/api/writes.ts";
import { newId } from "@/lib/base/secrets.ts";
import { accountOf } from "@/lib/identity/caller.ts";
import { readEachProject } from "@/lib/residences/residences.ts";
import { retried } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, listIds, type Stored, unchanged } from "@/lib/store/store.ts";
import { alarmsOf, readSeenAlarm, storedAlarms, withAlarmDetails } from "./alarm_store.ts";
import type { Handler, Input } from "./calls.ts";
import { type AlarmRecord, setAlarm } from "./records.ts";
import { alarmScopes, holdWatching, readWatching } from "./subject_states.ts";

/** Maximum number of comments on an alarm. */
export const MOST_ALARM_COMMENTS = 200;

/** Alarms of a residence, newest first. @spec alarms.lists */
export const listAlarms: Handler<"listAlarms"> = async (
  services,
  { projectId, ...query },
  caller,
) => ({ ok: true, answer: await alarmsOf(services, { projectId, caller }, query) });

export const getAlarm: Handler<"getAlarm"> = async (services, at, caller) => {
  const stored = await readSeenAlarm(services, at, caller);
  const [answer] = stored === null ? [] : await withAlarmDetails(services, at.projectId, [stored]);
  return answer === undefined ? { ok: false, code: "not-found" } : { ok: true, answer };
};

/** The alarms of the residences visible to the caller, newest first. */
export const listOrgAlarms: Handler<"listOrgAlarms"> = async (
  services,
  { orgId, ...query },
  caller,
) => {
  const seen = [...(await services.callerRoles.of(caller).rolesByProject(orgId)).keys()];
  // The answer is cached under the version of the organisation: no residence may be read in an older version.
  await services.versions.newest(
    seen.flatMap((id) => [{ kind: "alarms", id }, { kind: "project", id }]),
  );
  const all = await readEachProject(
    seen,
    (projectId) => alarmsOf(services, { projectId, caller }, query),
  );
  return { ok: true, answer: all.flat().sort((a, b) => a.id < b.id ? 1 : -1) };
};

type AlarmPath = Input<"getAlarm">;

/**
 * Archives an alarm and its open children: it ends, and lists omit it. Its subject raises another alarm only after its
 * condition has ended. More children than one commit takes are archived before it: a repeated call continues.
 *
 * @spec alarms.archive
 */
export const archiveAlarm: Handler<"archiveAlarm"> = async (services, at, caller) => {
  const orgId = await organisationOf(services, at.projectId);
  const archiving = archivingIn(services, { orgId, projectId: at.projectId });
  await archiveFirstChildren(services, at, { orgId, archiving });
  const change = { projectId: at.projectId, caller, action: "archiveAlarm" } as const;
  return await transact(services, change, async (atomic) => {
    const guard = await readWatching(services.store, at.projectId);
    const found = await readSeenAlarm(services, at, caller);
    if (found === null) return { ok: false, code: "not-found" };
    archiving(holdWatching(atomic, guard), found);
    for (const child of await openChildren(services, at)) archiving(atomic, child);
    const also = alarmScopes({ orgId, projectId: at.projectId });
    return { ok: true, answer: null, subject: found.record.message, also };
  });
};

type Archiving = (atomic: Atomic, alarm: Stored<AlarmRecord>) => void;

function archivingIn(
  services: Services,
  { orgId, projectId }: { readonly orgId: string; readonly projectId: string },
): Archiving {
  return (atomic, { id, record }) => {
    const end = record.end ?? new Date(services.now()).toISOString();
    setAlarm(atomic, { projectId, alarmId: id }, { ...record, end, archived: true });
    if (record.end === null) atomic.set(keys.alarmEvent(orgId, projectId, id, "end"), { at: end });
  };
}

/** Children archived in one commit, three keys each. */
const CHILDREN_PER_COMMIT = 200;

async function openChildren(services: Services, { projectId, alarmId }: AlarmPath) {
  const open = await storedAlarms(services, projectId, {});
  return open.filter(({ record }) => record.parentId === alarmId);
}

/** Archives children while there are more than the commit of their alarm takes. */
async function archiveFirstChildren(
  services: Services,
  at: AlarmPath,
  { orgId, archiving }: { orgId: string; archiving: Archiving },
): Promise<void> {
  const { projectId } = at;
  await retried(async () => {
    const guard = await readWatching(services.store, projectId);
    const children = await openChildren(services, at);
    if (children.length <= CHILDREN_PER_COMMIT) return true;
    await commitShown(services, alarmScopes({ orgId, projectId }), (atomic) => {
      holdWatching(atomic, guard);
      for (const child of children.slice(0, CHILDREN_PER_COMMIT)) archiving(atomic, child);
    });
    return null;
  });
}

export const commentAlarm: Handler<"commentAlarm"> = (
  services,
  { body: { text }, ...at },
  caller,
) => {
  const change = { projectId: at.projectId, caller, action: "commentAlarm" } as const;
  return transact(services, change, async (atomic) => {
    const found = await readSeenAlarm(services, at, caller);
    if (found === null) return { ok: false, code: "not-found" };
    const comments = keys.alarmComment.under(at.projectId, at.alarmId);
    const known = await listIds(services.store, comments);
    if (known.length >= MOST_ALARM_COMMENTS) return { ok: false, code: "limit-reached" };
    const id = newId();
    const accountId = accountOf(caller);
    const date = new Date(services.now()).toISOString();
    // An alarm purged meanwhile must not leave a comment behind.
    atomic.check(unchanged(found.entry))
      .set(keys.alarmComment(at.projectId, at.alarmId, id), { accountId, date, text });
    const orgId = await organisationOf(services, at.projectId);
    const also = alarmScopes({ orgId, projectId: at.projectId });
    return { ok: true, answer: { id }, subject: found.record.message, also };
  });
};
