import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { frozen } from "@/lib/api/deep_freeze.ts";
import { StoredAnswers } from "@/lib/api/outside_answers.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { Platform } from "@/lib/app/platform.ts";
import { callAs, signedIn, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  ORG,
  PROJECT,
  someone,
  withMember,
  withResidence,
} from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOf, withStore } from "@/tests/helpers/fixtures.ts";

async function roomNames(ask: CallFunction): Promise<string[]> {
  return (await answerOf(ask("listBoilerRooms", { projectId: PROJECT }))).map(({ name }) => name);
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

// @spec calls.freshness
Deno.test("what another process has just created or allowed is not refused here", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    const other: TestPlatform = { ...built, platform: new Platform(built.platform.options) };
    const { ask: askOther } = await signedIn(other);
    deepStrictEqual(await roomNames(askOther), []);
    const boilerRoomId = await aBoilerRoom(ask, "Nord");
    const room = await answerOf(askOther("getBoilerRoom", { projectId: PROJECT, boilerRoomId }));
    strictEqual(room.name, "Nord");

    const email = "eve@b.fr";
    await someone(built, { email });
    const { ask: eveOther } = await signedIn(other, email);
    const asked = () => eveOther("listOutdoorSources", { projectId: PROJECT });
    strictEqual(codeOf(await asked()), "not-found");
    const body = { roles: ["collect:boilerroom:read" as const] };
    await answerOf(ask("putProjectUserRoles", { projectId: PROJECT, email, body }));
    strictEqual(codeOf(await asked()), "ok");
  }));

Deno.test("cached answer depends on the roles of its reader", () =>
  withMember({ roles: ["collect"] }, async ({ built, ask: ada }) => {
    const eve = await someone(built, { email: "eve@b.fr", roles: ["collect:display:read"] });
    const rolesOf = async (ask: CallFunction) => {
      const result = await answerOf(ask("listProjects", { orgId: ORG }));
      return result[0]?.allRoles.includes("collect");
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
  withResidence(async (built) => {
    await someone(built);
    const { token, caller } = await signedIn(built);
    strictEqual((await callAs(built, caller)("getMe", {})).ok, true);
    const other = new Platform(built.platform.options);
    await other.tokens.end(token);
    strictEqual((await built.platform.identities.byToken(token, "header")).kind, "anonymous");
  }));

const SHEET = { projectId: PROJECT };

Deno.test("right that was withdrawn is missed at the next call, though its answer is cached", () =>
  withMember({ roles: ["collect"] }, async ({ built, ask: ada }) => {
    const eve = await someone(built, { email: "eve@b.fr", isAdmin: true });
    const read = async () => codeOf(await ada("getProject", SHEET));
    deepStrictEqual([await read(), await read()], ["ok", "ok"]);
    const withdrawn = { ...SHEET, email: "ada@bailleur.fr", body: { roles: [] } };
    ok((await eve("putProjectUserRoles", withdrawn)).ok);
    deepStrictEqual([await read(), await read()], ["not-found", "not-found"]);
  }));

Deno.test("frozen() freezes a value deeply, except bytes, which cannot be frozen", () => {
  const bytes = new Uint8Array([1, 2]);
  const value = { list: [{ name: "A" }, null], deep: { deeper: { bytes } }, text: "text" };
  strictEqual(frozen(value), value);
  for (const one of [value, value.list, value.list[0], value.deep.deeper]) ok(Object.isFrozen(one));
  ok(!Object.isFrozen(bytes));
});

// @spec upstream.cache
Deno.test("StoredAnswers return an answer until it expires, before the store deletes it", () =>
  withStore(async (store, clock) => {
    const answers = new StoredAnswers(store, clock.now);
    const kept = { value: [1], keptAt: clock.now() };
    await answers.write("a", kept, 5_000);
    clock.advance(4_999);
    deepStrictEqual(await answers.read("a"), kept);
    clock.advance(1);
    strictEqual(await answers.read("a"), null);
  }));
