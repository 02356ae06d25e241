import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { type AppUnderTest, type AppWindow, withApp } from "@/tests/tools/app_under_test.ts";
import { axeViolations } from "@/tests/tools/browser.ts";
import { type DocumentsSite, withDocumentsSite } from "./documents_site.ts";

const AT = "/api/collect/projects/p01/display";
/** Longer than a screen's refresh interval, ms. */
const A_TURN_MS = 400_000;

/**
 * The address of a tablet of the demo's first residence, and a function by which its landlord adds
 * a message.
 */
async function aTablet({ api }: AppUnderTest) {
  const ask = await api(DEMO_ACCOUNTS.landlord);
  const write = async (path: string, json: object) => {
    const answer = await ask(`${AT}/${path}`, { method: "POST", json });
    strictEqual(answer.status, 201);
    return await answer.text();
  };
  const anotherToken = async () => JSON.parse(await write("tokens", { name: "Hall" }));
  const { id, token } = await anotherToken();
  const revoke = async () => {
    const answer = await ask(`${AT}/tokens/${id}`, { method: "DELETE" });
    await answer.body?.cancel();
    ok(answer.ok);
  };
  const anotherAddress = async () => links.informationScreen("p01", (await anotherToken()).token);
  const add = (message: string) =>
    write("messages", { priority: 1, from: "2020-01-01", to: null, message });
  /** Of the three messages of the demo, so that two more fit the same page. */
  const remove = async (message: string) => {
    const answer = await ask(`${AT}/messages/${message}`, { method: "DELETE" });
    await answer.body?.cancel();
    ok(answer.ok);
  };
  return { address: links.informationScreen("p01", token), add, remove, revoke, anotherAddress };
}

const textOf = ({ page }: AppWindow) => page.locator("main").innerText();

async function refreshes(app: AppUnderTest): Promise<void> {
  const { address, add, remove, revoke, anotherAddress } = await aTablet(app);
  await remove("ramonage");
  await remove("encombrants");
  await app.inWindow(async (window) => {
    const { page, go } = window;
    await page.clock.install();
    strictEqual(await go(address), 200);
    ok(!page.url().includes("token"));
    match(await textOf(window), /Les Tilleuls/);
    await add("Ascenseur en panne, cage B");
    await page.clock.fastForward(A_TURN_MS);
    await page.getByText("Ascenseur en panne").waitFor();

    await page.context().setOffline(true);
    await page.clock.fastForward(A_TURN_MS);
    await page.getByText("Connexion interrompue").waitFor();
    match(await textOf(window), /Ascenseur en panne/);

    await page.context().setOffline(false);
    await add("Ascenseur réparé");
    await page.clock.fastForward(A_TURN_MS);
    await page.getByText("Ascenseur réparé").waitFor();
    ok(!(await textOf(window)).includes("Connexion interrompue"));

    for (const status of [503, 200]) {
      const failing = { status, body: "<main>Acceptez les conditions du réseau</main>" };
      await page.route("**/display/**", (route) => route.fulfill(failing));
      await page.clock.fastForward(A_TURN_MS);
      await page.getByText("Connexion interrompue").waitFor();
      match(await textOf(window), /Ascenseur réparé/);
      await page.unroute("**/display/**");
      await page.clock.fastForward(A_TURN_MS);
      await page.getByText("Connexion interrompue").waitFor({ state: "hidden" });
    }

    await revoke();
    await page.clock.fastForward(A_TURN_MS);
    await page.getByText("Cet écran n’est pas autorisé").waitFor();
    ok(!(await textOf(window)).includes("Ascenseur"));
    strictEqual(await go(await anotherAddress()), 200);
    match(await textOf(window), /Ascenseur réparé/);
  }, { as: null });
}

async function isWholeWithoutScript(app: AppUnderTest): Promise<void> {
  const { address } = await aTablet(app);
  for (const [width, height] of [[768, 1024], [1280, 800], [320, 640]] as const) {
    await app.inWindow(async (window) => {
      const { page, go } = window;
      strictEqual(await go(address), 200);
      const text = await textOf(window);
      match(text, /Les Tilleuls[\s\S]*Eau froide[\s\S]*03 65 61 10 99/);
      ok(!text.includes("Page "), text);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      strictEqual(wide, width);
      const high = await page.evaluate(() => document.documentElement.scrollHeight);
      if (width > 320) strictEqual(high, height);
    }, { as: null, javaScriptEnabled: false, width, height });
  }
}

async function saysThatItIsNotRefreshed(app: AppUnderTest): Promise<void> {
  const { address } = await aTablet(app);
  await app.inWindow(async ({ page, go }) => {
    const notice = page.getByText("Cet écran ne s’actualise plus");
    const afterMinutes = (minutes: number) =>
      page.evaluate((ms) => {
        for (const animation of document.getAnimations()) animation.currentTime = ms;
      }, minutes * 60_000);
    strictEqual(await go(address), 200);
    await afterMinutes(16);
    strictEqual(await notice.isVisible(), false);
    await page.route("**/screen.js*", (route) => route.abort());
    await page.reload();
    await afterMinutes(14);
    strictEqual(await notice.isVisible(), false);
    await afterMinutes(16);
    await notice.waitFor({ state: "visible" });
    deepStrictEqual(await axeViolations(page), []);
  }, { as: null });
}

async function breaksLongWords(app: AppUnderTest): Promise<void> {
  const { address, add } = await aTablet(app);
  await add(`https://exemple.fr/${"x".repeat(400)}`);
  const width = 1280;
  for (
    const [path, as] of [[address, null], [links.displayMessages("p01"), undefined]] as const
  ) {
    await app.inWindow(async ({ page, go }) => {
      strictEqual(await go(path), 200);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      strictEqual(wide, width, path);
    }, { ...as === null && { as }, javaScriptEnabled: false, width });
  }
}

/** Steps by name, on one program, whose messages a later one may change. */
const STEPS: Readonly<Record<string, (app: AppUnderTest) => Promise<void>>> = {
  "without a script the screen shows the same, on a tablet in portrait or landscape, and nothing is cut off":
    isWholeWithoutScript,
  "a screen whose script alone could not be loaded says that it is not refreshed, after a quarter of an hour":
    saysThatItIsNotRefreshed,
  "the screen shows a new message by itself, and stays readable without a network or with a failing server":
    refreshes,
  "word of hundreds of letters is broken on the screen, and widens no page of the landlord":
    breaksLongWords,
};

// @spec display.refresh
Deno.test("information screen of the demo in a browser", (test) =>
  withApp(async (app) => {
    for (const [name, step] of Object.entries(STEPS)) await test.step(name, () => step(app));
  }));

/** A residence whose screen has more content than its height, and the address of a tablet. */
async function aFullHall(site: DocumentsSite) {
  const words = Array.from({ length: 280 }, (_, at) => `mot${at}`).join(" ").slice(0, 2_000);
  const works = ["Ascenseur", "Parking", "Laverie", "Chauffage"].map((name) =>
    `${name} en travaux`
  );
  const writes = site.store.atomic()
    .set(keys.projectFeatures(PROJECT), { ...NO_FEATURES, display: true });
  for (const [at, text] of [words, ...works].entries()) {
    const message = { priority: 1, from: "2026-02-10", to: "2026-12-31", message: text };
    writes.set(keys.displayMessage(PROJECT, `m${at}`), message);
    const contact = { priority: 1, name: `Agence ${at}`, phone: "03 83 00 00 00", mail: "a@b.fr" };
    writes.set(keys.displayContact(PROJECT, `c${at}`), contact);
  }
  await writes.commit();
  const ask = await someone(site, { email: "hall@bailleur.fr", roles: ["collect:display:write"] });
  const made = await answerOf(
    ask("createDisplayToken", { projectId: PROJECT, body: { name: "Hall" } }),
  );
  const said = [...words.split(" "), ...works, ...works.keys().map((at) => `Agence ${at}`)];
  return { address: links.informationScreen(PROJECT, made.token), said };
}

const TABLETS = [
  [800, 480],
  [1024, 600],
  [1024, 768],
  [1280, 720],
  [1366, 768],
  [1920, 1080],
  [600, 1024],
  [768, 1024],
] as const;

// @spec display.pages
Deno.test("without a script a screen changes its pages by itself: each fits its height, and nothing is left out", () =>
  withDocumentsSite(async (site) => {
    const { address, said } = await aFullHall(site);
    for (const [width, height] of TABLETS) {
      await site.inWindow(async ({ page, go }) => {
        strictEqual(await go(address), 200);
        const seen = new Set<string>();
        const pages = new Set<string>();
        while (pages.size < 20) {
          const text = await page.innerText("main");
          const [rank = ""] = /Page \d+ sur \d+/.exec(text) ?? [];
          if (pages.has(rank)) break;
          pages.add(rank);
          for (const word of said) if (text.includes(word)) seen.add(word);
          const high = await page.evaluate(() => document.documentElement.scrollHeight);
          ok(high <= height, `${high} px at ${width} × ${height}: ${text}`);
          const after = await page.content();
          site.clock.advance(1_000 * Number(/refresh" content="(\d+)"/.exec(after)?.[1]));
          await page.reload();
        }
        ok(pages.size > 3, [...pages].join());
        deepStrictEqual(said.filter((word) => !seen.has(word)), []);
      }, { javaScriptEnabled: false, width, height });
    }
  }));
