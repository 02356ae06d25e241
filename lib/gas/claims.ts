/** Moves a gas delivery point to the boiler room that names it, away from the others. @module */

import { addAuditLine } from "@/lib/api/audit.ts";
import type { Services } from "@/lib/api/services.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { equipmentName } from "@/lib/facilities/equipment.ts";
import { sourcesRecord } from "@/lib/facilities/records.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  type MaybeEntry,
  readEntries,
  readEntry,
  unchanged,
} from "@/lib/store/store.ts";
import { holdersOf, type NamingRoom, namingRooms } from "./delivery_points.ts";
import { withHolder } from "./pce_rules.ts";
import { type GasPceRecord, gasPceRecord, NEW_GAS_PCE } from "./records.ts";

const WRITE_ROLE: Role = "collect:boilerroom:write";

/** A boiler room whose delivery point changes, and the caller. */
interface ClaimPlace {
  readonly orgId: string;
  readonly projectId: string;
  readonly boilerRoomId: string;
  readonly caller: Caller;
}

/** Additions of a change of delivery point to the commit of the settings. */
export type GasClaim =
  | {
    readonly ok: true;
    readonly fill: (atomic: Atomic) => void;
    readonly projectIds: readonly string[];
  }
  | { readonly ok: false; readonly code: "pce-taken" };

const TAKEN = { ok: false, code: "pce-taken" } as const;

/**
 * Assigns the delivery point in a boiler room's settings to it, and releases the previous one.
 *
 * A delivery point belongs to one boiler room of an organisation. Taking it from another residence requires the
 * right to write there too, or an administrator; one whose lines belong to no residence requires an administrator.
 *
 * @spec gas.ownership
 */
export async function claimPce(
  services: Services,
  place: ClaimPlace,
  { before, after }: { before: string | null; after: string | null },
): Promise<GasClaim> {
  if (before === after) return { ok: true, fill: () => {}, projectIds: [] };
  const [old, next] = await Promise.all([
    before === null ? null : readPce(services, place, before),
    after === null ? null : readPce(services, place, after),
  ]);
  // Read after the delivery points, whose entries the commit checks: a later claim by a room makes the commit fail.
  const rooms = await namingRooms(services.store, place.orgId);
  const released = old && await release(services, { place, rooms, ...old });
  const claim = next && await take(services, { place, rooms, ...next });
  if (released?.ok === false || claim?.ok === false) return TAKEN;
  return {
    ok: true,
    fill: (atomic) => {
      released?.fill(atomic);
      claim?.fill(atomic);
    },
    projectIds: claim?.projectIds ?? [],
  };
}

interface ClaimedPce {
  readonly place: ClaimPlace;
  readonly rooms: readonly NamingRoom[];
  readonly pce: string;
  readonly entry: MaybeEntry<GasPceRecord>;
}

async function readPce({ store }: Services, { orgId }: ClaimPlace, pce: string) {
  return { pce, entry: await readEntry(store, keys.gasPce(orgId, pce), gasPceRecord) };
}

function claimedBy({ place, rooms, pce, entry }: ClaimedPce) {
  const record = entry.value ?? NEW_GAS_PCE;
  const naming = rooms.filter((room) => room.pce === pce);
  return {
    entry,
    record,
    naming,
    others: naming.filter((room) => room.boilerRoomId !== place.boilerRoomId),
    holders: holdersOf(record, naming),
    hasHistory: record.last !== null || record.consent !== null,
  };
}

async function release(services: Services, claimed: ClaimedPce): Promise<GasClaim> {
  const { place } = claimed;
  const { entry, record, others, holders, hasHistory } = claimedBy(claimed);
  if (holders === "contested") {
    if (!await mayWriteAll(services, place, others.map(({ projectId }) => projectId))) return TAKEN;
    const left = holdersOf({ holders: [] }, others);
    return unchangedClaim(entry, { ...record, holders: left === "contested" ? [] : left });
  }
  const isOwn = holders.at(-1)?.boilerRoomId === place.boilerRoomId;
  // Its lines stay with the residence, whether or not a room still names it.
  const after = hasHistory || !isOwn ? holders : holders.slice(0, -1);
  return unchangedClaim(entry, { ...record, holders: after });
}

async function take(services: Services, claimed: ClaimedPce): Promise<GasClaim> {
  const { place } = claimed;
  const { entry, record, others, holders, hasHistory } = claimedBy(claimed);
  const known = holders === "contested" ? [] : holders;
  const current = known.at(-1);
  const requested = [
    ...others.map(({ projectId }) => projectId),
    ...current ? [current.projectId] : [],
  ];
  const isOfNobody = requested.length === 0 && hasHistory;
  if (!await mayWriteAll(services, place, isOfNobody ? [null] : requested)) return TAKEN;
  const { projectId, boilerRoomId } = place;
  const today = civilDateOf(services.now(), DEFAULT_TIME_ZONE);
  const before = hasHistory ? known : [];
  const holdersAfter = withHolder(before, { projectId, boilerRoomId }, today);
  const claim = unchangedClaim(entry, { ...record, holders: holdersAfter });
  return await takenFrom(services, { place, others, claim });
}

/** Whether a user may write to each residence; null requires an administrator. */
async function mayWriteAll(
  services: Services,
  { orgId, projectId: own, caller }: ClaimPlace,
  projectIds: readonly (string | null)[],
): Promise<boolean> {
  const callerRoles = services.callerRoles.of(caller);
  const others = projectIds.filter((id) => id !== own);
  const granted = await Promise.all(
    others.map(async (id) => id !== null && (await callerRoles.rolesOn(id)).has(WRITE_ROLE)),
  );
  return granted.every(Boolean) || await callerRoles.isAdminOf(orgId);
}

function unchangedClaim(entry: MaybeEntry, record: GasPceRecord) {
  const fill = (atomic: Atomic) => {
    atomic.check(unchanged(entry)).set(entry.key, record);
  };
  return { ok: true, fill, projectIds: [] } as const;
}

/** Removes it from the other rooms, with a line in the audit logs of their residences. */
async function takenFrom(
  services: Services,
  { place: { orgId, caller }, others, claim }: {
    place: ClaimPlace;
    others: readonly NamingRoom[];
    claim: Extract<GasClaim, { ok: true }>;
  },
): Promise<GasClaim> {
  const roomKeys = others.map((room) => keys.efficiencySources(room.projectId, room.boilerRoomId));
  const [entries, names] = await Promise.all([
    readEntries(services.store, roomKeys, sourcesRecord),
    Promise.all(
      others.map((room) =>
        equipmentName(services, { projectId: room.projectId, equipmentId: room.boilerRoomId })
      ),
    ),
  ]);
  const fill = (atomic: Atomic) => {
    claim.fill(atomic);
    others.forEach(({ projectId }, position) => {
      const [entry, subject = ""] = [entries[position], names[position]];
      if (entry === undefined || entry.value === null) return;
      atomic.check(unchanged(entry)).set(entry.key, { ...entry.value, gazPce: null });
      const line = { caller, action: "putEfficiencySources", orgId, projectId, subject } as const;
      addAuditLine(atomic, line, services.now());
    });
  };
  return { ok: true, fill, projectIds: [...new Set(others.map(({ projectId }) => projectId))] };
}
