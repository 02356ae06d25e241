import type { Scope } from "@/lib/backend/cache/versions.ts";
import { projectIds } from "@/lib/backend/embedded/projects/projects.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { StoreMemory } from "@/lib/backend/kv/store_memory.ts";

/** What the last look at the reports of an organisation found. */
interface Looked {
  /** What their mails depend on beside the time. */
  readonly scopes: readonly Scope[];
  /** Of the scopes, before the look. */
  readonly version: string;
  /** Epoch ms. */
  readonly atMs: number;
  /** When there may be a mail although nothing is written, epoch ms. */
  readonly nextMs: number;
}

/** Organisations remembered: the others are looked at each time. */
const REMEMBERED = 2_000;
/** An organisation is looked at this often all the same. */
const LONGEST_MS = 3_600_000;

const memory = new StoreMemory<Looked>(REMEMBERED);

/** Whether reports of an organisation may have a mail to send: its alarms or settings were written, or it is time. */
export async function mayHaveMails(services: Services, orgId: string): Promise<boolean> {
  const { store, versions, now } = services;
  const looked = memory.of(store).get(orgId);
  if (looked === undefined || now() < looked.atMs || now() >= looked.nextMs) return true;
  return await versions.of(looked.scopes) !== looked.version;
}

/**
 * Looks at the reports of an organisation, and remembers what was found.
 *
 * @param look returns when there may be something to do next, epoch ms; `Infinity` when only a write can cause it
 */
export async function lookedAt(
  services: Services,
  orgId: string,
  look: () => Promise<number>,
): Promise<void> {
  const { store, versions, now } = services;
  const all = await projectIds(services, orgId);
  const scopes: Scope[] = [
    { kind: "org", id: orgId },
    { kind: "alarms", id: orgId },
    ...all.map((id): Scope => ({ kind: "project", id })),
  ];
  // Read before the reports: what is written meanwhile is looked at the next time.
  const version = await versions.of(scopes);
  const atMs = now();
  const nextMs = Math.min(await look(), atMs + LONGEST_MS);
  memory.of(store).set(orgId, { scopes, version, atMs, nextMs });
}
