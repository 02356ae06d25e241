/** Remembers which organisations may have alarm mails to send, to check the others less often. @module */

import type { Services } from "@/lib/api/services.ts";
import { projectIds } from "@/lib/residences/residences.ts";
import { type Scope, StoreMemory } from "@/lib/store/cache.ts";

interface LastCheck {
  /** Scopes of the data that their mails depend on. */
  readonly scopes: readonly Scope[];
  readonly version: string;
  /** Epoch ms. */
  readonly atMs: number;
  /** When a mail may become due without a write, epoch ms. */
  readonly nextMs: number;
}

/** Maximum number of cached organisations: the others are checked each time. */
const REMEMBERED = 2_000;
/** Maximum interval between two checks of an organisation. */
const LONGEST_MS = 3_600_000;

const memory = new StoreMemory<LastCheck>(REMEMBERED);

/** True when reports of an organisation may have mails to send: after a write of its alarms or settings, or if due. */
export async function mayHaveMails(services: Services, orgId: string): Promise<boolean> {
  const { store, versions, now } = services;
  const last = memory.of(store).get(orgId);
  if (last === undefined || now() < last.atMs || now() >= last.nextMs) return true;
  return await versions.of(last.scopes) !== last.version;
}

/**
 * Checks the reports of an organisation, and caches the result.
 *
 * @param check returns when there may be something to do next, epoch ms; `Infinity` when only a write can cause it
 */
export async function checkOrganisation(
  services: Services,
  orgId: string,
  check: () => Promise<number>,
): Promise<void> {
  const { store, versions, now } = services;
  const all = await projectIds(services, orgId);
  const scopes: Scope[] = [
    { kind: "org", id: orgId },
    { kind: "alarms", id: orgId },
    ...all.map((id): Scope => ({ kind: "project", id })),
  ];
  // Read before the reports: concurrent writes are found next time.
  const version = await versions.of(scopes);
  const atMs = now();
  const nextMs = Math.min(await check(), atMs + LONGEST_MS);
  memory.of(store).set(orgId, { scopes, version, atMs, nextMs });
}
