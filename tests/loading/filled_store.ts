import { createAccount } from "@/lib/identity/accounts.ts";
import { keys } from "@/lib/store/keys.ts";
import { withStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { seed, seedCommand } from "@/tools/seed.ts";

/** The reader: administrator of the organisation of the store. */
export const READER = { email: "lecture@exemple.fr", password: "douze-caracteres-au-moins" };

/** The boiler room and the year of every figure. */
export const BALANCE = { projectId: "p01", boilerRoomId: "p01-c1", segment: "monthly-2025" };

/** The page of every figure: a whole year of a boiler room. */
export const BALANCE_PATH = links.energyBalance(
  BALANCE.projectId,
  BALANCE.boilerRoomId,
  "monthly/2025",
);

/** Fills a store with 22 residences, two years of stored readings, and a reader. */
export async function fillStore(kvPath: string): Promise<void> {
  await withStore(kvPath, async (store) => {
    const person = { ...READER, forename: "Lecture", surname: "Seule", platformAdmin: true };
    await createAccount(store, person, { now: Date.now() });
    await seed(store, seedCommand(["demo", "--admin", READER.email, "--years", "2"]));
  });
}

/** Adds residences like the first one. */
export async function addResidences(
  store: Store,
  orgId: string,
  ids: readonly string[],
): Promise<void> {
  const { value: like } = await store.get(keys.project("p01"));
  const atomic = store.atomic();
  for (const id of ids) {
    if (like !== null) atomic.set(keys.project(id), like).set(keys.projectOfOrg(orgId, id), true);
  }
  await atomic.commit();
}
