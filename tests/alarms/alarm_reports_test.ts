import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { AlarmReportDraft, AlarmSelection } from "@/lib/alarms/schema.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { noteDelivery } from "@/lib/mail/outbox.ts";
import { SEEN_FOR_MS } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { aBoilerRoom, ORG, PROJECT, someone, withMember } from "@/tests/helpers/a_residence.ts";
import { reportDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";

function aReport(
  selections: AlarmSelection[],
  over: Partial<AlarmReportDraft> = {},
): AlarmReportDraft {
  const some = { emails: ["astreinte@oph.fr"], notifyEnd: false, notifyEvery: "2h" };
  return reportDraft({ ...some, selections, ...over });
}

const ONLINE: AlarmSelection = { handler: "collect-online", filters: {} };

Deno.test("residence offers the handlers of its equipment", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask: ada }) => {
    const offered = async () => {
      return await answerOf(ada("listAvailableSelections", { projectId: PROJECT }));
    };
    deepStrictEqual((await offered()).map(({ handler }) => handler), [
      "accessory-status",
      "collect-online",
    ]);
    const room = await aBoilerRoom(ada, "Chaufferie nord");
    const circuits = (await offered()).find(({ handler }) => handler === "boilerroom-circuit");
    deepStrictEqual(circuits?.filters, [{
      name: "boilerRoom",
      label: "Chaufferies",
      values: [{ value: room, label: "Chaufferie nord" }],
    }]);
  }));

Deno.test("across residences, reports are limited to those their reader sees", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask: ada }) => {
    const eve = await someone(built, { email: "eve@bailleur.fr" });
    const residences = async (ask: CallFunction) => {
      const result = await answerOf(ask("listOrgAvailableSelections", { orgId: ORG }));
      return result[0]?.filters[0]?.values.map(({ value }) => value);
    };
    deepStrictEqual([await residences(ada), await residences(eve)], [[PROJECT], []]);
  }));

Deno.test("a residence's report is created, changed and deleted", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask: ada }) => {
    const made = await answerOf(
      ada("createAlarmReport", { projectId: PROJECT, body: aReport([ONLINE]) }),
    );
    const at = { projectId: PROJECT, reportId: made.id };
    const read = async () => {
      return await answerOf(ada("listAlarmReports", { projectId: PROJECT }));
    };
    const [{ version = "", ...report } = {}] = await read();
    deepStrictEqual(report, {
      id: made.id,
      ...aReport([ONLINE]),
      webhookUrl: "",
      hasWebhookSecret: false,
      webhookFailure: null,
      refusedEmails: [],
    });
    const put = (name: string) =>
      ada("putAlarmReport", { ...at, body: aReport([ONLINE], { name, version }) });
    deepStrictEqual([codeOf(await put("Nuit")), codeOf(await put("Jour"))], ["ok", "conflict"]);
    strictEqual((await read())[0]?.name, "Nuit");
    strictEqual(codeOf(await ada("deleteAlarmReport", at)), "ok");
    strictEqual(codeOf(await ada("deleteAlarmReport", at)), "not-found");
    deepStrictEqual(await read(), []);
  }));

// @spec mail.refused-addresses
Deno.test("a report shows a second later that the server of an address refused its mail", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask: ada }) => {
    const body = aReport([ONLINE]);
    const [ofOne, ofAll] = [
      await ada("createAlarmReport", { projectId: PROJECT, body }),
      await ada("createOrgAlarmReport", { orgId: ORG, body }),
    ];
    ok(ofOne.ok && ofAll.ok);
    const refused = async () => {
      const lists = await Promise.all([
        ada("listAlarmReports", { projectId: PROJECT }),
        ada("listOrgAlarmReports", { orgId: ORG }),
      ]);
      return lists.map((list) => list.ok && list.answer.map(({ refusedEmails }) => refusedEmails));
    };
    deepStrictEqual(await refused(), [[[]], [[]]]);
    const [email = ""] = body.emails;
    const at = new Date(built.clock.now()).toISOString();
    for (const [ownerId, { id }] of [[PROJECT, ofOne.answer], [ORG, ofAll.answer]] as const) {
      const atomic = built.store.atomic().set(keys.mailRefusal(ownerId, id, email), at);
      noteDelivery(atomic, ownerId);
      await atomic.commit();
    }
    built.clock.advance(SEEN_FOR_MS);
    deepStrictEqual(await refused(), [[[{ email, at }]], [[{ email, at }]]]);
  }));

Deno.test("report about a handler that is not offered is refused", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask: ada }) => {
    const elsewhere: AlarmSelection = { handler: "collect-online", filters: { project: ["x"] } };
    for (const selection of [{ handler: "building-cmv" as const, filters: {} }, elsewhere]) {
      const body = aReport([selection]);
      strictEqual(
        codeOf(await ada("createAlarmReport", { projectId: PROJECT, body })),
        "unknown-reference",
      );
    }
    strictEqual(
      codeOf(await ada("createOrgAlarmReport", { orgId: ORG, body: aReport([elsewhere]) })),
      "unknown-reference",
    );
  }));

// @spec alarms.choices
Deno.test("a filter sent without a value accepts everything, as the page of the report says", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask: ada }) => {
    await aBoilerRoom(ada, "Chaufferie nord");
    const body = aReport([{ handler: "boilerroom-circuit", filters: { boilerRoom: [] } }]);
    ok((await ada("createAlarmReport", { projectId: PROJECT, body })).ok);
    const read = await answerOf(ada("listAlarmReports", { projectId: PROJECT }));
    deepStrictEqual(read.map(({ selections }) => selections), [
      [{ handler: "boilerroom-circuit", filters: {} }],
    ]);
  }));

Deno.test("reports of the three levels are separate, and a user's own reports are visible to no other", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask: ada }) => {
    const eve = await someone(built, { email: "eve@bailleur.fr" });
    ok((await ada("createOrgAlarmReport", { orgId: ORG, body: aReport([ONLINE]) })).ok);
    ok(
      (await ada("createUserAlarmReport", { orgId: ORG, body: aReport([ONLINE], { name: "A" }) }))
        .ok,
    );
    const mine = await answerOf(eve("createUserAlarmReport", {
      orgId: ORG,
      body: aReport([ONLINE], { name: "E" }),
    }));
    const names = async (ask: CallFunction) => {
      return (await answerOf(ask("listUserAlarmReports", { orgId: ORG }))).map(({ name }) => name);
    };
    deepStrictEqual([await names(ada), await names(eve)], [["A"], ["E"]]);
    const at = { orgId: ORG, reportId: mine.id };
    strictEqual(codeOf(await ada("deleteUserAlarmReport", at)), "not-found");
    const body = aReport([ONLINE]);
    strictEqual(codeOf(await ada("putUserAlarmReport", { ...at, body })), "not-found");
    deepStrictEqual(await names(eve), ["E"]);
    strictEqual(codeOf(await eve("listOrgAlarmReports", { orgId: ORG })), "forbidden");
  }));

Deno.test("report requires an address, each handler once, and a duration written 2h or 1d", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask: ada }) => {
    const wrong: Partial<AlarmReportDraft>[] = [
      { emails: [] },
      { emails: ["a@oph.fr", "A@oph.fr"] },
      { emails: ["a@oph.fr\nBcc: b@c.fr"] },
      { selections: [] },
      { selections: [ONLINE, ONLINE] },
      { notifyEvery: "0h" },
      { notifyEvery: "2 heures" },
      { notifyStart: false, notifyEnd: false, notifyEvery: "" },
      { name: "" },
    ];
    for (const over of wrong) {
      const body = aReport([ONLINE], over);
      strictEqual(
        codeOf(await ada("createAlarmReport", { projectId: PROJECT, body })),
        "invalid-input",
      );
    }
  }));
