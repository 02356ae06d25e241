import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { runDocumentActions } from "@/lib/documents/bulk_actions.ts";
import { keys } from "@/lib/store/keys.ts";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import { ORG, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { asLandlord, type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { someDocuments } from "@/tests/helpers/some_documents.ts";
import { grant, writeLate } from "./late_documents.ts";

const LIST = "/home/documents/late";
const EVERY = { form: "documents", every: "on" } as const;

/** The list of twenty-five late documents, for a user who may write on their residences. */
function withLate(
  test: (
    visitor: Visitor,
    made: { ask: CallFunction; runJob(): Promise<unknown> },
  ) => Promise<void>,
): Promise<void> {
  return withSite(async (site) => {
    await writeResidence(site);
    const ids = Array.from({ length: 25 }, (_, at) => `x${at}`);
    await writeLate(site.store, ids);
    const ask = await someone(site, { isAdmin: true, roles: ["collect:documents:write"] });
    const [member] = await Array.fromAsync(site.store.list({ prefix: keys.member.under(ORG) }));
    const accountId = String(member?.key.at(-1));
    await grant(site.store, accountId, ids, "collect:documents:write");
    const { services } = site.platform.own;
    strictEqual((await someDocuments(services)).length, 25);
    const visitor = await site.signIn();
    await test(visitor, { ask, runJob: () => runDocumentActions(services) });
  });
}

// @spec contracting.mass-actions
Deno.test("refused form of the selected documents keeps the ticked ones", () =>
  withLate(async (visitor) => {
    const box = /<input[^>]*name="documents"[^>]*>/g;
    const [first = "", second = ""] = (await visitor.get(LIST)).html.match(box) ?? [];
    const idOf = (html: string) => /value="([^"]+)"/.exec(html)?.[1] ?? "";
    const some = await visitor.refused(LIST, {
      form: "documents",
      intent: "due",
      documents: idOf(second),
    });
    const checked = (some.html.match(box) ?? []).filter((html) => / checked/.test(html)).map(idOf);
    deepStrictEqual(checked, [idOf(second)]);
    ok(idOf(first) !== idOf(second));
    ok(!/<input[^>]*id="every"[^>]* checked/.test(some.html));
    const all = await visitor.post(LIST, { ...EVERY, intent: "due" });
    match(all.html, /<input[^>]*id="every"[^>]* checked/);
  }));

// @spec contracting.mass-actions
Deno.test("an action on a whole list has a page with its progress and its file", () =>
  withLate(async (visitor) => {
    await visitor.refused(LIST, { ...EVERY, intent: "due" });
    const sent = await visitor.post(LIST, { ...EVERY, intent: "due", finalDueDate: "2026-04-01" });
    strictEqual(sent.status, 303);
    const path = sent.headers.get("location") ?? "";
    match(path, /^\/home\/documents\/actions\/[\w-]+$/);
    const page = await visitor.get(path);
    match(page.text, /Report d’échéance au 01\/04\/2026/);
    match(page.text, /Action terminée 25.documents traités sur 25\./);
    match(page.text, /Attestation d’entretien, Résidence x\d+ \d\d\/01\/2026 Fait/);
    const file = await visitor.get(`${path}?csv=semicolon`);
    strictEqual(file.html.trim().split("\r\n").length, 26);
    match((await visitor.get(LIST)).text, /Aucun document en retard/);
    const again = await visitor.post(path, {});
    strictEqual(again.headers.get("location"), path);
    strictEqual((await visitor.get(`${path}x`)).status, 404);
  }));

// @spec contracting.mass-actions
Deno.test("filtered list of one page is processed at once", () =>
  withLate(async (visitor) => {
    const path = `${LIST}?filter:project=R%C3%A9sidence+x7`;
    const sent = await visitor.post(path, { ...EVERY, intent: "drop", comment: "Fermée" });
    strictEqual(sent.status, 200);
    match(sent.text, /1.document modifié\./);
    match((await visitor.get(LIST)).text, /24.documents/);
  }));

// @spec contracting.mass-actions
Deno.test("an unfinished action is shown above the lists, and its page continues it", () =>
  withLate(async (visitor, { ask, runJob }) => {
    const body = { list: "late", action: "drop", comment: "", finalDueDate: null } as const;
    const made = await answerOf(ask("createDocumentAction", { orgId: ORG, body }));
    const path = `/home/documents/actions/${made.id}`;
    const list = await visitor.get(LIST);
    match(list.text, /Abandon de documents\s*: 0.document traité sur 25\./);
    ok(list.html.includes(`href="${path}"`));
    const page = await visitor.get(path);
    match(page.text, /Action en cours .*Continuer maintenant/);
    match(page.html, /<progress max="25" value="0"/);
    await runJob();
    match((await visitor.get(path)).text, /Abandon de documents .*Action terminée/);
    match((await visitor.get(LIST)).text, /Aucun document en retard/);
  }));

// @spec contracting.mass-actions
demoTest(
  "result of an action on the selected documents is in view, and has the focus",
  async ({ page, go }) => {
    const shows = async (label: string, text: string) => {
      await Promise.all([page.waitForNavigation(), page.click(`button >> text=${label}`)]);
      const notice = page.locator(".notice:focus");
      strictEqual(await notice.textContent(), text);
      ok(((await notice.boundingBox())?.y ?? -1) >= 0, text);
    };
    await go("/home/documents/running");
    await shows("Abandonner les documents", "Choisissez au moins un document dans la liste.");
    await page.locator("tbody input[type=checkbox]").first().check();
    await shows("Abandonner les documents", "1\u00A0document modifié.");
  },
  { width: 390 },
);

/** The directives of a content policy, by name. */
function directivesOf(policy: string | null): Map<string, string> {
  const parts = (policy ?? "").split(";").map((part) => part.trim()).filter(Boolean);
  return new Map(parts.map((part) => {
    const [name = "", ...sources] = part.split(" ");
    return [name, sources.join(" ")];
  }));
}

// @spec contracting.viewer, demo.calls
Deno.test("document of the demo is framed in its page: neither the page nor the PDF blocks the browser's viewer", () =>
  asLandlord(async (reader) => {
    const list = await reader.get("/home/documents/to-validate");
    const path = /href="(\/home\/documents\/all\/[^"?]+)"/.exec(list.html)?.[1];
    ok(path, list.text);
    const page = await reader.get(path);
    const frame = /<iframe[^>]*>/.exec(page.html)?.[0] ?? "";
    ok(!frame.includes("sandbox"), frame);
    const source = /src="([^"]+)"/.exec(frame)?.[1]?.replaceAll("&amp;", "&");
    ok(source?.startsWith("/"), frame);
    // A frame of this site needs no more than `default-src`.
    const directives = directivesOf(page.headers.get("content-security-policy"));
    strictEqual(directives.get("default-src"), "'self'");
    deepStrictEqual([directives.has("frame-src"), directives.has("sandbox")], [false, false]);
    const { status, headers } = await reader.get(source ?? "");
    strictEqual(status, 200);
    strictEqual(headers.get("content-type"), "application/pdf");
    strictEqual(
      headers.get("content-security-policy"),
      "default-src 'none'; frame-ancestors 'self'",
    );
    match(headers.get("content-disposition") ?? "", /^inline; filename=/);
    strictEqual(headers.get("x-frame-options"), null);
    strictEqual(headers.get("cross-origin-resource-policy"), "same-origin");
  }));

demoTest("printed page of a document has its facts, and no empty frame", async ({ page, go }) => {
  await go("/home/documents/to-validate");
  await page.locator("td a, tbody th a").first().click();
  const frame = page.locator("iframe.document-pdf");
  await frame.waitFor();
  await page.emulateMedia({ media: "print" });
  strictEqual(await frame.isVisible(), false);
  match(await page.innerText("main"), /Attente validation/);
});
