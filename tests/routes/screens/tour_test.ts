import { match, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/backend/demo/seed/accounts.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { links } from "@/lib/links/links.ts";
import { tourSteps } from "@/lib/pages/projects/tour.ts";
import { now } from "@/lib/web/clock.ts";
import { withSite } from "./a_site.ts";

/** Who opens a step, by its rank. */
const READERS: Readonly<Record<number, keyof typeof DEMO_ACCOUNTS>> = { 6: "pilot", 7: "occupant" };

/** The rank of the step that shows the leak. */
const LEAK_STEP = 3;

// @spec demo.tour, series.litres
Deno.test("the guided tour shows a leak that is to be read in its table, hour by hour", () =>
  withSite(async ({ visitor, clock }) => {
    const reader = visitor();
    await reader.signIn(DEMO_ACCOUNTS.landlord.email, DEMO_ACCOUNTS.landlord.password);
    const today = civilDateOf(clock.now(), DEFAULT_TIME_ZONE);
    const step = tourSteps(today)[LEAK_STEP];
    const { text } = await reader.get(step?.path ?? "");
    match(text, /Eau froide \(L\)/);
    // 18 L run each hour of the night, when nothing was drawn a year before.
    for (const hour of ["02:00", "03:00", "04:00"]) match(text, new RegExp(`${hour} 18,0 0,0 `));
  }, { demo: true, onHandClock: true }));

// @spec demo.tour
Deno.test("the guided tour leads nobody to the sign-in page, and each account to the pages of its steps", () =>
  withSite(async ({ visitor }) => {
    const stranger = visitor();
    ok((await stranger.get("/login")).html.includes(`href="${links.tour()}"`));
    const tour = await stranger.get(links.tour());
    strictEqual(tour.status, 200);
    ok(!tour.html.includes("<script"));
    const today = civilDateOf(Date.parse(now()), DEFAULT_TIME_ZONE);
    const steps = tourSteps(today);
    strictEqual(steps.length, 8);
    for (const [rank, { path, name }] of steps.entries()) {
      ok(tour.text.includes(name), name);
      const { email, password } = DEMO_ACCOUNTS[READERS[rank] ?? "landlord"];
      const reader = visitor();
      await reader.signIn(email, password);
      strictEqual((await reader.get(path)).status, 200, path);
    }
  }, { demo: true }));

Deno.test("the guided tour is of the demo alone", () =>
  withSite(async ({ visitor }) => {
    const reader = visitor();
    strictEqual((await reader.get(links.tour())).status, 404);
    match((await reader.get("/login")).text, /Connexion/);
  }));
