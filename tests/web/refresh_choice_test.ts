import { doesNotMatch, match, strictEqual } from "node:assert/strict";
import { anAccount } from "@/tests/helpers/a_platform.ts";
import { asLandlord, SITE, type Visitor, withSite } from "@/tests/helpers/a_site.ts";

const HOME = "/home?sort=city:asc";
const CHOICE = "/account/refresh?back=%2Fhome%3Fsort%3Dcity%3Aasc";

/** The island that refreshes a page. */
const FOLLOWED = /data-every-seconds=/;
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
