import { createAccount } from "@/lib/identity/accounts.ts";
import { withStore } from "@/lib/store/open_store.ts";
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
