import { FreshCache } from "@/lib/backend/cache/fresh_cache.ts";
import type { Versions } from "@/lib/backend/cache/versions.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds, readById } from "@/lib/backend/kv/lists.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { projectRecord } from "@/lib/backend/records/projects.ts";
import { readRegisters, type Registers } from "./document_rows.ts";

/** The registers of an organisation, and the names of its residences. */
export interface NamedRegisters extends Registers {
  readonly projectNames: ReadonlyMap<string, string>;
}

/** Maximum number of organisations whose registers are cached. */
const LIMIT = 50;

/** Cache of the registers of organisations, each read again only after a write of the organisation. */
export class RegisterMemory {
  readonly #all: FreshCache;

  constructor(private readonly services: Services) {
    this.#all = new FreshCache({ now: services.now, limit: LIMIT });
  }

  async of(orgId: string): Promise<NamedRegisters> {
    const { store, versions } = this.services;
    const version = await versions.of([{ kind: "org", id: orgId }]);
    const freshness = { freshForMs: Infinity, staleForMs: 0, version };
    return (await this.#all.get(orgId, freshness, () => readNamed(store, orgId))).value;
  }
}

const MEMORIES = new WeakMap<Versions, RegisterMemory>();

/** The registers cached for one backend, shared by the lists of documents and the search. */
export function registerMemory(services: Services): RegisterMemory {
  return MEMORIES.getOrInsertComputed(services.versions, () => new RegisterMemory(services));
}

async function readNamed(store: Store, orgId: string): Promise<NamedRegisters> {
  const [registers, ids] = await Promise.all([
    readRegisters(store, orgId),
    listIds(store, keys.projectOfOrg.under(orgId)),
  ]);
  const projects = await readById(store, ids, keys.project, projectRecord);
  const projectNames = new Map([...projects].map(([id, { name }]) => [id, name]));
  return { ...registers, projectNames };
}
