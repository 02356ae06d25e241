/**
 * Every screen in each of its states, shown one after the other in a browser.
 *
 * The screens are the routes that render a page, so that a new one is included.
 * @module
 */

import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { links } from "@/lib/ui/links.ts";
import { houseSettings } from "@/tests/helpers/a_dwelling.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { ADMINISTRATOR, seedAdministrator, seedProvider } from "@/tools/serving/seeded_stores.ts";
import { type AppWindow, type WindowOptions, withApp } from "./app_under_test.ts";
import { allRoutes, DEMO_PLACE, pathOf, type Place, type Route } from "./routes.ts";

/**
 * States of a screen: its data; no data yet; a refused form; a wrong address; everything that opens,
 * opened.
 */
export const STATES = ["full", "empty", "refused", "missing", "open"] as const;

export type ScreenState = typeof STATES[number];

/** A screen in the window. */
export interface Shown {
  readonly name: string;
  readonly state: ScreenState;
  readonly window: AppWindow;
  /** HTTP status of its answer. */
  readonly status: number;
}

type Reader = "nobody" | "landlord" | "occupant" | "administrator" | "provider";

/**
 * The readers of a screen, when not the landlord only; an administrator of no organisation finds no
 * residence.
 */
const READERS: Readonly<Record<string, readonly Reader[]>> = {
  "/login": ["nobody"],
  "/accessibility": ["nobody"],
  "/legal-notice": ["nobody"],
  "/privacy": ["nobody"],
  "/tour": ["nobody"],
  "/first-run": ["nobody"],
  "/confirm-email": ["nobody"],
  "/forgotten-password": ["nobody"],
  "/reset-password": ["nobody"],
  "/providers": ["provider"],
  "/providers/deposits": ["provider"],
  "/providers/all/:orgId/:requestId/:docId": ["provider"],
  "/providers/login": ["nobody"],
  "/account": ["landlord", "occupant"],
  "/my-home/:projectId/:houseId": ["occupant"],
  "/my-home/:projectId/:houseId/:houseSeries/:period*": ["occupant"],
  "/my-home/:projectId/:houseId/reports/:month": ["occupant"],
  "/home": ["landlord", "administrator"],
  "/home/organisations/new": ["administrator"],
  "/platform": ["administrator"],
  "/platform/accounts": ["administrator"],
  "/platform/audit": ["administrator"],
  "/platform/jobs": ["administrator"],
  "/platform/mails": ["administrator"],
  "/platform/orgs/:orgId": ["administrator"],
  "/platform/storage": ["administrator"],
};

/** The query that empties a list outside any place. */
export const EMPTYING: Readonly<Record<string, string>> = {
  "/home": "?filter:city=Nulle-part",
  "/home/alarms": "?filter:search=introuvable",
  "/home/alarms/closed/:year": "?filter:search=introuvable",
  "/home/gas": "?filter:search=nulle-part",
  "/home/gas/:pce/:period*": "?filter:type=aucun",
  "/home/orgs/:orgId/gas/:pce/:period*": "?filter:type=aucun",
  "/home/admin/users": "?filter:team=Nulle-part",
  "/home/admin/audit": "?residence=inconnue",
  "/collect/:projectId/consumption-reports/:month": "?filter:search=introuvable",
  "/collect/:projectId/houses": "?filter:search=introuvable",
  "/pilot/:projectId": "?filter:search=introuvable",
};

/** The screens to show, and how. */
interface Walk extends Omit<WindowOptions, "as"> {
  readonly states: readonly ScreenState[];
  /**
   * Called for a screen that failed twice, and the walk goes on; without it, the walk ends at the
   * first fault.
   */
  readonly unshown?: (where: string) => void;
}

/** Shows the screens in the given states, in a window of a width, and calls `look` for each. */
export async function walkScreens(
  look: (shown: Shown) => Promise<void>,
  { states, unshown, ...options }: Walk,
): Promise<void> {
  const screens = (await allRoutes()).filter(({ isPage }) => isPage);
  const read = async (window: AppWindow, reader: Reader) => {
    const write = writingBy(window);
    const bare = reader === "landlord" ? await barePlace(write) : null;
    for (const screen of screens) {
      if (!(READERS[screen.pattern] ?? ["landlord"]).includes(reader)) continue;
      // A screen just shown whole is not loaded again to open its parts or send its form.
      let standing: number | null = null;
      for (const state of states) {
        // A tablet belongs to one residence; earlier forms may have revoked its tokens.
        const hall = state === "empty" ? bare : DEMO_PLACE;
        if (screen.pattern === "/display/:projectId" && hall !== null) {
          await openInformationScreen(window, write, hall);
        }
        await onceOrTwice(async () => {
          const known = standing;
          standing = null;
          const status = await show(window, { screen, state, bare, standing: known });
          if (status !== null) await look({ name: screen.pattern, state, window, status });
          if (state === "full") standing = status;
        }, unshown && ((fault) => unshown(`${screen.pattern}, ${state}: ${fault}`)));
      }
    }
  };
  await withApp(async ({ inWindow }) => {
    await inWindow((window) => read(window, "nobody"), { ...options, as: null });
    for (const reader of ["landlord", "occupant"] as const) {
      const as = DEMO_ACCOUNTS[reader];
      await inWindow((window) => read(window, reader), { ...options, as });
    }
  });
  let token = "";
  await withApp(async ({ inWindow }) => {
    await inWindow((window) => read(window, "administrator"), { ...options, as: ADMINISTRATOR });
    await inWindow(async (window) => {
      await window.go(links.providerLogin({ token }));
      await window.page.getByRole("button", { name: "Accéder à mes documents" }).click();
      await read(window, "provider");
    }, { ...options, as: null });
  }, {
    prepare: async (kvPath) => {
      await seedAdministrator(kvPath);
      token = await seedProvider(kvPath);
    },
  });
}

/**
 * Runs a step, and once again after a fault: the previous page may still navigate on a loaded
 * machine.
 *
 * @param failed accepts the second fault
 */
async function onceOrTwice(act: () => Promise<void>, failed?: (fault: unknown) => void) {
  const second = () => failed === undefined ? act() : act().catch(failed);
  await act().catch(second);
}

/** Opens a residence's information screen in the window, without signing out. */
async function openInformationScreen(
  { go }: AppWindow,
  write: Write,
  { projectId = "" }: Place,
): Promise<void> {
  const made = await write("POST", `projects/${projectId}/display/tokens`, { name: "Hall" });
  await go(links.informationScreen(projectId, String(Reflect.get(Object(made), "token"))));
}

interface Wanted {
  readonly screen: Route;
  readonly state: ScreenState;
  /** A place without data; null when its reader has none. */
  readonly bare: Place | null;
  /** HTTP status of the screen when it is shown whole; null when it must be loaded. */
  readonly standing: number | null;
}

/**
 * Brings a screen to a state; returns the status of its answer, or null when it has no such state.
 */
async function show(
  window: AppWindow,
  { screen, state, bare, standing }: Wanted,
): Promise<number | null> {
  const { page, go } = window;
  const path = pathOf(screen);
  if (state === "full") return await go(path);
  if (state === "empty") {
    const emptying = EMPTYING[screen.pattern];
    if (emptying !== undefined) return await go(path + emptying);
    const isPlace = screen.pattern.includes(":") && bare !== null;
    return isPlace ? await go(pathOf(screen, bare)) : null;
  }
  if (state === "open") {
    const status = standing ?? await go(path);
    await openEverything(page);
    return status;
  }
  if (state === "missing") {
    return screen.pattern.includes(":") ? await go(pathOf(screen, NOWHERE)) : null;
  }
  if (!screen.methods.includes("POST")) return null;
  if (standing === null) await go(path);
  return await sendEmptied(page);
}

/** A place that does not exist. */
export const NOWHERE: Place = {
  ...DEMO_PLACE,
  orgId: "inconnue",
  projectId: "inconnue",
  importId: "inconnu",
  actionId: "inconnue",
  boilerRoomId: "inconnue",
  circuitId: "inconnu",
  houseId: "inconnu",
  moduleId: "inconnu",
  houseSeries: "inconnue",
  occupancyId: "inconnue",
  sourceId: "inconnue",
  series: "inconnue",
  alarmId: "inconnue",
  equipmentId: "inconnu",
  buildingId: "inconnu",
  seriesId: "inconnue",
  consumerId: "inconnu",
  period: "monthly/abc",
  email: "personne@nulle-part.fr",
  teamId: "inconnue",
  tagId: "inconnue",
  reportId: "inconnu",
  pce: "00000000000000",
  requestId: "inconnue",
  docId: "inconnu",
};

/** Sends the page's first form empty, without the browser's validation; null when it has none. */
async function sendEmptied(page: Page): Promise<number | null> {
  const form = page.locator("main form[method=post]").first();
  if (await form.count() === 0) return null;
  const answered = page.waitForNavigation();
  await form.evaluate((element: HTMLFormElement) => {
    const typed = "input:not([type=hidden], [type=checkbox], [type=radio])";
    for (const field of element.querySelectorAll<HTMLInputElement>(typed)) field.value = "";
    element.submit();
  });
  return (await answered)?.status() ?? null;
}

/** Opens menus, details, maps and the first dialog, and shows the first help text. */
async function openEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  const map = page.getByRole("button", { name: "Afficher la carte", includeHidden: true });
  if (await map.count() > 0) {
    // A visible map opens by itself meanwhile: its button may be gone.
    await map.evaluateAll((buttons: HTMLElement[]) => buttons.forEach((one) => one.click()));
    await page.waitForSelector(".leaflet-container");
  }
  const help = page.locator(".tooltip button").first();
  if (await help.count() > 0) await help.focus();
  const opener = page.locator('button[aria-haspopup="dialog"]:visible').first();
  if (await opener.count() > 0) {
    await opener.click();
    await page.waitForSelector("dialog[open]");
  }
}

/** A dwelling with only a name. */
const BLANK_SETTINGS = houseSettings({ name: "Logement neuf", collectMode: 1 });

/** A write call of the API; returns its answer. */
export type Write = (method: "POST" | "PUT", path: string, data: object) => Promise<unknown>;

function writingBy({ page }: AppWindow): Write {
  const origin = new URL(page.url()).origin;
  return async (method, path, data) => {
    const options = { method, data, headers: { origin } };
    const answer = await page.request.fetch(`${origin}/api/collect/${path}`, options);
    return await answer.json();
  };
}

/** A residence whose heating is piloted. */
const PILOTED = { hasPilot: true, hasTempPilot: true, instrumented: true, ecotouchAdmin: 0 };

/**
 * A residence, a boiler room, a dwelling, a meter and a weather source of the reader's own, without
 * any data.
 */
export async function barePlace(write: Write, orgId = "demo"): Promise<Place> {
  const create = async (path: string, data: object) => {
    const id: unknown = Reflect.get(Object(await write("POST", path, data)), "id");
    if (typeof id !== "string") throw new Error(`${path} created nothing`);
    return id;
  };
  const address = { street: "1 rue Neuve", zipCode: "54000", city: "Nancy" };
  const location = { ...address, latitude: null, longitude: null };
  const residence = { name: "Résidence neuve", code: "N1", location, tags: [] };
  const projectId = await create(`orgs/${orgId}/projects`, residence);
  // Required for a residence to have dwellings and their pages.
  const tenants = { housesAppAlarm: true, display: true };
  const features = { ...NO_FEATURES, houseMode: 3, houseTypes: true, ...tenants };
  await write("PUT", `projects/${projectId}/features`, features);
  await write("PUT", `projects/${projectId}/installation`, PILOTED);
  const house = { kind: "module", projectModuleId: null, serial: "", settings: BLANK_SETTINGS };
  const settings = { name: "Chaufferie neuve", code: "" };
  const room = { kind: "boilerroom", instrumented: false, parentId: null, settings };
  const source = { name: "Station", method: "meteo", seriesId: null, station: "" };
  const building = { ...room, kind: "building", settings: { name: "Bâtiment neuf", code: "" } };
  const boilerRoomId = await create(`projects/${projectId}/equipments`, room);
  const circuit = { ...room, kind: "boilerroom-circuit", parentId: boilerRoomId };
  const meter = seriesDraft({ dataUnitId: "GAZV", equipmentId: boilerRoomId });
  const series = await create(`projects/${projectId}/dataseries`, meter);
  const circuitId = await create(`projects/${projectId}/equipments`, circuit);
  const houseId = await create(`projects/${projectId}/housing/houses`, house);
  return {
    ...DEMO_PLACE,
    orgId,
    projectId,
    boilerRoomId,
    circuitId,
    houseId,
    moduleId: houseId,
    series,
    seriesId: series,
    houseSeries: await create(`projects/${projectId}/dataseries`, {
      ...meter,
      dataUnitId: "EFSV",
      scope: "housing",
      equipmentId: null,
    }),
    // It is empty and has no series, so that it can be deleted.
    equipmentId: circuitId,
    consumerId: await create(`projects/${projectId}/autoconsocollective/consumers`, {
      name: "Parties communes",
      prm: "14000000000001",
      houseId: null,
      seriesId: null,
      sharePercent: null,
    }),
    buildingId: await create(`projects/${projectId}/equipments`, building),
    sourceId: await create(`projects/${projectId}/facilities/outdoorsources`, source),
  };
}
