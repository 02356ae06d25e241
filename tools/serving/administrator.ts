import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import { seed, seedCommand } from "@/tools/seed.ts";

/** The platform administrator, who signs in where {@link seedAdministrator} has filled the store. */
export const ADMINISTRATOR = {
  email: "anne@plateforme.example",
  password: "un-mot-de-passe-long",
} as const;

/** Makes {@link ADMINISTRATOR} the first account of a store, beside an organisation. */
export async function seedAdministrator(kvPath: string): Promise<void> {
  const store = await openStore(kvPath);
  const { email, password } = ADMINISTRATOR;
  const names = ["--forename", "Anne", "--surname", "Roux"];
  const person = seedCommand(["account", email, ...names, "--platform-admin"]);
  await seed(store, person, () => Promise.resolve(password));
  await store.atomic().set(keys.org("demo"), { name: "Habitat du Lac" }).commit();
  store.close();
}
