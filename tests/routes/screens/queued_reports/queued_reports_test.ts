import { match, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/backend/kv/keys.ts";
import { anAccount } from "@/tests/backend/a_platform.ts";
import { withSite } from "@/tests/routes/screens/a_site.ts";

Deno.test("a queued report is deleted by its form; one that is gone is said", () =>
  withSite(async (site) => {
    const id = await anAccount(site);
    const report = {
      label: "Bilans de consommation",
      projectId: "p1",
      createdAt: "2025-11-02T08:00:00Z",
      state: "queued",
      progress: 0,
      fileName: null,
    };
    await site.store.atomic().set(keys.queuedReport(id, "r1"), report).commit();
    const visitor = site.visitor();
    await visitor.signIn();
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
