import { match, ok, strictEqual } from "node:assert/strict";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { tourSteps } from "@/lib/portfolio/tour.ts";
import { links } from "@/lib/ui/links.ts";
import { now } from "@/lib/web/process.ts";
import { withSite } from "@/tests/helpers/a_site.ts";

/** The account of a step, by its rank. */
const READERS: Readonly<Record<number, keyof typeof DEMO_ACCOUNTS>> = { 6: "pilot", 7: "occupant" };

/** The rank of the step that shows the leak. */
const LEAK_STEP = 3;

// @spec demo.tour, series.small-amounts
Deno.test("the guided tour shows a leak that can be read in its table, hour by hour", () =>
  withSite(async ({ visitor, clock }) => {
    const reader = visitor();
    await reader.signIn(DEMO_ACCOUNTS.landlord.email, DEMO_ACCOUNTS.landlord.password);
    const today = civilDateOf(clock.now(), DEFAULT_TIME_ZONE);
    const step = tourSteps(today)[LEAK_STEP];
    // It is 10 February: the last whole day.
    match(step?.path ?? "", /\/hourly\/2026\/02\/09$/);
    const { text } = await reader.get(step?.path ?? "");
    match(text, /Eau froide \(L\)/);
    // 18 L run each hour of the night, when nothing was drawn a year before.
    for (const hour of ["02:00", "03:00", "04:00"]) match(text, new RegExp(`${hour} 18,0 0,0 `));
  }, { demo: true }));

/** The rank of the step that shows the power cut. */
const POWER_CUT_STEP = 4;

// @spec demo.tour
Deno.test("the guided tour leads to the alarms of the year in which the power cut was noticed, 20 days earlier", () =>
  withSite(async ({ visitor, clock }) => {
    const reader = visitor();
    await reader.signIn(DEMO_ACCOUNTS.landlord.email, DEMO_ACCOUNTS.landlord.password);
    const pathOn = (today: string) => tourSteps(today)[POWER_CUT_STEP]?.path ?? "";
    const today = civilDateOf(clock.now(), DEFAULT_TIME_ZONE);
    // It is 10 February.
    match((await reader.get(pathOn(today))).text, /plus de 24\sh .*21\/01\/2026 à/);
    match(pathOn("2026-01-20"), /\/2025$/);
    match(pathOn("2026-01-21"), /\/2026$/);
  }, { demo: true }));

/** By the rank of a step, the facts of its sentence and their text on its page. */
const PROMISES: Readonly<Record<number, readonly (readonly [promise: RegExp, shown: RegExp])[]>> = {
  1: [
    [/skydome resté ouvert/, /Skydome A\u00A0: ouverture/],
    [/sonde muette/, /Retour chauffage\u00A0: aucune donnée reçue/],
    [/eau chaude trop froide/, /Circuit ECS\u00A0: départ à 5\d(,\d)?\u202F°C, au-dessous de 60/],
    [
      /La Roseraie/,
      /Circuit ECS\u00A0: retour à 6\d(,\d)?\u202F°C, au-dessus de 60\u202F°C La Roseraie/,
    ],
  ],
  // The 31 hours of silence: 24 before the alarm, 7 while it is open.
  4: [[
    /31\u00A0heures.*après 24\u00A0heures/,
    /aucun capteur reçu depuis plus de 24\sh.* 7\sh\s0\d/,
  ]],
  5: [
    [/Cité Jean-Moulin/, /Carnet sanitaire ECS Cité Jean-Moulin/],
    [/Cèdres/, /Carnet sanitaire ECS Les Cèdres/],
    [/Parc des Peupliers/, /(Certificat de ramonage Le Parc des Peupliers.*){2}/],
  ],
};

// @spec demo.tour
Deno.test("the pages of the guided tour show the facts of its sentences", () =>
  withSite(async ({ visitor }) => {
    const reader = visitor();
    await reader.signIn(DEMO_ACCOUNTS.landlord.email, DEMO_ACCOUNTS.landlord.password);
    const steps = tourSteps(civilDateOf(Date.parse(now()), DEFAULT_TIME_ZONE));
    for (const [rank, promises] of Object.entries(PROMISES)) {
      const step = steps[Number(rank)];
      const { text } = await reader.get(step?.path ?? "");
      for (const [promise, shown] of promises) {
        match(step?.look ?? "", promise);
        match(text, shown);
      }
    }
  }, { demo: true }));

// @spec demo.tour, pilot.occupant-range
Deno.test("the last step of the guided tour shows a heating choice that is no longer allowed", () =>
  withSite(async ({ visitor }) => {
    const reader = visitor();
    await reader.signIn(DEMO_ACCOUNTS.occupant.email, DEMO_ACCOUNTS.occupant.password);
    const step = tourSteps(civilDateOf(Date.parse(now()), DEFAULT_TIME_ZONE)).at(-1);
    match(step?.look ?? "", /22\u00A0°C.*ne sont plus permis/);
    const { text } = await reader.get(step?.path ?? "");
    match(text, /vous avez choisi 22\u202F°C, ce qui n’est plus permis\u00A0: 21\u202F°C/);
  }, { demo: true }));

// @spec demo.tour
Deno.test("the guided tour redirects nobody to the sign-in page, and each account to the pages of its steps", () =>
  withSite(async ({ visitor }) => {
    const stranger = visitor();
    ok((await stranger.get("/login")).html.includes(`href="${links.tour()}"`));
    const tour = await stranger.get(links.tour());
    strictEqual(tour.status, 200);
    ok(!tour.html.includes('type="module"'));
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

Deno.test("the guided tour exists only in the demo", () =>
  withSite(async ({ visitor }) => {
    const reader = visitor();
    strictEqual((await reader.get(links.tour())).status, 404);
    match((await reader.get("/login")).text, /Connexion/);
  }));
