import { doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import {
  aBoilerRoom,
  aMember,
  anOutdoorSource,
  aSeries,
  PROJECT,
  someone,
} from "@/tests/helpers/a_residence.ts";
import { asLandlord, withSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { sourcesDraft } from "@/tests/helpers/drafts.ts";

const BALANCE = "/collect/p01/boilerrooms/p01-c1/energy-balance";

const NOT_BEGUN = /Cette période n’a pas commencé/;

// @spec balance.page
Deno.test("future year says that it has not begun, without an empty table: balance, comparison, series, dwellings", () =>
  asLandlord(async (visitor) => {
    const paths = [
      `${BALANCE}/monthly/2090`,
      `${BALANCE}/monthly-shifted/2090`,
      "/collect/p01/boilerroomreports?period=monthly-2090",
      "/collect/p01/facilities/p01-c1-ecs/monthly/2090",
      "/collect/p01/facilities/p01-c1-temp/fivemin/2090/02/28",
      "/collect/p01/houses/all/p01-l-ecs/weekly/2090",
      "/collect/p01/houses/each/p01-l-ecs/daily/2090/01",
    ];
    for (const path of paths) {
      const page = await visitor.get(path);
      match(page.text, NOT_BEGUN, path);
      doesNotMatch(page.html, /<table/, path);
    }
    doesNotMatch((await visitor.get("/collect/p01/facilities/p01-c1-ecs")).text, NOT_BEGUN);
  }));

// @spec balance.page
Deno.test("the comparison linked from a balance is of the same year, and links back to it", () =>
  asLandlord(async (visitor) => {
    const comparison = "/collect/p01/boilerroomreports?project=p01&brId=p01-c1";
    const balance = await visitor.get(`${BALANCE}/monthly-shifted/2023`);
    const leads =
      /boilerroomreports\?project=p01&(amp;)?brId=p01-c1&(amp;)?period=monthly-shifted-2023"/;
    match(balance.html, leads);
    const back = await visitor.get(`${comparison}&period=monthly-shifted-2023`);
    ok(back.html.includes(`href="${BALANCE}/monthly-shifted/2023"`));
  }));

// @spec projects.menu
Deno.test("the comparison of the organisation is that of a residence, without its tabs, and moves among its own years", () =>
  asLandlord(async (visitor) => {
    const own = await visitor.get("/home/comparison?period=monthly-2025");
    const inResidence = await visitor.get("/collect/p01/boilerroomreports?period=monthly-2025");
    const rows = ({ html }: { html: string }) => /<tbody.*<\/tbody>/s.exec(html)?.[0] ?? "";
    match(rows(own), /energy-balance\/monthly\/2025/);
    strictEqual(rows(own), rows(inResidence));
    doesNotMatch(own.html, /href="\/collect\/p\d+"/);
    match(own.html, /href="\/home\/comparison\?period=monthly-shifted-2024"/);
  }));

// @spec projects.menu
Deno.test("the comparison of a user without a role on boiler rooms says which role opens it", () =>
  withVisitor({ roles: [] }, async ({ visitor }) => {
    match((await visitor.get("/home/comparison")).text, /Un rôle sur les chaufferies/);
  }));

Deno.test("balance of a year before any reading does not call a month future", () =>
  asLandlord(async (visitor) => {
    const { text } = await visitor.get(`${BALANCE}/monthly/1980`);
    match(text, /Écart Aucun mois de chauffage complet/);
    doesNotMatch(text, /[Pp]as encore/);
  }));

// @spec balance.simulation
Deno.test("the start day of refused values is shown again", () =>
  asLandlord(async (visitor) => {
    const simulated = `${BALANCE}/monthly/2025?simulation=on&target=33`;
    const dayOf = (html: string) => /<input[^>]*name="fromDate"[^>]*>/.exec(html)?.[0] ?? "";
    const old = { fromDate: "2025-07-01", version: "another" };
    const conflict = await visitor.post(simulated, old);
    strictEqual(conflict.status, 409);
    match(dayOf(conflict.html), / value="2025-07-01"/);
    await visitor.refused(`${BALANCE}/monthly/2025?simulation=on&target=`, old);
    // By default the first of the running month is offered.
    match(dayOf((await visitor.get(simulated)).html), / value="\d{4}-\d{2}-01"/);
  }));

// @spec balance.simulation
Deno.test("simulated values refused for settings changed meanwhile, or for their day, say what to do", () =>
  asLandlord(async (visitor) => {
    const address = `${BALANCE}/monthly/2025?simulation=on&target=33`;
    const version = /name="version" value="([^"]+)"/.exec((await visitor.get(address)).html)?.[1] ??
      "";
    const saved = async (fromDate: string) => await visitor.post(address, { fromDate, version });
    for (const [day, error] of [["1850-01-01", "année de 1900 à 2100 attendue"], ["", "date"]]) {
      const refused = await visitor.refused(address, { fromDate: day ?? "", version });
      match(refused.text, new RegExp(`le jour du début n’est pas accepté \\(${error}`));
      doesNotMatch(refused.text, /champs signalés/);
    }
    strictEqual((await saved("2025-07-01")).status, 303);
    const conflict = await saved("2025-08-01");
    strictEqual(conflict.status, 409);
    match(conflict.text, /les réglages de la chaufferie ont changé entre-temps/);
    doesNotMatch(conflict.text, /Comparez les deux versions/);
  }));

// @spec balance.simulation
Deno.test("without a script both buttons of the simulation send every field of its form", () =>
  asLandlord(async (visitor) => {
    const address = `${BALANCE}/monthly/2025`;
    const shown = await visitor.get(`${address}?simulation=on&target=33`);
    const [form = ""] =
      /<form[^>]*action="[^"]*simulation=on[^"]*"[^]*?<\/form>/.exec(shown.html) ?? [];
    const versionOf = (html: string) => /name="version" value="([^"]+)"/.exec(html)?.[1] ?? "";
    match(form, /name="target"[^]*name="recalculate"[^]*name="fromDate"/);
    const typed = { simulation: "on", target: "41", fromDate: "2025-07-01" };
    const again = await visitor.post(`${address}?simulation=on&target=33`, {
      ...typed,
      version: versionOf(form),
      recalculate: "",
    });
    strictEqual(again.status, 303);
    const next = again.headers.get("location") ?? "";
    match(next, /simulation=on&target=41&fromDate=2025-07-01$/);
    const recomputed = await visitor.get(next);
    match(/<input[^>]*name="target"[^>]*>/.exec(recomputed.html)?.[0] ?? "", / value="41"/);
    match(recomputed.html, /<input[^>]*name="fromDate"[^>]* value="2025-07-01"/);
    // The typed values are saved, not those of the address.
    const saved = await visitor.post(`${address}?simulation=on&target=33`, {
      ...typed,
      version: versionOf(recomputed.html),
    });
    strictEqual(saved.status, 303);
    const settings = await visitor.get("/collect/p01/boilerrooms/p01-c1/settings");
    const [newest = ""] = /<input[^>]*name="target"[^>]*>/.exec(settings.html) ?? [];
    match(newest, / value="41"/);
  }));

// @spec balance.simulation
Deno.test("without a script, a simulated value is saved only as it is shown: not rounded, clamped or replaced", () =>
  asLandlord(async (visitor) => {
    const address = `${BALANCE}/monthly/2025?simulation=on`;
    const page = await visitor.get(address);
    const version = /name="version" value="([^"]+)"/.exec(page.html)?.[1] ?? "";
    const targetOf = (html: string) =>
      / value="([^"]*)"/.exec(/<input[^>]*name="target"[^>]*>/.exec(html)?.[0] ?? "")?.[1] ?? "";
    const prefilled = targetOf(page.html);
    const sent = { simulation: "on", fromDate: "2025-07-01", version };
    for (
      const [target, shown] of [["quarante", prefilled], ["2000", "1000"], ["41,4", "41"]] as const
    ) {
      const refused = await visitor.post(address, { ...sent, target });
      strictEqual(refused.status, 400, target);
      match(refused.text, /Rien n’est enregistré\u00A0: une valeur saisie n’est pas acceptée/);
      strictEqual(targetOf(refused.html), shown);
    }
    strictEqual((await visitor.post(address, { ...sent, target: " 41 " })).status, 303);
  }));

// @spec balance.gas-meter
Deno.test("a boiler room whose gas meter counts energy keeps it in a simulation until another is chosen", () =>
  withVisitor({ roles: ["collect"] }, async ({ ask, visitor }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const sourceType = await aSeries(ask, "GAZE", boilerRoomId);
    const volume = await aSeries(ask, "GAZV", boilerRoomId);
    await aSeries(ask, "GAZV");
    const gas = { sourceKind: "gaz-energy" as const, sourceType, gazPce: "12345678901234" };
    const body = sourcesDraft(gas);
    ok((await ask("putEfficiencySources", { projectId: PROJECT, boilerRoomId, body })).ok);
    const address = `/collect/${PROJECT}/boilerrooms/${boilerRoomId}/energy-balance/monthly/2025`;
    const djuSource = await anOutdoorSource(ask);
    const values =
      `simulation=on&area=1000&peopleNb=50&q=100&target=40&threshold=5&djuSource=${djuSource}`;
    const { html } = await visitor.get(`${address}?${values}`);
    const [select = ""] = /<select[^>]*name="gasSource"[^]*?<\/select>/.exec(html) ?? [];
    match(select, /<option value="">Celui de la chaufferie<\/option>/);
    doesNotMatch(select, /selected/);
    const simulation = { ...Object.fromEntries(new URLSearchParams(values)), recalculate: "" };
    const addressOf = async (gasSource: string) =>
      (await visitor.post(address, { ...simulation, gasSource })).headers.get("location") ?? "";
    doesNotMatch(await addressOf(""), /gasSource=./);
    match(await addressOf(volume), new RegExp(`gasSource=${volume}`));
    // Hot water always has a column in m³; gas has one when its volume is the source.
    const cubicMetres = async (query: string) =>
      [...(await visitor.get(`${address}?${query}`)).html.matchAll(/<th[^>]*>m³<\/th>/g)].length;
    strictEqual(await cubicMetres(values), 1);
    strictEqual(await cubicMetres(`${values}&gasSource=${volume}`), 2);
  }));

// @spec balance.gas-meter
Deno.test("of two gas meters with one name, the simulation says in which boiler room each is", () =>
  withVisitor({ roles: ["collect"] }, async ({ ask, visitor }) => {
    const boilerRoomId = await aBoilerRoom(ask, "Chaufferie sud");
    const own = await aSeries(ask, "GAZV", boilerRoomId);
    const other = await aSeries(ask, "GAZV", await aBoilerRoom(ask, "Chaufferie nord"));
    const body = sourcesDraft({ sourceType: own, gazPce: "12345678901234" });
    ok((await ask("putEfficiencySources", { projectId: PROJECT, boilerRoomId, body })).ok);
    const address = `/collect/${PROJECT}/boilerrooms/${boilerRoomId}/energy-balance/monthly/2025`;
    const { html } = await visitor.get(`${address}?simulation=on`);
    const labelOf = (id: string) => new RegExp(`value="${id}"[^>]*>([^<]*)<`).exec(html)?.[1];
    strictEqual(labelOf(own), "Gaz (volume), Chaufferie sud");
    strictEqual(labelOf(other), "Gaz (volume), Chaufferie nord");
  }));

// @spec balance.page
Deno.test("boiler room without settings links to them only for users who may open them", () =>
  withSite(async (site) => {
    const { ask } = await aMember(site, { roles: ["collect"] });
    const room = await aBoilerRoom(ask, "Chaufferie nord");
    const path = `/collect/${PROJECT}/boilerrooms/${room}`;
    const email = "lecteur@exemple.fr";
    await someone(site, { roles: ["collect:boilerroom:read"], email });
    const writer = await site.signIn();
    match(
      (await writer.get(`${path}/energy-balance/monthly/2025`)).html,
      /Configurer la chaufferie/,
    );
    const reader = await site.signIn(email);
    const shown = await reader.get(`${path}/energy-balance/monthly/2025`);
    match(shown.text, /n’est pas encore configurée/);
    doesNotMatch(shown.html, /boilerrooms\/[^"]+\/settings/);
  }));
