import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { ALARM_HANDLERS } from "@/lib/alarms/alarm_handlers.ts";
import {
  type AlarmReportDraft,
  alarmReportDraft,
  type AlarmSelection,
  type AvailableSelection,
} from "@/lib/alarms/schema.ts";
import {
  areOffered,
  NO_HANDLER,
  offeredSelections,
  pressedSelections,
  sentSelections,
  withFilter,
  withSelection,
} from "@/lib/alarms/selections.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { noteDelivery } from "@/lib/mail/outbox.ts";
import { SEEN_FOR_MS } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { aBoilerRoom, ORG, PROJECT, someone, withMember } from "@/tests/helpers/a_residence.ts";
import { reportDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { law, testLaws } from "@/tests/helpers/laws_of_values.ts";
import { refusedChanges } from "@/tests/helpers/schema_examples.ts";
import { fc } from "@/tests/npm/fast_check.ts";

function aReport(
  selections: AlarmSelection[],
  over: Partial<AlarmReportDraft> = {},
): AlarmReportDraft {
  const some = { emails: ["astreinte@oph.fr"], notifyEnd: false, notifyEvery: "2h" };
  return reportDraft({ ...some, selections, ...over });
}

const ONLINE: AlarmSelection = { handler: "collect-online", filters: {} };

// @spec alarms.choices
Deno.test("residence offers the handlers of its equipment; a report about another is refused, a filter without a value accepts everything", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask: ada }) => {
    const offered = async () => {
      return await answerOf(ada("listAvailableSelections", { projectId: PROJECT }));
    };
    deepStrictEqual((await offered()).map(({ handler }) => handler), [
      "accessory-status",
      "collect-online",
    ]);
    const create = async (selection: AlarmSelection) =>
      codeOf(await ada("createAlarmReport", { projectId: PROJECT, body: aReport([selection]) }));
    const elsewhere: AlarmSelection = { handler: "collect-online", filters: { project: ["x"] } };
    strictEqual(await create({ handler: "building-cmv", filters: {} }), "unknown-reference");
    strictEqual(await create(elsewhere), "unknown-reference");
    const ofOrg = await ada("createOrgAlarmReport", { orgId: ORG, body: aReport([elsewhere]) });
    strictEqual(codeOf(ofOrg), "unknown-reference");
    const room = await aBoilerRoom(ada, "Chaufferie nord");
    const circuits = (await offered()).find(({ handler }) => handler === "boilerroom-circuit");
    deepStrictEqual(circuits?.filters, [{
      name: "boilerRoom",
      label: "Chaufferies",
      values: [{ value: room, label: "Chaufferie nord" }],
    }]);
    const handler = "boilerroom-circuit";
    strictEqual(await create({ handler, filters: { boilerRoom: [] } }), "ok");
    const read = await answerOf(ada("listAlarmReports", { projectId: PROJECT }));
    deepStrictEqual(read.map(({ selections }) => selections), [[{ handler, filters: {} }]]);
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

const ROOMS: AvailableSelection = {
  handler: "boilerroom-circuit",
  label: "Circuits",
  filters: [{
    name: "boilerRoom",
    label: "Chaufferies",
    values: [{ value: "c1", label: "Nord" }, { value: "c2", label: "Sud" }],
  }],
};
const ANYWHERE: AvailableSelection = { handler: "collect-online", label: "Capteurs", filters: [] };

Deno.test("withFilter() narrows one selection; without a value it removes the filter", () => {
  const both = withSelection([ONLINE], "boilerroom-circuit");
  const narrowed = withFilter(both, "boilerroom-circuit", ["boilerRoom", ["c1"]]);
  deepStrictEqual(narrowed, [ONLINE, {
    handler: "boilerroom-circuit",
    filters: { boilerRoom: ["c1"] },
  }]);
  deepStrictEqual(withFilter(narrowed, "boilerroom-circuit", ["boilerRoom", []]), both);
});

// @spec alarms.choices
Deno.test("offeredSelections() leaves out the selected handlers", () => {
  deepStrictEqual(offeredSelections([ANYWHERE, ROOMS], [ONLINE]), [ROOMS]);
});

Deno.test("areOffered() refuses a handler, a filter or a value that is not offered", () => {
  const about = (filters: Record<string, string[]>) =>
    areOffered([{ handler: "boilerroom-circuit", filters }], [ROOMS]);
  ok(about({}));
  ok(about({ boilerRoom: ["c1", "c2"] }));
  ok(!about({ boilerRoom: ["c1", "c3"] }));
  ok(!about({ building: ["c1"] }));
  ok(!areOffered([ONLINE], [ROOMS]));
  ok(!areOffered([{ handler: "boilerroom-circuit", filters: {} }, ONLINE], [ROOMS]));
});

// @spec alarms.choices
Deno.test("areOffered() accepts a value that the report already has, only for the same handler and filter, and a handler no longer offered only as it is", () => {
  const circuits = (filters: AlarmSelection["filters"]): AlarmSelection[] => [
    { handler: "boilerroom-circuit", filters },
  ];
  const about = (filters: Record<string, string[]>) =>
    areOffered(circuits(filters), [ROOMS], circuits({ boilerRoom: ["c3"] }));
  ok(about({ boilerRoom: ["c3"] }));
  ok(about({ boilerRoom: ["c1", "c3"] }));
  ok(!about({ boilerRoom: ["c4"] }));
  ok(!about({ building: ["c3"] }));
  const before = circuits({ boilerRoom: ["b1", "b2"] });
  ok(areOffered(circuits({ boilerRoom: ["b2", "b1"] }), [], before));
  for (const filters of [{}, { boilerRoom: ["b1"] }, { boilerRoom: ["b1", "b2", "b3"] }]) {
    ok(!areOffered(circuits(filters), [], before));
  }
  ok(!areOffered(before, []));
});

testLaws([
  law(
    "withSelection(), called again and again, never makes twins and never loses one",
    fc.property(fc.array(fc.constantFrom<string>(...ALARM_HANDLERS, NO_HANDLER)), (handlers) => {
      const chosen = handlers.reduce<readonly AlarmSelection[]>(withSelection, []);
      const expected = new Set(handlers.filter((handler) => handler !== NO_HANDLER));
      deepStrictEqual(chosen.map(({ handler }) => handler), [...expected]);
    }),
  ),
]);

const AVAILABLE: AvailableSelection[] = [
  { handler: "collect-online", label: "Capteurs", filters: [] },
  {
    handler: "building-cmv",
    label: "Ventilation",
    filters: [{ name: "building", label: "Bâtiments", values: [{ value: "b1", label: "A" }] }],
  },
];

function sent(fields: Record<string, string[]>): (name: string) => string[] {
  return (name) => fields[name] ?? [];
}

Deno.test("sentSelections() reads handlers in order, each with its own filters", () => {
  const fields = {
    "handler": ["building-cmv", "collect-online", "building-cmv", "0", "autre"],
    "building-cmv.building": ["b1"],
    "collect-online.building": ["b1"],
  };
  deepStrictEqual(sentSelections(sent(fields), AVAILABLE), [
    { handler: "building-cmv", filters: { building: ["b1"] } },
    ONLINE,
  ]);
  deepStrictEqual(sentSelections(sent({}), AVAILABLE), []);
});

Deno.test("pressedSelections() adds the selected handler, removes the one of its button, and is null for a button that saves", () => {
  const pressed = (intent: string, picked: string) => pressedSelections([ONLINE], intent, picked);
  deepStrictEqual(pressedSelections([], "add-selection", "collect-online"), [ONLINE]);
  deepStrictEqual(pressed("add-selection", "0"), [ONLINE]);
  deepStrictEqual(pressed("remove-selection:collect-online", "0"), []);
  deepStrictEqual(pressed("remove-selection:autre", "0"), [ONLINE]);
  deepStrictEqual([pressed("", "building-cmv"), pressed("remove", "0")], [null, null]);
});

// @spec alarms.mail-reports
Deno.test("alarmReportDraft refuses no selection, a handler twice, and more than twenty filters", () => {
  const selection = (filterCount: number) => ({
    handler: "collect-online",
    filters: Object.fromEntries(Array.from({ length: filterCount }, (_, at) => [`f${at}`, ["a"]])),
  });
  const draft = {
    name: "Astreinte",
    emails: ["ada@bailleur.fr"],
    notifyStart: true,
    notifyEnd: false,
    notifyEvery: "1d",
    selections: [selection(20)],
  };
  const wrong = [
    { selections: [] },
    { selections: [selection(0), selection(0)] },
    { selections: [selection(21)] },
    { notifyEvery: "0h" },
    { name: "" },
    { notifyEvery: "2 heures" },
    { emails: [] },
    { emails: ["a@oph.fr", "A@oph.fr"] },
    { emails: ["a@oph.fr\nBcc: b@c.fr"] },
    { webhookUrl: "ftp://ici.fr" },
    { webhookSecret: "x".repeat(15) },
    { notifyStart: false, notifyEnd: false, notifyEvery: "" },
  ];
  const right = [
    { selections: [selection(0)] },
    { notifyEvery: "" },
    { notifyStart: false, notifyEnd: false, notifyEvery: "1d" },
    { notifyStart: false, notifyEnd: true, notifyEvery: "" },
    { webhookUrl: "" },
    { webhookUrl: "https://ici.fr/alarmes", webhookSecret: "x".repeat(16) },
  ];
  deepStrictEqual(refusedChanges(alarmReportDraft, draft, [...wrong, ...right]), wrong);
});
