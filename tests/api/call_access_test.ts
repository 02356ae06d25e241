import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import {
  aBoilerRoom,
  at,
  ORG,
  OTHER_WRITER,
  someone,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { withCommits } from "@/tests/helpers/changed_stores.ts";
import { reportDraft } from "@/tests/helpers/drafts.ts";
import { codeOf } from "@/tests/helpers/fixtures.ts";

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
