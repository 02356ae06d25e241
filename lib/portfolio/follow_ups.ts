/** Stores who took charge of, or put off, what there is to do. @module */

import { alarmsOf } from "@/lib/alarms/alarm_store.ts";
import { alarmScopes } from "@/lib/alarms/subject_states.ts";
import { isFollowUpTooFar } from "@/lib/api/far_dates.ts";
import type { Services } from "@/lib/api/services.ts";
import { organisationOf, transact } from "@/lib/api/writes.ts";
import { DAY_MS } from "@/lib/base/durations.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { cachedEquipments } from "@/lib/facilities/equipment.ts";
import { gasPceRecord } from "@/lib/gas/records.ts";
import { readAuthors } from "@/lib/identity/accounts.ts";
import { accountOf, type Caller } from "@/lib/identity/caller.ts";
import { followUpRecord, type Signed } from "@/lib/residences/records.ts";
import { cachedProject } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import { listEntries, readEntry } from "@/lib/store/store.ts";
import type { Handler, Input } from "./calls.ts";
import { FOLLOWED_KINDS, type FollowedKind } from "./schema.ts";

/** How long what was last written of a thing is stored, ms. @spec projects.follow-up */
const STORED_MS = 366 * DAY_MS;

/** What is followed in the residences that the caller may see. */
export const listFollowUps: Handler<"listFollowUps"> = async (services, { orgId }, caller) => {
  const [roles, isAdmin, entries] = await Promise.all([
    services.callerRoles.of(caller).rolesByProject(orgId),
    services.callerRoles.of(caller).isAdminOf(orgId),
    listEntries(services.store, { prefix: keys.followUp.under(orgId) }, followUpRecord),
  ]);
  const seen = entries.flatMap(({ key, value }) => {
    const [projectId, kind, subjectId] = key.slice(-3).map(String);
    const isSeen = projectId !== undefined && (isAdmin || roles.has(projectId));
    return isSeen && isFollowedKind(kind) && subjectId !== undefined
      ? [{ projectId, kind, subjectId, ...value }]
      : [];
  });
  const authorOf = await readAuthors(
    services.store,
    seen.flatMap(({ taken, postponed }) =>
      [taken, postponed].flatMap((one) => one?.accountId ?? [])
    ),
  );
  const withAuthor = <Act extends Signed>({ accountId, ...rest }: Act) => ({
    ...rest,
    author: authorOf(accountId),
  });
  const answer = seen.map(({ taken, postponed, ...subject }) => ({
    ...subject,
    taken: taken && withAuthor(taken),
    postponed: postponed && withAuthor(postponed),
  }));
  return { ok: true, answer };
};

/**
 * Takes charge, or puts off. The first person who takes charge stays; an alarm stays open.
 *
 * @spec projects.follow-up
 */
export const putFollowUp: Handler<"putFollowUp"> = (services, { body, ...at }, caller) => {
  const { projectId, kind, subjectId } = at;
  const change = { projectId, caller, action: "putFollowUp" } as const;
  return transact(services, change, async (atomic) => {
    if (!isFollowedKind(kind)) return { ok: false, code: "not-found" };
    const orgId = await organisationOf(services, projectId);
    const { timeZone } = await cachedProject(services, projectId);
    const subject = await subjectName(services, { ...at, kind, orgId }, caller);
    if (subject === null) return { ok: false, code: "not-found" };
    const until = body.postponedUntil ?? null;
    if (until !== null && isFollowUpTooFar(until, civilDateOf(services.now(), timeZone))) {
      const issues = [{ path: "body.postponedUntil", message: "postponed-too-far" }];
      return { ok: false, code: "postponed-too-far", issues };
    }
    const key = keys.followUp(orgId, projectId, kind, subjectId);
    const { value } = await readEntry(services.store, key, followUpRecord);
    const { taken, postponed } = value ?? NOT_FOLLOWED;
    const own = { accountId: accountOf(caller), at: new Date(services.now()).toISOString() };
    const after = {
      taken: body.taken === undefined ? taken : body.taken ? taken ?? own : null,
      postponed: body.postponedUntil === undefined ? postponed : until && { ...own, until },
    };
    if (after.taken === null && after.postponed === null) atomic.delete(key);
    else atomic.set(key, after, { expireIn: STORED_MS });
    return { ok: true, answer: null, subject, also: alarmScopes({ orgId, projectId }) };
  });
};

const NOT_FOLLOWED = { taken: null, postponed: null };

function isFollowedKind(kind: string | undefined): kind is FollowedKind {
  return FOLLOWED_KINDS.some((one) => one === kind);
}

/** The name of a subject in the audit log; null when there is none that the caller sees. */
async function subjectName(
  services: Services,
  { projectId, kind, subjectId, orgId }: Omit<Input<"putFollowUp">, "body" | "kind"> & {
    readonly kind: FollowedKind;
    readonly orgId: string;
  },
  caller: Caller,
): Promise<string | null> {
  switch (kind) {
    case "alarm": {
      const open = await alarmsOf(services, { projectId, caller }, {});
      return open.find(({ id }) => id === subjectId)?.message ?? null;
    }
    case "boiler-room": {
      const room = (await cachedEquipments(services, projectId)).find(({ id }) => id === subjectId);
      return room?.record.kind === "boilerroom" ? room.record.name : null;
    }
    case "silence":
      return subjectId === projectId ? (await cachedProject(services, projectId)).name : null;
    case "gas-consent": {
      const key = keys.gasPce(orgId, subjectId);
      return (await readEntry(services.store, key, gasPceRecord)).value === null ? null : subjectId;
    }
  }
}
