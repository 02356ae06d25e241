import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { Upstream } from "@/lib/api/upstream.ts";
import { Versions } from "@/lib/store/cache.ts";
import { inBrowser, type Window } from "@/tests/helpers/a_browser_site.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { handlerOn } from "@/tests/helpers/a_site.ts";
import { serve } from "@/tests/tools/loopback.ts";

/** A host that works, is too slow, answers nonsense, or is down. */
type HostState = "up" | "slow" | "wrong" | "down";

interface Elsewhere extends Window {
  /** Address of the host. */
  origin: string;
  /** Sets the state of the host, and advances the clock. */
  become(state: HostState, minutes: number): void;
}

const HOUSES = "/collect/p01/houses";
const WATER = `${HOUSES}/all/p01-l-efs/monthly/2025`;

/** Long enough that an answering host never counts as slow, and short enough to wait for. */
const PATIENT_MS = 60_000;
const IMPATIENT_MS = 500;

/**
 * A window on an instance of the program whose API host is another instance, with the demo's sites.
 */
function withAnotherHost(test: (place: Elsewhere) => Promise<void>): Promise<void> {
  return withPlatform(async ({ platform, clock }) => {
    const answer = await handlerOn(platform);
    let state: HostState = "up";
    const released = Promise.withResolvers<void>();
    const { url: origin, close } = serve(async (request) => {
      if (state === "down") return new Response("gone", { status: 503 });
      if (state === "wrong") return new Response("<html>", { status: 200 });
      if (state !== "slow") return await answer(request);
      // Its reader is gone by then.
      await released.promise;
      return new Response("late", { status: 503 });
    });
    // The first pages were read an hour ago.
    let agoMs = 3_600_000;
    const now = () => clock.now() - agoMs;
    const store = await Deno.openKv(":memory:");
    const versions = new Versions(store, now);
    const upstream = new Upstream({
      origin,
      store,
      versions,
      now,
      get timeoutMs() {
        return state === "slow" ? IMPATIENT_MS : PATIENT_MS;
      },
    });
    try {
      await inBrowser(
        (window) =>
          test({
            ...window,
            origin,
            become: (next, minutes) => {
              state = next;
              agoMs -= minutes * 60_000;
            },
          }),
        {},
        { demo: false, upstream },
      );
    } finally {
      released.resolve();
      store.close();
      await close();
    }
  }, { demo: true });
}

async function textOf({ page }: Window): Promise<string> {
  return (await page.locator("main").innerText()).replace(/\s+/g, " ");
}

Deno.test("the same pages come from another host; while it is down, pages already read are shown with their age", () =>
  withAnotherHost(async (place) => {
    strictEqual(await place.go(WATER), 200);
    match(await textOf(place), /Eau froide/);
    ok(!(await textOf(place)).includes("Données du"));
    place.become("down", 30);
    strictEqual(await place.go(WATER), 200);
    match(await textOf(place), /Données du .*, il y a 1 h .* ne répond pas, ou tarde .*Eau froide/);
    // A page never read cannot be shown, and the error does not blame the user.
    strictEqual(await place.go("/collect/p02/houses"), 502);
    match(await textOf(place), /[Rr]éessayez|plus tard|injoignable/);
    const again = place.page.locator("main .button-primary");
    deepStrictEqual([await again.innerText(), await again.getAttribute("href")], [
      "Réessayer",
      "?",
    ]);
    place.become("up", 1);
    strictEqual(await place.go(HOUSES), 200);
    ok(!(await textOf(place)).includes("Données du"));
  }));

Deno.test("when a host is too slow or answers nonsense, pages already read are shown", () =>
  withAnotherHost(async (place) => {
    strictEqual(await place.go(WATER), 200);
    place.become("wrong", 20);
    strictEqual(await place.go(WATER), 200);
    match(await textOf(place), /il y a 1 h/);
    place.become("slow", 5);
    strictEqual(await place.go(WATER), 200);
    match(await textOf(place), /il y a 1 h/);
  }));

// @spec collectors.host
Deno.test("collectors get the address of the residence's host, not of the front", () =>
  withAnotherHost(async (place) => {
    strictEqual(await place.go("/collect/p01/sensors"), 200);
    await place.page.click("text=Régler un collecteur");
    ok((await textOf(place)).includes(`Adresse du serveur : ${place.origin}.`));
  }));
