import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { anAccount } from "@/tests/helpers/a_platform.ts";
import { anEquipment, aSeries, at, ORG, withMember } from "@/tests/helpers/a_residence.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";

const EVE = "eve@bailleur.fr";

async function rolesOfEve(ask: CallFunction) {
  return await answerOf(ask("getProjectUserRoles", { ...at, email: EVE }));
}

// @spec roles.offered
Deno.test("listProjectAvailableRoles() offers the roles of what is one among others", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask }) => {
    const offered = async () => {
      const read = await answerOf(ask("listProjectAvailableRoles", at));
      const wanted = [
        "collect:building:read",
        "collect:boilerroom:read",
        "collect:config:manualindex:write",
      ];
      return wanted.map((role) => read.some((one) => one.role === role));
    };
    deepStrictEqual(await offered(), [false, false, false]);
    await anEquipment(ask, "building");
    deepStrictEqual(await offered(), [true, false, false]);
    await anEquipment(ask, "boilerroom");
    deepStrictEqual(await offered(), [true, true, false]);
    await aSeries(ask, "TEMP");
    const body = seriesDraft({ dataUnitId: "EFSV", manualIndex: true });
    ok((await ask("createDataseries", { ...at, body })).ok);
    deepStrictEqual(await offered(), [true, true, true]);
  }));

// @spec roles.of-person, organisations.removed
Deno.test("roles of a member without any are saved from the version read, and not once they have left", () =>
  withMember({ isAdmin: true }, async ({ built, ask }) => {
    await anAccount(built, { email: EVE });
    strictEqual((await rolesOfEve(ask)).isStranger, true);
    ok((await ask("addOrgAdmin", { orgId: ORG, body: { email: EVE } })).ok);
    const { version, isStranger } = await rolesOfEve(ask);
    strictEqual(isStranger, undefined);
    const put = async (from: string | undefined) => {
      const body = { roles: ["collect" as const], version: from };
      return codeOf(await ask("putProjectUserRoles", { ...at, email: EVE, body }));
    };
    ok((await ask("removeOrgUser", { orgId: ORG, email: EVE })).ok);
    strictEqual(await put(version), "conflict");
    strictEqual(await put((await rolesOfEve(ask)).version), "ok");
    strictEqual(await put(version), "conflict");
    strictEqual(await put((await rolesOfEve(ask)).version), "ok");
    ok((await ask("removeOrgUser", { orgId: ORG, email: EVE })).ok);
    ok((await ask("addOrgAdmin", { orgId: ORG, body: { email: EVE } })).ok);
    strictEqual(await put((await rolesOfEve(ask)).version), "ok");
  }));
