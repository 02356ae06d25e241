import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { MOST_ALARM_COMMENTS } from "@/lib/alarms/alarms.ts";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds } from "@/lib/store/store.ts";
import { aProject, ORG, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf, NOW } from "@/tests/helpers/fixtures.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";

const CLOSED = { start: "2025-12-31T23:30:00.000Z", end: "2026-01-02T10:00:00.000Z" };

async function listed(
  ask: CallFunction,
  query: Partial<Input<"listAlarms">> = {},
): Promise<string[]> {
  return (await answerOf(ask("listAlarms", { projectId: PROJECT, ...query }))).map(({ id }) => id);
}

// @spec alarms.lists
Deno.test("listAlarms() returns the open ones, latest first, and the closed ones of a year", () =>
  withMember({ roles: ["collect"] }, async ({ built: { store }, ask: ada }) => {
    const older = await storeAlarm(store);
    const newer = await storeAlarm(store, { start: "2026-02-01T00:00:00.000Z" });
    const closed = await storeAlarm(store, CLOSED);
    deepStrictEqual(await listed(ada), [newer, older]);
    deepStrictEqual(await listed(ada, { closed: "true" }), [closed]);
    // 31 December at 23:30 UTC is 1 January in Paris.
    deepStrictEqual(await listed(ada, { closed: "true", year: "2026" }), [closed]);
    deepStrictEqual(await listed(ada, { closed: "true", year: "2025" }), []);
    deepStrictEqual(await listed(ada, { year: "2026" }), [newer, older]);
  }));

Deno.test("list shows an alarm within a second of the commit of another process", () =>
  withMember({ roles: ["collect"] }, async ({ built: { store, clock }, ask: ada }) => {
    deepStrictEqual(await listed(ada), []);
    const id = await storeAlarm(store);
    clock.advance(1_000);
    deepStrictEqual(await listed(ada), [id]);
  }));

Deno.test("listOrgAlarms() returns the alarms of the residences that the caller sees", () =>
  withMember({ roles: ["collect"] }, async ({ built: { store }, ask: ada }) => {
    await store.atomic().set(keys.project("p2"), aProject()).set(keys.projectOfOrg(ORG, "p2"), true)
      .commit();
    const own = await storeAlarm(store);
    await storeAlarm(store, { projectId: "p2", start: "2026-02-01T00:00:00.000Z" });
    const result = await answerOf(ada("listOrgAlarms", { orgId: ORG }));
    deepStrictEqual(result.map(({ id, projectId }) => [id, projectId]), [[own, PROJECT]]);
  }));

// @spec alarms.lists
Deno.test("listOrgAlarms() returns the alarms of all the residences together, latest first", () =>
  withMember({ roles: ["collect"] }, async ({ built: { store }, ask: ada }) => {
    const [accountId = ""] = await listIds(store, keys.member.under(ORG));
    await store.atomic().set(keys.project("p2"), aProject()).set(keys.projectOfOrg(ORG, "p2"), true)
      .set(keys.roles("p2", accountId), ["collect"])
      .set(keys.rolesOfAccount(accountId, "p2"), true).commit();
    const starts = [[PROJECT, "01"], ["p2", "02"], [PROJECT, "03"], ["p2", "04"]] as const;
    const ids: string[] = [];
    for (const [projectId, day] of starts) {
      ids.push(await storeAlarm(store, { projectId, start: `2026-02-${day}T00:00:00.000Z` }));
    }
    const result = await answerOf(ada("listOrgAlarms", { orgId: ORG }));
    deepStrictEqual(result.map(({ id }) => id), ids.toReversed());
  }));

Deno.test("listOrgAlarms() leaves out a deleted residence without refusing the call", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built: { store }, ask: ada }) => {
    const [accountId = ""] = await listIds(store, keys.member.under(ORG));
    await store.atomic().set(keys.projectOfOrg(ORG, "gone"), true)
      .set(keys.roles("gone", accountId), ["collect", "collect:boilerroom:read"]).commit();
    const closed = await storeAlarm(store, CLOSED);
    const result = await answerOf(
      ada("listOrgAlarms", { orgId: ORG, closed: "true", year: "2026" }),
    );
    deepStrictEqual(result.map(({ id }) => id), [closed]);
    const lists = [
      await ada("listProjects", { orgId: ORG }),
      await ada("listSilences", { orgId: ORG }),
      await ada("compareBoilerRooms", { orgId: ORG, segment: "monthly-2026" }),
    ];
    deepStrictEqual(lists.map((list) => list.ok ? "ok" : list.code), ["ok", "ok", "ok"]);
  }));

Deno.test("comments show the current names of their authors, oldest first", () =>
  withMember({ roles: ["collect"] }, async ({ built: { store, clock }, ask: ada }) => {
    const alarmId = await storeAlarm(store);
    for (const text of ["Vu", "Technicien prévenu"]) {
      ok((await ada("commentAlarm", { projectId: PROJECT, alarmId, body: { text } })).ok);
      clock.advance(1_000);
    }
    const read = await answerOf(ada("getAlarm", { projectId: PROJECT, alarmId }));
    const author = { lastName: "Durand", firstName: "Ada", email: "ada@bailleur.fr" };
    deepStrictEqual(read.alarmComments.map(({ id: _, ...comment }) => comment), [
      { author, date: new Date(NOW).toISOString(), text: "Vu" },
      { author, date: new Date(NOW + 1_000).toISOString(), text: "Technicien prévenu" },
    ]);
  }));

Deno.test("an alarm accepts comments up to a limit, and a missing alarm none", () =>
  withMember({ roles: ["collect"] }, async ({ built: { store }, ask: ada }) => {
    const alarmId = await storeAlarm(store);
    const atomic = store.atomic();
    for (let count = 0; count < MOST_ALARM_COMMENTS; count++) {
      const comment = { accountId: "a1", date: CLOSED.start, text: "Vu" };
      atomic.set(keys.alarmComment(PROJECT, alarmId, `c${count}`), comment);
    }
    await atomic.commit();
    const codeOf = async (id: string) => {
      const body = { text: "Encore" };
      const result = await ada("commentAlarm", { projectId: PROJECT, alarmId: id, body });
      return result.ok ? "ok" : result.code;
    };
    deepStrictEqual([await codeOf(alarmId), await codeOf("none")], ["limit-reached", "not-found"]);
  }));

// @spec alarms.archive
Deno.test("archiveAlarm() ends an alarm and the open ones that belong to it, and lists leave them out", () =>
  withMember({ roles: ["collect"] }, async ({ built: { store }, ask: ada }) => {
    const alarmId = await storeAlarm(store, { childCount: 250 });
    for (let count = 0; count < 250; count++) {
      await storeAlarm(store, { subjectKey: `collect-online/h${count}`, parentId: alarmId });
    }
    const closed = await storeAlarm(store, { ...CLOSED, parentId: alarmId });
    ok((await ada("archiveAlarm", { projectId: PROJECT, alarmId })).ok);
    deepStrictEqual([await listed(ada), await listed(ada, { closed: "true" })], [[], [closed]]);
    const { archived, end, childCount } = await answerOf(
      ada("getAlarm", { projectId: PROJECT, alarmId }),
    );
    deepStrictEqual({ archived, end, childCount }, {
      archived: true,
      end: new Date(NOW).toISOString(),
      childCount: 250,
    });
    // Starts and ends of 252 alarms.
    strictEqual((await listIds(store, keys.alarmEvent.under(ORG))).length, 2 * 252);
  }));

Deno.test("archiveAlarm() keeps the end of a closed alarm, and is refused for a missing one", () =>
  withMember({ roles: ["collect"] }, async ({ built: { store }, ask: ada }) => {
    const alarmId = await storeAlarm(store, CLOSED);
    ok((await ada("archiveAlarm", { projectId: PROJECT, alarmId })).ok);
    const read = await answerOf(ada("getAlarm", { projectId: PROJECT, alarmId }));
    strictEqual(read.end, CLOSED.end);
    const refused = await ada("archiveAlarm", { projectId: PROJECT, alarmId: "none" });
    strictEqual(refused.ok ? "ok" : refused.code, "not-found");
  }));
