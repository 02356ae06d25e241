import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { MOST_HOUSES } from "@/lib/housing/dwelling_settings.ts";
import { keys } from "@/lib/store/keys.ts";
import { aHouse, aHousingSeries, houseDraft, houseSettings } from "@/tests/helpers/a_dwelling.ts";
import {
  anEquipment,
  at,
  type Belonging,
  PROJECT,
  type ResidenceChoices,
  someone,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { alertState, listedAlerts } from "@/lib/housing/alert_state.ts";
import { ALERT_FORM } from "@/lib/housing/forms.ts";
import { recipientChoices } from "@/lib/housing/text.ts";
import { type VisitedSite, withVisitor } from "@/tests/helpers/a_site.ts";

async function aType(ask: CallFunction, name = "T3"): Promise<string> {
  const body = { name, area: 62.5, occupants: 2.1 };
  return (await answerOf(ask("createHouseType", { ...at, body }))).id;
}

async function aGroup(ask: CallFunction): Promise<string> {
  return (await answerOf(ask("createAnonymousGroup", { ...at, body: { name: "Hall A" } }))).id;
}

// @spec housing.references
Deno.test("dwelling is created, read, changed with its references, and deleted", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const houseTypeId = await aType(ask);
    const anonymousGroupId = await aGroup(ask);
    const buildingId = await anEquipment(ask, "building");
    const serial = "0180A1";
    const houseId = await aHouse(ask, { name: "A10", houseTypeId }, serial);
    await aHouse(ask, { name: "A9" });
    const read = await answerOf(ask("listHouses", at));
    deepStrictEqual(read.map(({ settings }) => settings.name), ["A9", "A10"]);
    const { version, ...house } = read[1] ?? { version: "" };
    deepStrictEqual(house, {
      id: houseId,
      kind: "module",
      projectModuleId: null,
      serial,
      settings: houseSettings({ name: "A10", houseTypeId }),
      config: {},
    });
    const settings = houseSettings({
      name: "A10 bis",
      collectMode: 2,
      hourlyMode: 3,
      floor: 0,
      buildingId,
      anonymousGroupId,
    });
    const body = { ...settings, config: { Gardien: "non" }, version };
    ok((await ask("putHouseSettings", { ...at, houseId, body })).ok);
    const kept = { ...settings, name: "A10 ter" };
    ok((await ask("putHouseSettings", { ...at, houseId, body: kept })).ok);
    const [, after] = await answerOf(ask("listHouses", at));
    deepStrictEqual([after?.settings, after?.config], [kept, { Gardien: "non" }]);
    ok((await ask("deleteHouse", { ...at, houseId })).ok);
    const left = await answerOf(ask("listHouses", at));
    deepStrictEqual(left.map(({ settings }) => settings.name), ["A9"]);
    strictEqual(codeOf(await ask("deleteHouse", { ...at, houseId })), "not-found");
  }));

Deno.test("createHouse() and putHouseSettings() refuse invalid references", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const houseId = await aHouse(ask);
    const room = await anEquipment(ask, "boilerroom");
    const wrong = [
      { buildingId: "nowhere" },
      { buildingId: room },
      { houseTypeId: "none" },
      { anonymousGroupId: "none" },
    ];
    for (const settings of wrong) {
      const made = await ask("createHouse", { ...at, body: houseDraft({}, settings) });
      strictEqual(codeOf(made), "unknown-reference", JSON.stringify(settings));
      const put = await ask("putHouseSettings", { ...at, houseId, body: houseSettings(settings) });
      strictEqual(codeOf(put), "unknown-reference", JSON.stringify(settings));
    }
  }));

Deno.test("serial of a deleted dwelling is free, and any number of dwellings may have none", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const houseId = await aHouse(ask, {}, "S1");
    ok((await ask("deleteHouse", { ...at, houseId })).ok);
    await aHouse(ask, {}, "S1");
    await aHouse(ask);
    await aHouse(ask);
  }));

Deno.test("createHouse() stops at the maximum number of dwellings of a residence", () =>
  withMember({ roles: ["collect"] }, async ({ ask, built: { store } }) => {
    const record = { ...houseDraft(), config: {} };
    for (let from = 0; from < MOST_HOUSES - 1; from += 499) {
      const atomic = store.atomic();
      const to = Math.min(from + 499, MOST_HOUSES - 1);
      for (let index = from; index < to; index++) {
        atomic.set(keys.house(PROJECT, `h${index}`), record);
      }
      await atomic.commit();
    }
    await aHouse(ask);
    const more = await ask("createHouse", { ...at, body: houseDraft() });
    strictEqual(codeOf(more), "limit-reached");
    const all = await answerOf(ask("listHouses", at));
    strictEqual(all.length, MOST_HOUSES);
  }));

Deno.test("createHouse() counts the dwellings of a residence once, not for each creation", () =>
  withMember({ roles: ["collect"] }, async ({ ask, built: { store } }) => {
    const prefix = keys.house.under(PROJECT);
    let listCount = 0;
    const list = store.list.bind(store);
    store.list = (selector, options) => {
      if ("prefix" in selector && selector.prefix.join() === prefix.join()) listCount++;
      return list(selector, options);
    };
    for (let count = 0; count < 5; count++) await aHouse(ask);
    strictEqual(listCount, 1);
  }));

// @spec housing.fields
Deno.test("a free field of a dwelling has one line, and no colon in its name", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    for (const config of [{ "a:b": "c" }, { a: "deux\nlignes" }]) {
      const made = await ask("createHouse", { ...at, body: houseDraft({ config }) });
      strictEqual(codeOf(made), "invalid-input");
    }
  }));

Deno.test("kinds of dwellings are listed by name, with the numbers in their order", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    await aType(ask, "T10");
    await aType(ask, "T3");
    const types = await answerOf(ask("listHouseTypes", at));
    deepStrictEqual(types.map(({ name, area, occupants }) => [name, area, occupants]), [
      ["T3", 62.5, 2.1],
      ["T10", 62.5, 2.1],
    ]);
  }));

Deno.test("the occupants' application has no right on a dwelling until a user grants it", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const houseId = await aHouse(ask);
    const read = async () => {
      return await answerOf(ask("listModuleRights", at));
    };
    const [before] = await read();
    deepStrictEqual([before?.houseId, before?.access], [houseId, 0]);
    const version = before?.version;
    const put = (access: 0 | 1 | 2 | 3) =>
      ask("putModuleRights", { ...at, houseId, body: { access, version } });
    ok((await put(2)).ok);
    deepStrictEqual((await read()).map(({ access }) => access), [2]);
    ok((await ask("deleteHouse", { ...at, houseId })).ok);
    strictEqual(codeOf(await put(1)), "not-found");
    deepStrictEqual(await read(), []);
  }));

Deno.test("source is attached to a dwelling for a series of the dwellings, and is deleted with it", () =>
  withMember({ roles: ["collect"] }, async ({ ask, built: { store } }) => {
    const series = await aHousingSeries(ask);
    const houseId = await aHouse(ask);
    const attach = (source: string, to: string | null) =>
      ask("attachSource", { ...at, series, body: { source, houseId: to } });
    strictEqual(codeOf(await attach("serial=1", null)), "unknown-reference");
    strictEqual(codeOf(await attach("serial=1", "nobody")), "unknown-reference");
    ok((await attach("serial=1", houseId)).ok);
    const claimed = await answerOf(ask("listSeriesSources", { ...at, series }));
    deepStrictEqual(claimed.map((one) => [one.source, one.houseId]), [
      ["serial=1", houseId],
    ]);
    ok(
      (await ask("importReadings", {
        ...at,
        body: "date;serie;valeur\n01/01/2025;serial=1;20,5",
      })).ok,
    );
    const heads = async () => {
      const found: string[] = [];
      const prefix = keys.seriesHead.under(PROJECT);
      for await (const { key } of store.list({ prefix })) found.push(String(key.at(-1)));
      return found;
    };
    const fixed = await ask("putDataseries", {
      ...at,
      series,
      body: seriesDraft({ dataUnitId: "EFSV", scope: "housing" }),
    });
    strictEqual(codeOf(fixed), "in-use");
    ok((await ask("deleteHouse", { ...at, houseId })).ok);
    const left = await ask("listSeriesSources", { ...at, series });
    deepStrictEqual(left, { ok: true, answer: [] });
    deepStrictEqual(await heads(), []);
    ok((await ask("deleteDataseries", { ...at, series })).ok);
  }));

Deno.test("series of dwellings are written by a user who administers dwellings, not by one who writes boiler rooms", () =>
  withMember({ roles: ["collect"] }, async ({ built }) => {
    const heating = await someone(built, { email: "h@b.fr", roles: ["collect:boilerroom:write"] });
    const dwellings = await someone(built, { email: "d@b.fr", roles: ["collect:houseadmin"] });
    const series = await aHousingSeries(dwellings);
    const houseId = await aHouse(dwellings);
    const source = { source: "serial=1", houseId };
    ok((await dwellings("attachSource", { ...at, series, body: source })).ok);
    const detached = { ...at, series, source: source.source };
    strictEqual(codeOf(await heating("detachSource", detached)), "forbidden");
    ok((await dwellings("detachSource", detached)).ok);
    const body = seriesDraft({ dataUnitId: "HUM", scope: "housing" });
    strictEqual(codeOf(await heating("createDataseries", { ...at, body })), "forbidden");
    const facility = { ...body, scope: "facilities" as const };
    strictEqual(
      codeOf(await dwellings("createDataseries", { ...at, body: facility })),
      "forbidden",
    );
  }));

const TODAY = "2026-02-10";

Deno.test("alertState() counts the first and the last day; a message without an end stays", () => {
  strictEqual(alertState({ from: "2026-02-10", to: "2026-02-10" }, TODAY), "current");
  strictEqual(alertState({ from: "2026-02-11", to: null }, TODAY), "coming");
  strictEqual(alertState({ from: "2026-02-01", to: "2026-02-09" }, TODAY), "past");
  strictEqual(alertState({ from: "2020-01-01", to: null }, TODAY), "current");
});

// @spec housing.messages
Deno.test("listedAlerts() has current messages, then future ones, then past ones, latest first", () => {
  const alert = (id: string, from: string, to: string | null) => ({
    id,
    from,
    to,
    message: "",
    houseIds: [],
    version: "1",
  });
  const all = [
    alert("past", "2026-01-01", "2026-01-02"),
    alert("later", "2026-04-01", null),
    alert("old", "2025-01-01", null),
    alert("soon", "2026-03-01", null),
    alert("now", "2026-02-09", null),
  ];
  deepStrictEqual(listedAlerts(all, TODAY).map(({ id }) => id), [
    "now",
    "old",
    "later",
    "soon",
    "past",
  ]);
});

const TYPED = { from: "2026-02-10", to: "", message: " Coupure ", houseIds: "h1\nh2" };

// @spec housing.messages
Deno.test("ALERT_FORM requires a day and a text, and an end no earlier than its start", () => {
  deepStrictEqual(ALERT_FORM.read(TYPED), {
    from: "2026-02-10",
    to: null,
    message: "Coupure",
    houseIds: ["h1", "h2"],
  });
  const errors = (over: Partial<typeof TYPED>) => ALERT_FORM.errors({ ...TYPED, ...over });
  deepStrictEqual(errors({ from: "", message: " " }), {
    from: { code: "required" },
    message: { code: "required" },
  });
  deepStrictEqual(errors({ to: "2026-02-09" }), { to: { code: "date-order" } });
  deepStrictEqual(errors({ to: "2026-02-10" }), {});
  deepStrictEqual(errors({ message: "x".repeat(2_001) }), {
    message: { code: "maxlength", allowedLength: 2_000 },
  });
});

function withAlerts(test: (ask: CallFunction) => Promise<void>): Promise<void> {
  const roles = ["collect", "collect:housing:alerts:write"] as const;
  return withMember({ roles }, ({ ask }) => test(ask));
}

const body = {
  from: "2026-02-10",
  to: "2026-02-12",
  message: "Coupure",
  houseIds: new Array<string>(),
};

Deno.test("messages to tenants are listed by their first day, the latest first", () =>
  withAlerts(async (ask) => {
    const houseIds = [await aHouse(ask)];
    await answerOf(ask("createHousingAlert", { ...at, body: { ...body, houseIds } }));
    const later = { ...body, from: "2026-03-01", to: null };
    ok((await ask("createHousingAlert", { ...at, body: later })).ok);
    const listed = await answerOf(ask("listHousingAlerts", at));
    deepStrictEqual(listed.map(({ id: _, version: __, ...one }) => one), [
      later,
      { ...body, houseIds },
    ]);
  }));

// @spec housing.messages
Deno.test("message is for existing dwellings, and keeps them when they are deleted", () =>
  withAlerts(async (ask) => {
    const houseId = await aHouse(ask);
    const wrong = { ...at, body: { ...body, houseIds: ["none"] } };
    strictEqual(codeOf(await ask("createHousingAlert", wrong)), "unknown-reference");
    const made = await answerOf(
      ask("createHousingAlert", { ...at, body: { ...body, houseIds: [houseId] } }),
    );
    const put = { ...wrong, alertId: made.id };
    strictEqual(codeOf(await ask("putHousingAlert", put)), "unknown-reference");
    await ask("deleteHouse", { ...at, houseId });
    const listed = await answerOf(ask("listHousingAlerts", at));
    deepStrictEqual(listed[0]?.houseIds, [houseId]);
    const alert = { ...at, alertId: made.id };
    const later = { ...body, to: "2026-02-13", houseIds: [houseId] };
    strictEqual(codeOf(await ask("putHousingAlert", { ...alert, body: later })), "ok");
    strictEqual(
      codeOf(await ask("createHousingAlert", { ...at, body: later })),
      "unknown-reference",
    );
  }));

const A12 = { value: "h1", label: "A12" };

Deno.test("recipientChoices() adds the deleted recipients of the stored message, under distinct names", () => {
  const choices = (...houseIds: string[]) => recipientChoices([A12], { houseIds });
  deepStrictEqual(choices("h1"), [A12]);
  deepStrictEqual(choices("h1", "gone"), [A12, { value: "gone", label: "Logement supprimé" }]);
  deepStrictEqual(choices("g1", "g2"), [
    A12,
    { value: "g1", label: "Logement supprimé 1" },
    { value: "g2", label: "Logement supprimé 2" },
  ]);
  deepStrictEqual(recipientChoices([A12], null), [A12]);
  // A user who may not list the dwellings cannot tell which were deleted.
  deepStrictEqual(recipientChoices([], { houseIds: ["h1"] }), []);
});

const PAGE = `/collect/${PROJECT}/tenant-alerts`;
function withTenantAlerts(
  test: (place: VisitedSite) => Promise<void>,
  { roles = ["collect:houseadmin", "collect:housing:alerts:write"], features = {} }:
    & Belonging
    & ResidenceChoices = {},
): Promise<void> {
  return withVisitor({ roles }, test, {
    residence: { features: { houseMode: 1, housesAppAlarm: true, ...features } },
  });
}

const TYPED_ALERT = { version: "", from: "2020-02-10", to: "2099-02-12", message: "Coupure d’eau" };

Deno.test("message is added, listed by state, changed, deleted, and in the file", () =>
  withTenantAlerts(async ({ visitor, ask }) => {
    const houseIds = await aHouse(ask);
    match((await visitor.get(PAGE)).text, /Aucun message/);
    const added = await visitor.post(PAGE, { ...TYPED_ALERT, houseIds });
    strictEqual(added.headers.get("location"), `${PAGE}?saved=alerts#alerts`);
    await visitor.post(PAGE, { ...TYPED_ALERT, from: "2030-03-01", to: "", message: "Visite" });
    await visitor.post(PAGE, {
      ...TYPED_ALERT,
      from: "2020-01-01",
      to: "2020-01-02",
      message: "Fuite",
    });
    const list = await visitor.get(PAGE);
    match(
      list.text,
      /Coupure d’eau 10\/02\/2020 12\/02\/2099 A12 En cours .*Visite .*À venir .*Fuite .*Passé/,
    );
    const file = await visitor.get(`${PAGE}?csv=semicolon`);
    match(file.html, /\r\nVisite;2030-03-01;;Tous les logements;À venir\r\n/);
    const own = /tenant-alerts\?alert=[^#"]+/.exec(list.html)?.[0] ?? "";
    const path = `/collect/${PROJECT}/${own}`;
    const version = (await visitor.get(path)).version();
    strictEqual(
      (await visitor.post(path, { ...TYPED_ALERT, version, message: "Reportée" })).status,
      303,
    );
    strictEqual((await visitor.post(path, { intent: "remove" })).status, 303);
    ok(!(await visitor.get(PAGE)).text.includes("Reportée"));
    strictEqual((await visitor.get(path)).status, 404);
  }));

Deno.test("a message for a deleted dwelling stays for it alone until it is taken out", () =>
  withTenantAlerts(async ({ visitor, ask }) => {
    const houseIds = await aHouse(ask);
    await aHouse(ask, { name: "B1" });
    await visitor.post(PAGE, { ...TYPED_ALERT, houseIds });
    await ask("deleteHouse", { ...at, houseId: houseIds });
    const own = /tenant-alerts\?alert=[^#"]+/.exec((await visitor.get(PAGE)).html)?.[0] ?? "";
    const path = `/collect/${PROJECT}/${own}`;
    const page = await visitor.get(path);
    match(page.html, /<option [^>]*selected[^>]*>Logement supprimé</);
    const version = page.version();
    const typed = { ...TYPED_ALERT, version, message: "Reportée" };
    strictEqual((await visitor.post(path, { ...typed, houseIds })).status, 303);
    const houseIdsNow = async () => {
      return (await answerOf(ask("listHousingAlerts", at))).map((one) => one.houseIds);
    };
    deepStrictEqual(await houseIdsNow(), [[houseIds]]);
    const now = (await visitor.get(path)).version();
    await visitor.post(path, { ...TYPED_ALERT, version: now });
    deepStrictEqual(await houseIdsNow(), [[]]);
  }));

Deno.test("messages have no page where the residence has none, nor for a user without their role", async () => {
  await withTenantAlerts(async ({ visitor }) => {
    strictEqual((await visitor.get(PAGE)).status, 404);
    ok(!(await visitor.get(`/collect/${PROJECT}`)).text.includes("Messages d’alerte"));
  }, { features: { housesAppAlarm: false } });
  await withTenantAlerts(async ({ visitor }) => {
    strictEqual((await visitor.get(PAGE)).status, 403);
  }, { roles: ["collect:read"] });
});
