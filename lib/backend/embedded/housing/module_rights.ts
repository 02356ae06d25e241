import { isCurrent, versionOf } from "@/lib/backend/embedded/saving.ts";
import type { Handler } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { idOf, readEntries, readEntry } from "@/lib/backend/kv/store.ts";
import { type ModuleRightsRecord, moduleRightsRecord } from "@/lib/backend/records/housing.ts";
import { readHouse, readHouses } from "./houses.ts";

const NO_RIGHTS: ModuleRightsRecord = { access: 0 };

/** The rights of the occupants' application in each dwelling; none by default. */
export const listModuleRights: Handler<"listModuleRights"> = async (services, { projectId }) => {
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
};

/** Sets the rights of the occupants' application in a dwelling. @spec housing.app-rights */
export const putModuleRights: Handler<"putModuleRights"> = (services, input, caller) => {
  const { projectId, houseId, body } = input;
  const { version, ...rights } = body;
  const key = keys.moduleRights(projectId, houseId);
  return write(services, { caller, action: "putModuleRights", projectId }, async (atomic) => {
    const [house, entry] = await Promise.all([
      readHouse(services, { projectId, houseId }),
      readEntry(services.store, key, moduleRightsRecord),
    ]);
    if (house.value === null) return { ok: false, code: "not-found" };
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    atomic.set(key, rights);
    return { ok: true, answer: null, subject: house.value.settings.name };
  });
};
