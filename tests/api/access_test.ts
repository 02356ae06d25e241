import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction, CallName, Input } from "@/lib/app/catalogue.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { anAccount, signedIn } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  aProject,
  at,
  ORG,
  OTHER_WRITER,
  PROJECT,
  someone,
  withMember,
  withResidence,
} from "@/tests/helpers/a_residence.ts";
import { withCommits } from "@/tests/helpers/changed_stores.ts";
import { reportDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf, codeOfCall } from "@/tests/helpers/fixtures.ts";

/** HTTP status of a call. */
async function statusOf<Name extends CallName>(
  ask: CallFunction,
  name: Name,
  input: Input<Name>,
): Promise<number> {
  const result = await ask(name, input);
  return result.ok ? 200 : result.status;
}

Deno.test("access: a team applies to residences that share a tag, to all without tags, and stops at once", () =>
  withResidence(async (built) => {
    const email = "ada@bailleur.fr";
    const ask = await someone(built, { email });
    const account = await built.store.get(keys.accountByEmail(email));
    const team = (tags: string[]) => ({
      name: "Équipe",
      roles: ["collect:boilerroom:read"],
      accountIds: [account.value],
      tags,
    });
    const read = async (tags: string[] | null, projectTags: string[]) => {
      const atomic = built.store.atomic().set(
        keys.project(PROJECT),
        aProject({ tags: projectTags }),
      );
      if (tags === null) atomic.delete(keys.team(ORG, "t1"));
      else atomic.set(keys.team(ORG, "t1"), team(tags));
      await atomic.commit();
      await built.platform.versions.bump([
        { kind: "org", id: ORG },
        { kind: "project", id: PROJECT },
      ]);
      return await statusOf(ask, "listBoilerRooms", { projectId: PROJECT });
    };
    strictEqual(await read([], []), 200);
    strictEqual(await read(["nord"], []), 404);
    strictEqual(await read(["nord", "sud"], ["sud"]), 200);
    strictEqual(await read(["nord"], ["sud"]), 404);
    strictEqual(await read(null, ["sud"]), 404);
  }));

Deno.test("access: a role given or removed by a call applies to the next call", () =>
  withResidence(async (built) => {
    const admin = await someone(built, { isAdmin: true, roles: ["collect"] });
    const room = { kind: "boilerroom", instrumented: true, parentId: null } as const;
    await admin("addEquipment", {
      projectId: PROJECT,
      body: { ...room, settings: { name: "Chaufferie", code: "" } },
    });
    await anAccount(built, { email: "eve@bailleur.fr" });
    const { ask } = await signedIn(built, "eve@bailleur.fr");
    const seen = () => statusOf(ask, "listBoilerRooms", { projectId: PROJECT });
    strictEqual(await seen(), 404);
    const give = (roles: "collect:boilerroom:read"[]) =>
      admin("putProjectUserRoles", {
        projectId: PROJECT,
        email: "eve@bailleur.fr",
        body: { roles },
      });
    strictEqual((await give(["collect:boilerroom:read"])).ok, true);
    strictEqual(await seen(), 200);
    const orgs = await answerOf(ask("listOrgs", {}));
    deepStrictEqual(orgs, [{ id: ORG, name: "Bailleur", isAdmin: false }]);
    strictEqual((await give([])).ok, true);
    strictEqual(await seen(), 404);
  }));

Deno.test("access: a role the residence does not offer is refused", () =>
  withResidence(async (built) => {
    const admin = await someone(built, { isAdmin: true });
    strictEqual(
      await codeOfCall(admin("putProjectUserRoles", {
        projectId: PROJECT,
        email: "ada@bailleur.fr",
        body: { roles: ["pilot"] },
      })),
      "role-not-offered",
    );
  }));

const { email: EVE } = OTHER_WRITER;

interface Withdrawn {
  readonly eve: CallFunction;
  readonly store: Store;
  /** What the administrator does just before the next commit. */
  before(act: (ada: CallFunction) => Promise<{ ok: boolean }>): void;
}

/** Runs a test as another member than the administrator who withdraws their access. */
function withWithdrawal(test: (place: Withdrawn) => Promise<void>): Promise<void> {
  let next: (() => Promise<void>) | null = null;
  const before = (store: Store) =>
    withCommits(store, async (atomic) => {
      const act = next;
      next = null;
      await act?.();
      return await atomic.commit();
    });
  return withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    const eve = await someone(built, OTHER_WRITER);
    await test({
      eve,
      store: built.store,
      before: (act) => void (next = async () => void ok((await act(ada)).ok)),
    });
  }, { before });
}

// @spec roles.withdrawn
Deno.test("a member removed before the commit of their own mail report creates none", () =>
  withWithdrawal(async ({ eve, store, before }) => {
    const create = async (name: string) => {
      const body = reportDraft({ name, emails: [EVE] });
      return codeOf(await eve("createUserAlarmReport", { orgId: ORG, body }));
    };
    strictEqual(await create("Jour"), "ok");
    before((ada) => ada("removeOrgUser", { orgId: ORG, email: EVE }));
    strictEqual(await create("Nuit"), "not-found");
    const reports = store.list({ prefix: keys.userAlarmReport.under(ORG) });
    deepStrictEqual(await Array.fromAsync(reports), []);
  }));

// @spec roles.withdrawn
Deno.test("a role withdrawn before the commit of a write refuses it; the roles that are left allow others", () =>
  withWithdrawal(async ({ eve, before }) => {
    const body = { name: "Station", method: "meteo" as const, seriesId: null, station: "" };
    const create = async () => codeOf(await eve("createOutdoorSource", { ...at, body }));
    // The role to read boiler rooms is offered where there is one.
    await aBoilerRoom(eve);
    const roles = ["collect:boilerroom:read" as const];
    before((ada) => ada("putProjectUserRoles", { ...at, email: EVE, body: { roles } }));
    strictEqual(await create(), "forbidden");
    strictEqual(codeOf(await eve("listOutdoorSources", at)), "ok");
  }));
