import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { inBrowser, type Window } from "@/tests/helpers/a_browser_site.ts";
import type { PlatformChoices } from "@/tests/helpers/a_platform.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { answerQuestions, axeViolations, browserTest } from "@/tests/tools/browser.ts";
import { type AddressServer, TILE_PATHS, withAddressServer } from "@/tests/tools/map_services.ts";

const PATH = "/collect/p01/residence";

const QUESTION =
  "Certaines modifications n'ont pas été sauvegardées. Voulez-vous vraiment quitter la page\u00A0?";

interface FormWindow extends Window {
  server: AddressServer;
  /** Dialogs of the browser. */
  asked: string[];
}

interface FormChoices extends Pick<PlatformChoices, "addressTimeoutMs"> {
  readonly width?: number;
}

/** Opens the demo's residence sheet as its administrator, with the form ready. */
function onForm(
  name: string,
  test: (window: FormWindow) => Promise<void>,
  { width = 1280, ...choices }: FormChoices = {},
) {
  browserTest(name, () =>
    withAddressServer((server) =>
      inBrowser(
        async (window) => {
          const asked = answerQuestions(window.page);
          await window.go(PATH);
          await saveButton(window.page).and(window.page.locator(":disabled")).waitFor();
          await test({ ...window, server, asked });
        },
        { width },
        { addressApi: server.url, ...choices },
      )
    ));
}

const saveButton = (page: Page) => page.locator(".submit-bar button[type=submit]");
const lookupButton = (page: Page) => page.getByRole("button", { name: /^OK/ });

async function lookUp(page: Page, street: string): Promise<string> {
  await page.fill("#street", street);
  await page.fill("#zipCode", "");
  await page.fill("#city", "");
  await lookupButton(page).click();
  await lookupButton(page).and(page.locator(":enabled")).waitFor();
  await page.locator(".address-block > [role=status] .notice").waitFor();
  return (await page.locator(".address-block > [role=status]").innerText()).trim();
}

async function openedMap(page: Page): Promise<void> {
  await page.locator(".map").scrollIntoViewIfNeeded();
  await page.locator(".leaflet-marker-icon").waitFor();
}

/** Saves the residence by its call, without a place, as another window would. */
async function putSettings(page: Page, settings: { name: string; code: string; tags: string[] }) {
  const { origin } = new URL(page.url());
  const address = { street: "12 rue des Tilleuls", zipCode: "54000", city: "Nancy" };
  const location = { ...address, latitude: null, longitude: null };
  const answer = await page.request.put(`${origin}/api/collect/projects/p01/settings`, {
    data: { ...settings, location },
    headers: { origin },
  });
  strictEqual(answer.status(), 200);
}

onForm(
  "ResidenceForm saves only what changed, and is pristine again after a save",
  async ({ page, asked, errors }) => {
    await page.fill("#name", "Les Grands Tilleuls");
    await saveButton(page).and(page.locator(":enabled")).waitFor();
    await page.fill("#name", "Les Tilleuls");
    await saveButton(page).and(page.locator(":disabled")).waitFor();
    await page.fill("#name", "Les Grands Tilleuls");
    await saveButton(page).click();
    await page.waitForURL(`**${PATH}?saved=residence`);
    await page.getByText("Modifications enregistrées").waitFor();
    strictEqual(await page.inputValue("#name"), "Les Grands Tilleuls");
    await saveButton(page).and(page.locator(":disabled")).waitFor();
    // A second save, from the page of the first.
    await page.selectOption("select[name=tags] >> nth=0", { index: 0 });
    await saveButton(page).click();
    await page.waitForLoadState("networkidle");
    strictEqual(await page.locator("select[name=tags]").first().inputValue(), "");
    await saveButton(page).and(page.locator(":disabled")).waitFor();
    deepStrictEqual(asked, []);
    deepStrictEqual(errors, []);
  },
);

onForm(
  "ResidenceForm looks the address up, fills the fields, and is then dirty and guarded",
  async ({ page, asked, errors }) => {
    match(await lookUp(page, "2 rue de la Paix"), /^Adresse trouvée/);
    strictEqual(await page.inputValue("#zipCode"), "75002");
    strictEqual(await page.inputValue("#city"), "Paris");
    strictEqual(await page.inputValue("#latitude"), "48,868425");
    strictEqual(await page.inputValue("#longitude"), "2,330587");
    strictEqual(await saveButton(page).isEnabled(), true);
    await page.click("nav >> text=Résidences");
    await page.waitForURL("**/home");
    deepStrictEqual(asked, [QUESTION]);
    await page.goBack();
    deepStrictEqual(errors, []);
  },
);

onForm(
  "ResidenceForm asks before the reader goes back or reloads after a lookup, not after saving it",
  async ({ page, asked }) => {
    await lookUp(page, "2 rue de la Paix");
    await page.reload();
    deepStrictEqual(asked, ["beforeunload"]);
    await saveButton(page).and(page.locator(":disabled")).waitFor();
    await lookUp(page, "2 rue de la Paix");
    await page.goBack();
    await page.waitForURL("**/account");
    deepStrictEqual(asked, ["beforeunload", "beforeunload"]);
    await page.goForward();
    // The browser restores the values while the page loads, after the button, which its script disables until then.
    await page.waitForFunction(() =>
      document.querySelector<HTMLInputElement>("#city")?.value === "Paris"
    );
    await page.waitForLoadState();
    // They may be saved.
    await saveButton(page).click();
    await page.waitForURL(`**${PATH}?saved=residence`);
    strictEqual(await page.inputValue("#city"), "Paris");
    strictEqual(asked.length, 2);
  },
);

onForm(
  "ResidenceForm shows an error once its field was touched, and all of them when sent",
  async ({ page }) => {
    strictEqual(await page.locator(".field-error").count(), 0);
    await page.fill("#zipCode", "540");
    strictEqual(await page.locator("#zipCode-error").innerText(), "5 chiffres attendus");
    strictEqual(await page.locator(".field-error").count(), 1);
    await page.fill("#name", "");
    await page.fill("#longitude", "");
    await saveButton(page).click();
    strictEqual(new URL(page.url()).search, "");
    strictEqual(await page.locator("#name-error").innerText(), "Ce champ est obligatoire");
    strictEqual(await page.locator("#longitude-error").innerText(), "Ce champ est obligatoire");
    await page.locator("#name:focus").waitFor();
  },
);

onForm(
  "ResidenceForm says what became of a lookup",
  async ({ page, errors }) => {
    match(await lookUp(page, "Chemin de la côte"), /^Adresse incertaine, vérifiez le marqueur/);
    match(await lookUp(page, "rue introuvable"), /^Aucune adresse trouvée/);
    strictEqual(await page.inputValue("#street"), "rue introuvable");
    await page.fill("#street", "");
    await lookupButton(page).click();
    await page.getByText("Saisissez une rue").waitFor();
    deepStrictEqual(errors, []);
  },
);

onForm(
  "ResidenceForm says that the address service does not answer, and loses nothing (QF8)",
  async ({ page, server, errors }) => {
    server.fault = "slow";
    match(await lookUp(page, "3 rue lente"), /^Le service national des adresses ne répond pas/);
    strictEqual(await page.inputValue("#street"), "3 rue lente");
    strictEqual(await page.inputValue("#name"), "Les Tilleuls");
    deepStrictEqual(errors.filter((one) => !/502/.test(one)), []);
  },
  { addressTimeoutMs: 300 },
);

onForm(
  "ResidenceForm waits when the service asks it, and continues by itself",
  async ({ page, server }) => {
    server.limit = 0;
    await page.fill("#street", "2 rue de la Paix");
    await lookupButton(page).click();
    await page.locator(".wait-notice .notice").getByText("la page reprend d’elle-même").waitFor();
    // Meanwhile the form is usable.
    await page.fill("#name", "Les Lilas");
    strictEqual(await saveButton(page).isEnabled(), true);
  },
);

onForm(
  "ResidenceForm keeps everything when the connection is lost, and says so",
  async ({ page, asked }) => {
    await page.fill("#name", "Les Lilas");
    await page.context().setOffline(true);
    await lookupButton(page).click();
    await page.getByText("La connexion a été perdue pendant la recherche").waitFor();
    await saveButton(page).click();
    await page.getByText("rien n’est enregistré, et votre saisie est gardée").waitFor();
    strictEqual(await page.inputValue("#name"), "Les Lilas");
    await page.context().setOffline(false);
    await saveButton(page).click();
    await page.waitForURL(`**${PATH}?saved=residence`);
    strictEqual(await page.inputValue("#name"), "Les Lilas");
    deepStrictEqual(asked, []);
  },
);

// @spec projects.address-results
onForm(
  "ResidenceForm does not call an answer with an error a lost connection",
  async ({ page }) => {
    let status = 500;
    // Without a code, as a proxy answers.
    await page.route(
      "**/api/collect/address/search?*",
      (route) => route.fulfill({ status, body: "<h1>Error</h1>", contentType: "text/html" }),
    );
    match(
      await lookUp(page, "2 rue de la Paix"),
      /^La recherche d’adresse a échoué sur le serveur/,
    );
    status = 403;
    match(await lookUp(page, "3 rue de la Paix"), /^Vous n’avez pas, ou plus, le droit/);
    strictEqual(await page.inputValue("#street"), "3 rue de la Paix");
  },
);

onForm(
  "ResidenceForm keeps everything when the session is over, and saves once one has signed in beside",
  async ({ page, asked }) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    await page.fill("#name", "Les Lilas");
    await page.context().clearCookies();
    await lookupButton(page).click();
    await page.getByText("Votre session est terminée. Votre saisie est gardée").waitFor();
    await saveButton(page).click();
    await page.getByText("Votre session est terminée\u00A0: rien n’est enregistré").waitFor();
    const opened = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "Se connecter dans un autre onglet" }).click();
    const beside = await opened;
    await beside.fill("#email", email);
    await beside.fill("#password", password);
    await beside.click("button[type=submit]");
    await beside.waitForURL(`**${PATH}`);
    await beside.close();
    await saveButton(page).click();
    await page.waitForURL(`**${PATH}?saved=residence`);
    strictEqual(await page.inputValue("#name"), "Les Lilas");
    await page.getByText("Modifications enregistrées").waitFor();
    await page.context().clearCookies();
    await page.fill("#name", "Les Ormes");
    await saveButton(page).click();
    await page.getByText("Votre session est terminée\u00A0: rien n’est enregistré").waitFor();
    strictEqual(await page.getByText("Modifications enregistrées").count(), 0);
    deepStrictEqual(asked, []);
  },
);

onForm(
  "ResidenceForm shows both versions when another user has saved, and keeps what was typed",
  async ({ page, asked }) => {
    await page.fill("#name", "Les Lilas");
    await putSettings(page, { name: "Les Érables", code: "0301", tags: [] });
    await saveButton(page).click();
    await page.getByText("Une autre personne a enregistré").waitFor();
    match(await page.locator("table.conflict").innerText(), /Nom\s+Les Lilas\s+Les Érables/);
    strictEqual(await page.inputValue("#name"), "Les Lilas");
    // Compared, then saved anyway.
    await saveButton(page).and(page.locator(":enabled")).click();
    await page.waitForURL(`**${PATH}?saved=residence`);
    strictEqual(await page.inputValue("#name"), "Les Lilas");
    deepStrictEqual(asked, []);
  },
);

onForm(
  "ResidenceForm asks nothing without typing, even if a stored name has a line break",
  async ({ page, go, asked }) => {
    const settings = { name: "Les Tilleuls\nBâtiment B", code: "0301", tags: [] };
    await putSettings(page, settings);
    await go(PATH);
    await saveButton(page).and(page.locator(":disabled")).waitFor();
    strictEqual(await page.inputValue("#name"), "Les Tilleuls Bâtiment B");
    await page.fill("#code", "0302");
    await saveButton(page).and(page.locator(":enabled")).waitFor();
    await page.fill("#code", "0301");
    await saveButton(page).and(page.locator(":disabled")).waitFor();
    await page.click("nav >> text=Résidences");
    await page.waitForURL("**/home");
    deepStrictEqual(asked, []);
  },
);

onForm(
  "ResidenceForm says a code is already taken, beside the code",
  async ({ page }) => {
    await page.fill("#code", "0308");
    await saveButton(page).click();
    await page.locator("#code-error").waitFor();
    strictEqual(await page.locator("#code-error").innerText(), "Doit être unique");
    await page.fill("#code", "0399");
    await page.locator("#code-error").waitFor({ state: "detached" });
  },
);

onForm("Enter in a field of ResidenceForm saves it", async ({ page }) => {
  await page.fill("#name", "Les Lilas");
  await page.press("#name", "Enter");
  await page.waitForURL(`**${PATH}?saved=residence`);
});

onForm(
  "the map's marker is dragged: its place and its address fill the fields",
  async ({ page, server, errors }) => {
    await page.fill("#latitude", "49,116845");
    await page.fill("#longitude", "6,171141");
    await openedMap(page);
    const marker = page.locator(".leaflet-marker-icon");
    const from = await marker.boundingBox();
    if (from === null) throw new Error("No marker");
    await page.mouse.move(from.x + 11, from.y + 11);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + 30, { steps: 5 });
    await page.mouse.up();
    await page.getByText("Adresse trouvée").waitFor();
    strictEqual(await page.inputValue("#street"), "3 Rue Haute Pierre");
    strictEqual(await page.inputValue("#zipCode"), "57000");
    const longitude = Number((await page.inputValue("#longitude")).replace(",", "."));
    strictEqual(longitude > 6.171141 && longitude < 6.2, true, String(longitude));
    const [reversed] = server.asked.filter(({ path }) => path === "/reverse");
    strictEqual(reversed?.query["lon"], longitude.toFixed(5));
    strictEqual(await saveButton(page).isEnabled(), true);
    deepStrictEqual(errors, []);
  },
);

// @spec projects.map
onForm("the map's marker follows the fields, at zoom 14", async ({ page }) => {
  await openedMap(page);
  const tiles = await page.locator(".leaflet-tile").first().getAttribute("src");
  match(tiles ?? "", /\/tiles\/14\//);
  await page.fill("#latitude", "");
  await page.locator(".leaflet-marker-icon").waitFor({ state: "detached" });
  await page.fill("#latitude", "48,5");
  await page.locator(".leaflet-marker-icon").waitFor();
});

onForm(
  "a map without a place is at zoom 12; it gets its marker from an address, a field, and after each was emptied",
  async ({ page, go, errors }) => {
    await putSettings(page, { name: "Les Tilleuls", code: "0301", tags: [] });
    await go(PATH);
    await page.locator(".map").scrollIntoViewIfNeeded();
    await page.locator(".leaflet-tile").first().waitFor();
    match(await page.locator(".leaflet-tile").first().getAttribute("src") ?? "", /\/tiles\/12\//);
    const marker = page.locator(".leaflet-marker-icon");
    strictEqual(await marker.count(), 0);
    match(await lookUp(page, "2 rue de la Paix"), /^Adresse trouvée/);
    await marker.waitFor();
    await page.fill("#latitude", "");
    await marker.waitFor({ state: "detached" });
    await page.fill("#latitude", "48,5");
    await marker.waitFor();
    strictEqual(await marker.count(), 1);
    deepStrictEqual(errors, []);
  },
);

onForm("a place is chosen by pressing the map where there is none", async ({ page }) => {
  await openedMap(page);
  await page.fill("#latitude", "");
  await page.fill("#longitude", "");
  await page.locator(".map-box").click({ position: { x: 200, y: 150 } });
  await page.locator(".leaflet-marker-icon").waitFor();
  match(await page.inputValue("#latitude"), /^48,\d+$/);
});

onForm("ResidenceForm is usable when tiles are blocked, and says so", async ({ page }) => {
  await page.route(TILE_PATHS, (route) => route.abort());
  await page.locator(".map").scrollIntoViewIfNeeded();
  await page.getByText("Le fond de carte ne peut pas être affiché").waitFor();
  await page.fill("#latitude", "48,5");
  strictEqual(await saveButton(page).isEnabled(), true);
});

onForm("the map waits to be asked for when the browser saves data", async ({ page, go }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
  await go(PATH);
  await page.locator(".map").scrollIntoViewIfNeeded();
  await page.locator(".map").hover();
  const fetched = () => asked.filter((url) => /leaflet|tiles/.test(url)).length;
  strictEqual(fetched(), 0);
  await page.getByRole("button", { name: "Afficher la carte" }).click();
  await page.locator(".leaflet-marker-icon").waitFor();
  strictEqual(fetched() > 0, true);
});

onForm(
  "a user who may only read the residence cannot drag its marker",
  async ({ page, go, errors }) => {
    await page.click("text=Déconnexion");
    await page.waitForURL("**/login");
    await page.fill("#email", DEMO_ACCOUNTS.pilot.email);
    await page.fill("#password", DEMO_ACCOUNTS.pilot.password);
    await page.click("button[type=submit]");
    await page.waitForURL("**/pilot/p01");
    await go(PATH);
    await openedMap(page);
    strictEqual(await page.locator(".leaflet-marker-draggable").count(), 0);
    strictEqual(await page.locator("#name").count(), 0);
    await page.locator(".map-box").click({ position: { x: 40, y: 150 } });
    strictEqual(await page.locator(".leaflet-marker-icon").count(), 1);
    deepStrictEqual(await axeViolations(page), []);
    deepStrictEqual(errors, []);
  },
);

for (const width of [1280, 390]) {
  onForm(
    `ResidenceForm is accessible with its map and a lookup, ${width} px wide`,
    async ({ page }) => {
      await openedMap(page);
      await lookUp(page, "2 rue de la Paix");
      deepStrictEqual(await axeViolations(page), []);
      const { scrollWidth, clientWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        clientWidth: document.documentElement.clientWidth,
      }));
      strictEqual(scrollWidth <= clientWidth, true);
    },
    { width },
  );
}

onForm(
  "ResidenceForm: the button of the address lookup has the focus again once the answer is there",
  async ({ page }) => {
    await page.fill("#street", "12 rue des Tilleuls");
    await lookupButton(page).press("Enter");
    await page.locator(".address-block > [role=status] .notice:not(:has-text('Recherche'))")
      .waitFor();
    strictEqual(await page.evaluate(() => document.activeElement?.getAttribute("name")), "lookup");
  },
);
