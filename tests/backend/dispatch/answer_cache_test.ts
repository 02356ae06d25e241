import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { SEEN_FOR_MS } from "@/lib/backend/cache/versions.ts";
import { Platform } from "@/lib/backend/choose.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Ask } from "@/lib/contract/catalogue.ts";
import { callAs, signedIn, type TestPlatform, withPlatform } from "@/tests/backend/a_platform.ts";
import {
  aBoilerRoom,
  aProject,
  ORG,
  PROJECT,
  someone,
  withMember,
  writeResidence,
} from "@/tests/backend/a_residence.ts";

async function roomNames(ask: Ask): Promise<string[]> {
  const result = await ask("listBoilerRooms", { projectId: PROJECT });
  ok(result.ok);
  return result.answer.map(({ name }) => name);
}

Deno.test("cached answer is not returned after a write of this process", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask }) => {
    deepStrictEqual(await roomNames(ask), []);
    await aBoilerRoom(ask, "Nord");
    deepStrictEqual(await roomNames(ask), ["Nord"]);
    const room = await aBoilerRoom(ask, "Sud");
    deepStrictEqual(await roomNames(ask), ["Nord", "Sud"]);
    await ask("deleteEquipment", { projectId: PROJECT, equipmentId: room });
    deepStrictEqual(await roomNames(ask), ["Nord"]);
  }));

Deno.test("an answer is read from the store once, then returned from memory", () =>
  withMember({ roles: ["collect"] }, async ({ built, ask }) => {
    const name = async () => {
      const result = await ask("getProject", { projectId: PROJECT });
      return result.ok && result.answer.name;
    };
    strictEqual(await name(), "Les Lilas");
    // Written without a bump: no version tells that the residence changed.
    await built.store.atomic().set(keys.project(PROJECT), aProject({ name: "Changé" })).commit();
    strictEqual(await name(), "Les Lilas");
    built.clock.advance(60_000);
    strictEqual(await name(), "Changé");
  }));

// @spec calls.freshness
Deno.test("write of another process is visible within a second", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    const other: TestPlatform = { ...built, platform: new Platform(built.platform.options) };
    const { ask: askOther } = await signedIn(other);
    deepStrictEqual(await roomNames(askOther), []);
    await aBoilerRoom(ask, "Nord");
    built.clock.advance(SEEN_FOR_MS);
    deepStrictEqual(await roomNames(askOther), ["Nord"]);
  }));

Deno.test("cached answer depends on the roles of its reader", () =>
  withMember({ roles: ["collect"] }, async ({ built, ask: ada }) => {
    const eve = await someone(built, { email: "eve@b.fr", roles: ["collect:display:read"] });
    const rolesOf = async (ask: Ask) => {
      const result = await ask("listProjects", { orgId: ORG });
      return result.ok && result.answer[0]?.allRoles.includes("collect");
    };
    deepStrictEqual([await rolesOf(ada), await rolesOf(eve)], [true, false]);
  }));

Deno.test("reader cannot modify an answer shared with others", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const result = await ask("getProject", { projectId: PROJECT });
    ok(result.ok);
    const { answer } = result;
    throws(() => {
      answer.name = "Changé";
    }, TypeError);
    throws(() => answer.allRoles.pop(), TypeError);
  }));

Deno.test("session ended by another process is refused here too, and so is a deleted account", () =>
  withPlatform(async (built) => {
    await writeResidence(built);
    await someone(built);
    const { token, caller } = await signedIn(built);
    strictEqual((await callAs(built, caller)("getMe", {})).ok, true);
    const other = new Platform(built.platform.options);
    await other.tokens.end(token);
    strictEqual((await built.platform.identities.byToken(token, "header")).kind, "anonymous");
  }));
