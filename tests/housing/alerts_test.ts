import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { alertState, listedAlerts } from "@/lib/housing/alert_state.ts";
import { ALERT_FORM } from "@/lib/housing/forms.ts";
import { recipientChoices } from "@/lib/housing/text.ts";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import {
  at,
  type Belonging,
  PROJECT,
  type ResidenceChoices,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { type VisitedSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";

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
    await visitor.post(path, { ...TYPED_ALERT, version: "" });
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
