import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { addAuditLine } from "@/lib/api/audit.ts";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import type { Store } from "@/lib/store/store.ts";
import { anAccount, PASSWORD, signedIn } from "@/tests/helpers/a_platform.ts";
import { aBoilerRoom, ORG, PROJECT, someone, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { confirmAddress, mailedProof } from "@/tests/helpers/mails.ts";

/** Noon in Paris, in winter. */
const NOON = Date.parse("2026-02-10T11:00:00Z");

async function aLine(store: Store, subject: string, atMs: number): Promise<void> {
  const line = { caller: null, action: "putTeam", orgId: ORG, projectId: null, subject } as const;
  await addAuditLine(store.atomic(), line, atMs).commit();
}

async function subjects(
  ask: CallFunction,
  query: Omit<Input<"getAudit">, "orgId"> = {},
): Promise<string[]> {
  const result = await answerOf(ask("getAudit", { orgId: ORG, ...query }));
  return result.entries.map(({ subject }) => subject);
}

Deno.test("getAudit() returns the author, the action and the subject of each line, newest first", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask: ada }) => {
    await aBoilerRoom(ada, "Chaufferie nord");
    built.clock.advance(1_000);
    await aBoilerRoom(ada, "Chaufferie sud");
    const result = await answerOf(ada("getAudit", { orgId: ORG }));
    const line = { email: "ada@bailleur.fr", action: "addEquipment", projectId: PROJECT };
    deepStrictEqual(result.entries.map(({ id: _, ...entry }) => entry), [
      { ...line, subject: "Chaufferie sud", at: "2026-02-10T11:00:01.000Z" },
      { ...line, subject: "Chaufferie nord", at: "2026-02-10T11:00:00.000Z" },
    ]);
    strictEqual(result.next, null);
  }));

Deno.test("getAudit() names every role of a change, however many and for however long an address", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    const email = `${"e".repeat(64)}@${"bailleur.".repeat(20)}fr`;
    await anAccount(built, { email });
    const offered = await answerOf(ada("listProjectAvailableRoles", { projectId: PROJECT }));
    const roles = offered.map(({ role }) => role);
    const at = { projectId: PROJECT, email };
    strictEqual((await ada("putProjectUserRoles", { ...at, body: { roles } })).ok, true);
    const [subject = ""] = await subjects(ada);
    deepStrictEqual(subject.split(" "), [`${email}:`, ...roles.map((role) => `+${role}`)]);
  }));

Deno.test("addAuditLine() cuts no character of a long subject in two", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    await aLine(built.store, `${"a".repeat(199)}😀b`, NOON);
    deepStrictEqual(await subjects(ada), [`${"a".repeat(199)}😀`]);
  }));

Deno.test("getAudit() pages through all lines without gap or repetition", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    // Two lines at each instant: the page ends between lines of one millisecond.
    for (let rank = 0; rank < 125; rank++) {
      await aLine(built.store, String(rank), NOON + Math.floor(rank / 2));
    }
    const seen: string[] = [];
    const sizes: number[] = [];
    let after: string | undefined;
    do {
      const page = await answerOf(ada("getAudit", { orgId: ORG, after }));
      seen.push(...page.entries.map(({ subject }) => subject));
      sizes.push(page.entries.length);
      after = page.next ?? undefined;
    } while (after !== undefined);
    deepStrictEqual(sizes, [50, 50, 25]);
    strictEqual(new Set(seen).size, 125);
    deepStrictEqual(seen.slice(0, 1), ["124"]);
  }));

Deno.test("getAudit() filters by day in Paris, user, area and residence", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask: ada }) => {
    // Midnight of the 9th in Paris is 23:00 UTC on the 8th.
    await aLine(built.store, "le 8 au soir", Date.parse("2026-02-08T22:59:59.999Z"));
    await aLine(built.store, "le 9 à minuit", Date.parse("2026-02-08T23:00:00Z"));
    await aLine(built.store, "le 9 au soir", Date.parse("2026-02-09T22:59:59.999Z"));
    await aBoilerRoom(ada, "Chaufferie");
    deepStrictEqual(await subjects(ada, { from: "2026-02-09", to: "2026-02-09" }), [
      "le 9 au soir",
      "le 9 à minuit",
    ]);
    deepStrictEqual(await subjects(ada, { to: "2026-02-08" }), ["le 8 au soir"]);
    deepStrictEqual(await subjects(ada, { email: "ada@bailleur.fr" }), ["Chaufferie"]);
    deepStrictEqual(await subjects(ada, { area: "facilities" }), ["Chaufferie"]);
    deepStrictEqual(await subjects(ada, { residence: PROJECT }), ["Chaufferie"]);
    deepStrictEqual(await subjects(ada, { residence: "p2" }), []);
  }));

Deno.test("getAudit() of a user who changed their address has what they did under the earlier one", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask: ada }) => {
    await someone(built, { email: "bob@bailleur.fr", isAdmin: true });
    await aBoilerRoom(ada, "Chaufferie nord");
    const email = "ada.l@bailleur.fr";
    ok((await ada("changeEmail", { body: { email, password: PASSWORD } })).ok);
    strictEqual(await confirmAddress(built, await mailedProof(built.store)), "ok");
    built.clock.advance(1_000);
    const { ask } = await signedIn(built, email);
    await aBoilerRoom(ask, "Chaufferie sud");
    const area = "facilities";
    deepStrictEqual(await subjects(ask, { email, area }), ["Chaufferie sud", "Chaufferie nord"]);
    deepStrictEqual(await subjects(ask, { email: "bob@bailleur.fr", area }), []);
  }));

// @spec organisations.audit
Deno.test("commit that fails writes no line", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    const line = { caller: null, action: "putTeam", orgId: ORG, projectId: null, subject: "x" };
    const atomic = built.store.atomic().check({ key: ["org", ORG], versionstamp: null });
    const { ok: isDone } = await addAuditLine(
      atomic,
      { ...line, action: "putTeam" },
      NOON,
    ).commit();
    deepStrictEqual([isDone, await subjects(ada)], [false, []]);
  }));
