import { doesNotMatch, match, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { anAccount } from "@/tests/helpers/a_platform.ts";
import { asLandlord, SITE, type Visitor, withSite } from "@/tests/helpers/a_site.ts";

const HOME = "/home?sort=city:asc";
const CHOICE = "/account/refresh?back=%2Fhome%3Fsort%3Dcity%3Aasc";

/** The island that refreshes a page. */
const FOLLOWED = /data-every-seconds=/;
/** The element that reloads it without JavaScript. */
const RELOADED = /<meta http-equiv="refresh"/;

function choose(visitor: Visitor, refresh: "on" | "off", path = CHOICE) {
  return visitor.post(path, { refresh });
}

// @spec pages.refresh-paused
Deno.test("every page that refreshes itself has a control to stop, and one to resume", () =>
  asLandlord(async (visitor) => {
    const shown = await visitor.get(HOME);
    match(shown.html, FOLLOWED);
    match(shown.text, /Page actualisée toutes les 5\u00A0min Arrêter/);
    match((await visitor.get("/pilot/p01")).text, /toutes les minutes Arrêter/);
    match(shown.html, new RegExp(`action="${CHOICE.replace("?", "\\?")}"`));
    const stopped = await choose(visitor, "off");
    strictEqual(stopped.status, 303);
    strictEqual(stopped.headers.get("location"), `${HOME}#refresh`);
    for (const path of [HOME, "/home/alarms", "/collect/p01/houses"]) {
      const still = await visitor.get(path);
      doesNotMatch(still.html, FOLLOWED);
      match(still.text, /Page non actualisée Reprendre/);
    }
    await choose(visitor, "on");
    match((await visitor.get(HOME)).html, FOLLOWED);
  }));

// @spec pages.refresh-paused
Deno.test("reports being made do not reload without JavaScript either once the refresh is stopped", () =>
  withSite(async (site) => {
    const key = keys.queuedReport(await anAccount(site), "r1");
    const report = { label: "Bilans", projectId: "p1", createdAt: "2025-11-02T08:00:00Z" };
    await site.store.atomic()
      .set(key, { ...report, state: "running", progress: 40, fileName: null }).commit();
    const visitor = await site.signIn();
    const running = await visitor.get("/home/reports");
    match(running.html, RELOADED);
    // The control also works without a script.
    match(running.html, /class="refresh-control no-print awaits-script"/);
    await choose(visitor, "off");
    const still = await visitor.get("/home/reports");
    doesNotMatch(still.html, FOLLOWED);
    doesNotMatch(still.html, RELOADED);
  }));

Deno.test("the choice to stop the refresh redirects to a page of this site only", () =>
  withSite(async (site) => {
    await anAccount(site);
    const visitor = await site.signIn();
    const elsewhere = await choose(visitor, "off", "/account/refresh?back=//evil.example");
    strictEqual(elsewhere.headers.get("location"), "/#refresh");
    const foreign = await site.handler(
      new Request(SITE + CHOICE, {
        method: "POST",
        body: new URLSearchParams({ refresh: "off" }),
        headers: { origin: "https://evil.example" },
      }),
    );
    strictEqual(foreign.headers.getSetCookie().some((one) => one.startsWith("refresh=")), false);
  }));
