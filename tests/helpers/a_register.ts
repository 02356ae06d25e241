import type { CallFunction } from "@/lib/app/catalogue.ts";
import { keys } from "@/lib/store/keys.ts";
import type { TestPlatform } from "./a_platform.ts";
import { aProject, type Belonging, ORG, someone, withResidence } from "./a_residence.ts";
import { answerOf } from "./fixtures.ts";
import { aContract, aProvider, aTypedoc, REQUEST } from "./referring.ts";

/** A second residence of the organisation. */
export const OTHER_PROJECT = "p2";

export const inOrg = { orgId: ORG };

/**
 * Runs a test in an organisation of two residences that manages documents, as a user who requests
 * them on the first.
 */
export function withRegisters(
  test: (ask: CallFunction, built: TestPlatform) => Promise<void>,
  belonging: Belonging = {},
): Promise<void> {
  return withResidence(async (built) => {
    await built.store.atomic()
      .set(keys.project(OTHER_PROJECT), aProject({ name: "Les Acacias" }))
      .set(keys.projectOfOrg(ORG, OTHER_PROJECT), true)
      .set(keys.orgFeatures(ORG), { documentManagement: true })
      .commit();
    await test(await someone(built, { roles: ["collect:documents:write"], ...belonging }), built);
  });
}

/** A request and everything it refers to; returns their ids. */
export async function aRequest(ask: CallFunction) {
  const names = {
    providerId: await aProvider(ask),
    contractId: await aContract(ask),
    typedocId: await aTypedoc(ask),
  };
  const made = await answerOf(ask("createRequest", { ...inOrg, body: { ...REQUEST, ...names } }));
  return { requestId: made.id, names, body: { ...REQUEST, ...names } };
}

/** Writes providers in charge of a contract on every residence. */
export async function hire(
  { store, platform }: Pick<TestPlatform, "store" | "platform">,
  ...names: readonly string[]
): Promise<void> {
  const atomic = store.atomic();
  for (const name of names) {
    const charge = { id: "d", startDate: "2020-01-01", endDate: null, providerId: name };
    const on = { equipment: null, allprojects: true, projects: [], dates: [charge] };
    atomic.set(keys.provider(ORG, name), { name, emails: [], archived: false })
      .set(keys.contract(ORG, name), { name, code: "", ...on });
  }
  await atomic.commit();
  await platform.versions.bump([{ kind: "org", id: ORG }]);
}
