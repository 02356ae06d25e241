import { keys } from "@/lib/backend/kv/keys.ts";
import type { Ask } from "@/lib/contract/catalogue.ts";
import { ROLE_NAMES } from "@/lib/domain/roles/roles.ts";
import { anAccount, signedIn, type TestPlatform } from "@/tests/backend/a_platform.ts";
import { LIFE } from "./a_life_of_calls.ts";

/** A user with every right in an organisation of their own. */
export interface Owner {
  readonly accountId: string;
  readonly ask: Ask;
  readonly token: string;
  /** Ids of the created entities, by their names in the life of calls. */
  readonly made: Readonly<Record<string, string>>;
}

/** Makes the calls of an organisation's life that create entities, and returns all ids. */
export async function anOwner(built: TestPlatform, email: string): Promise<Owner> {
  const accountId = await anAccount(built, { email, platformAdmin: true });
  const other = `zoe.${email}`;
  await anAccount(built, { email: other });
  const { ask, token } = await signedIn(built, email);
  const made: Record<string, string> = { mail: "any", email, other, source: "serial=0000" };
  for (const { name, asked, keep } of LIFE) {
    if (!/^(create|add|put|attach|inviteOccupant)/.test(name)) continue;
    const result = await asked(ask, made);
    if (result.ok && keep !== null) made[keep] = String(Reflect.get(Object(result.answer), "id"));
  }
  return { accountId, ask, token, made };
}

/** Gives an owner every role in the residence that they made. */
export async function grantEveryRole(
  { store, platform }: TestPlatform,
  accountId: string,
  { org: orgId = "", project: projectId = "" }: Owner["made"],
): Promise<void> {
  await store.atomic().set(keys.roles(projectId, accountId), ROLE_NAMES).commit();
  await platform.versions.bump([{ kind: "account", id: accountId }, { kind: "org", id: orgId }]);
}
