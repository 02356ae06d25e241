import type { Caller } from "../../contract/caller.ts";
import type { Input, Outcome } from "../../contract/catalogue.ts";
import { readEntries, readEntry } from "../kv/entries.ts";
import { idOf } from "../kv/key.ts";
import { keys } from "../kv/keys.ts";
import { readHouse, readHouses } from "./houses.ts";
import { type ModuleRightsRecord, moduleRightsRecord } from "./housing_records.ts";
import { isCurrent, saveInProject, unchanged, versionOf } from "./saving.ts";
import type { Services } from "./services.ts";

const NO_RIGHTS: ModuleRightsRecord = { access: 0 };

/** What the occupants' application may do in each dwelling; nothing where nobody has said. */
export async function listModuleRights(
  services: Services,
  projectId: string,
): Promise<Outcome<"listModuleRights">> {
  const houses = await readHouses(services, projectId);
  const entries = await readEntries(
    services.store,
    houses.map(({ id }) => keys.moduleRights(projectId, id)),
    moduleRightsRecord,
  );
  const answer = entries.map((entry) => ({
    houseId: idOf(entry.key),
    ...(entry.value ?? NO_RIGHTS),
    version: versionOf(entry),
  }));
  return { ok: true, answer };
}

/** Says what the occupants' application may do in a dwelling. */
export async function putModuleRights(
  services: Services,
  { projectId, houseId, body }: Input<"putModuleRights">,
  caller: Caller,
): Promise<Outcome<"putModuleRights">> {
  const { version, ...rights } = body;
  const house = await readHouse(services, projectId, houseId);
  if (house.value === null) return { ok: false, code: "not-found" };
  const key = keys.moduleRights(projectId, houseId);
  const entry = await readEntry(services.store, key, moduleRightsRecord);
  if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
  const subject = house.value.settings.name;
  const change = { caller, action: "putModuleRights", projectId, subject } as const;
  const saved = await saveInProject(services, change, (atomic) => {
    atomic.check(unchanged(house), unchanged(entry)).set(key, rights);
  });
  return saved.ok ? { ok: true, answer: null } : saved;
}
