import type { CallFunction } from "@/lib/app/catalogue.ts";
import { ROLE_NAMES } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import { LIFE, type Step } from "./a_life_of_calls.ts";
import { anAccount, signedIn, type TestPlatform } from "./a_platform.ts";

/** A user with every right in an organisation of their own. */
export interface Owner {
  readonly accountId: string;
  readonly ask: CallFunction;
  readonly token: string;
  /** Ids of the created entities, by their names in the life of calls. */
  readonly made: Record<string, string>;
}

/** Calls of the life that create entities which others name, or fill them. */
const MAKES = /^(create|add|put|attach|inviteOccupant|import|deleteReadings)/;

/** A user who may make the calls of the life, and has made none; in an organisation that exists when one is given. */
export async function anAdministrator(
  built: TestPlatform,
  email: string,
  orgId?: string,
): Promise<Owner> {
  const accountId = await anAccount(built, { email, platformAdmin: true });
  const other = `zoe.${email}`;
  await anAccount(built, { email: other });
  const { ask, token } = await signedIn(built, email);
  const made: Record<string, string> = { mail: "any", email, other, source: "serial=0000" };
  if (orgId !== undefined) {
    made.org = orgId;
    await built.store.atomic()
      .set(keys.member(orgId, accountId), { isAdmin: true })
      .set(keys.orgOfAccount(accountId, orgId), true)
      .commit();
  }
  return { accountId, ask, token, made };
}

/** Makes the calls of an organisation's life that create entities, without its files, and returns all ids. */
export async function anOwner(built: TestPlatform, email: string): Promise<Owner> {
  const owner = await anAdministrator(built, email);
  await lived(owner.ask, owner.made, /^(create|add|put|attach|inviteOccupant|deleteReadings)/);
  return owner;
}

/** Makes the calls of the life whose names match, and keeps the created ids. */
export async function lived(ask: CallFunction, made: Owner["made"], names = MAKES): Promise<void> {
  for (const step of LIFE) {
    const isToMake = names.test(step.name) && (step.name !== "createOrg" || made.org === undefined);
    if (isToMake) await taken(step, ask, made);
  }
}

/** Makes a call of the life, and keeps the id that it creates. */
export async function taken({ asked, keep }: Step, ask: CallFunction, made: Owner["made"]) {
  const result = await asked(ask, made);
  if (result.ok && keep !== null) made[keep] = idOf(result.answer);
  return result;
}

/** The id in the answer of a creation. */
export function idOf(answer: unknown): string {
  return String(Reflect.get(Object(answer), "id"));
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
