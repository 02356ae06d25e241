import { doesNotMatch, match, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { anAccount } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, writeResidence } from "@/tests/helpers/a_residence.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import { A_QUEUED_REPORT } from "@/tests/helpers/consumption_reports.ts";

Deno.test("queued report is deleted by its form; a deleted one is reported as gone", () =>
  withSite(async (site) => {
    const id = await anAccount(site);
    await site.store.atomic().set(keys.queuedReport(id, "r1"), A_QUEUED_REPORT).commit();
    const visitor = await site.signIn();
    const page = await visitor.get("/home/reports");
    const key = /name="key" value="([^"]*)"/.exec(page.html)?.[1] ?? "";
    strictEqual(key, "r1");
    const done = await visitor.post("/home/reports", { key, intent: "remove" });
    strictEqual(done.headers.get("location"), "/home/reports");
    match((await visitor.get("/home/reports")).text, /Aucun rapport demandé/);
    const again = await visitor.post("/home/reports", { key, intent: "remove" });
    strictEqual(again.status, 404);
    match(again.text, /Cet élément n’existe pas ou plus/);
  }));

// @spec queued-reports.owner
Deno.test("report being made shows its progress, and its page refreshes until it is done", () =>
  withSite(async (site) => {
    const id = await anAccount(site);
    await writeResidence(site);
    await site.store.atomic()
      .set(keys.member(ORG, id), { isAdmin: false })
      .set(keys.roles(PROJECT, id), ["collect:housesconsreport:read"])
      .commit();
    const key = keys.queuedReport(id, "r1");
    await site.store.atomic().set(key, { ...A_QUEUED_REPORT, state: "running", progress: 40 })
      .commit();
    const visitor = await site.signIn();
    const running = await visitor.get("/home/reports");
    match(running.text, /En préparation\u00A0: 40\u00A0%/);
    match(
      running.html,
      /<progress max="100" value="40" aria-label="Bilans de consommation, octobre 2025"/,
    );
    match(running.html, FOLLOWED);
    match(running.html, RELOADED);
    const done = { ...A_QUEUED_REPORT, state: "done", progress: 100, fileName: "bilans.pdf" };
    await site.store.atomic().set(key, done).commit();
    const ended = await visitor.get("/home/reports");
    match(ended.html, /href="\/home\/reports\/r1" download/);
    doesNotMatch(ended.html, FOLLOWED);
    doesNotMatch(ended.html, RELOADED);
  }));

/** The island that refreshes a page each minute. */
const FOLLOWED = /everySeconds/;
/** The element that reloads it without JavaScript. */
const RELOADED =
  /<head>.*<noscript><meta http-equiv="refresh" content="60" ?\/?><\/noscript>.*<\/head>/s;
