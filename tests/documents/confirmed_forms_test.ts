import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict";
import { documentRecord } from "@/lib/documents/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { aBoilerRoom, anOutdoorSource, ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { type Page, type VisitedSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { writeRegisters } from "@/tests/helpers/some_documents.ts";

/** The value of the button « Confirmer » and the form that it sends; null when the page has none. */
function buttonOf({ html }: Page) {
  const [button = ""] = /<button[^>]*name="confirmed"[^>]*>/.exec(html) ?? [];
  const [value, form] = ["value", "form"].map((name) =>
    new RegExp(` ${name}="([^"]*)"`).exec(button)?.[1]
  );
  return value === undefined || form === undefined ? null : { value, form };
}

/** A new request, monthly since a year. */
const TYPED = {
  form: "request",
  typedocId: "t1",
  providerId: "v1",
  contractId: "c1",
  firstRequest: "2025-02-10",
  rate: "1",
  reminder: "60",
  nbDaysForNewDeadline: "15",
  projects: PROJECT,
};

function asWriter(test: (visited: VisitedSite) => Promise<void>): Promise<void> {
  const roles = ["collect", "collect:documents:write"] as const;
  return withVisitor({ roles }, async (visited) => {
    await writeRegisters(visited.site.store, { close: true });
    await test(visited);
  });
}

async function documentCount({ store }: Pick<VisitedSite["site"], "store">): Promise<number> {
  return (await listStored(store, keys.document.under(ORG), documentRecord)).length;
}

// @spec calls.to-confirm, forms.far-dates
Deno.test("a request that makes late documents is shown again with their number and « Confirmer », without a script", () =>
  asWriter(async ({ site, visitor }) => {
    const path = links.newDocumentRequest("t1");
    const shown = await visitor.post(path, TYPED);
    strictEqual(shown.status, 409);
    match(shown.text, /Rien n’est encore enregistré/);
    match(shown.text, /crée 12\u00A0documents en retard, dus du 10\/02\/2025 au 10\/01\/2026/);
    deepStrictEqual([shown.value("firstRequest"), shown.value("rate")], ["2025-02-10", "1"]);
    strictEqual(await documentCount(site), 0);
    const button = buttonOf(shown);
    match(shown.html, new RegExp(`<form[^>]* id="${button?.form}"`));
    const confirmed = button?.value ?? "";
    // Other values than those that the button confirms are asked again.
    const other = await visitor.post(path, { ...TYPED, reminder: "30", confirmed });
    strictEqual(other.status, 409);
    strictEqual((await visitor.post(path, TYPED)).status, 409);
    strictEqual((await visitor.post(path, { ...TYPED, confirmed })).status, 303);
    strictEqual(await documentCount(site), 15);
  }));

// @spec forms.far-dates
Deno.test("a first due date that is refused says so at its field, and asks nothing", () =>
  asWriter(async ({ visitor }) => {
    const path = links.newDocumentRequest("t1");
    const shown = await visitor.refused(path, { ...TYPED, firstRequest: "2016-12-20" });
    match(shown.message("firstRequest") ?? "", /entre le 1er janvier de l’an dernier/);
    strictEqual(buttonOf(shown), null);
    doesNotMatch(shown.text, /Confirmer/);
  }));

// @spec calls.to-confirm
Deno.test("« Confirmer » repeats the button that was pressed: reopening a request", () =>
  asWriter(async ({ site, visitor }) => {
    const made = await visitor.post(links.newDocumentRequest("t1"), TYPED);
    const created = await visitor.post(links.newDocumentRequest("t1"), {
      ...TYPED,
      confirmed: buttonOf(made)?.value ?? "",
    });
    const path = created.headers.get("location") ?? "";
    const close = { form: "request", intent: "close" };
    strictEqual((await visitor.post(path, close)).status, 303);
    // Documents were made until 10 April: closed since, it lacks that of 10 May.
    site.clock.goTo("2026-05-20T11:00:00Z");
    const again = await site.signIn();
    const shown = await again.post(path, { form: "request", intent: "open" });
    strictEqual(shown.status, 409);
    match(shown.text, /crée 1\u00A0document en retard, dû le /);
    const confirmed = buttonOf(shown)?.value ?? "";
    const typed = { ...TYPED, version: shown.version() };
    strictEqual((await again.post(path, { ...typed, confirmed })).status, 303);
    doesNotMatch((await again.get(path)).text, /Rouvrir la demande/);
  }));

// @spec calls.to-confirm, forms.far-dates
Deno.test("a row of a grid is confirmed too, and named by its button", () =>
  withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ ask, visitor }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const path = links.boilerRoomSettings(PROJECT, boilerRoomId);
    const settings = { area: "1000", peopleNb: "50", q: "100", target: "40", threshold: "5" };
    const row = { ...settings, djuSource: await anOutdoorSource(ask), fromDate: "2056-01-01" };
    const version = (await visitor.get(path)).version("settings-new-title");
    const sent = { grid: "settings", version, intent: "add", ...row };
    const shown = await visitor.post(path, sent);
    strictEqual(shown.status, 409);
    match(shown.text, /ne prend effet que le 01\/01\/2056/);
    strictEqual(shown.value("fromDate"), "2056-01-01");
    const { value = "", form } = buttonOf(shown) ?? {};
    match(shown.html, new RegExp(`<form[^>]* id="${form}"`));
    const { intent: _, ...fields } = sent;
    strictEqual((await visitor.post(path, { ...fields, confirmed: value })).status, 303);
    const { settings: [stored] } = await answerOf(
      ask("getEfficiency", { projectId: PROJECT, boilerRoomId }),
    );
    strictEqual(stored?.fromDate, "2056-01-01");
  }));
