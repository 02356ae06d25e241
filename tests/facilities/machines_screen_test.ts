import { match, ok, strictEqual } from "node:assert/strict";
import { aBoilerRoom, PROJECT, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { asLandlord, withSite } from "@/tests/helpers/a_site.ts";

const ROOM = "/collect/p01/boilerrooms/p01-c1";

/** Figures of a table's foot. */
function foot(html: string): string[] {
  const [, inner = ""] = /<tfoot>(.*?)<\/tfoot>/s.exec(html) ?? [];
  return [...inner.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = ""]) => cell);
}

Deno.test("heat pumps: the page opens on the year, with production, COP and share to two decimals, and its file", () =>
  asLandlord(async (visitor) => {
    const opened = await visitor.get(`${ROOM}/heat-pumps`);
    strictEqual(opened.status, 303);
    const page = await visitor.get(`${ROOM}/heat-pumps/monthly/2025`);
    strictEqual(page.title, "Chaufferie principale | Pompes à chaleur");
    const [produced, , cop = "", , percent = ""] = foot(page.html);
    ok(produced);
    match(cop, /^\d,\d{1,2}$/);
    match(percent, /^\d{1,2}(,\d{1,2})?$/);
    const file = await visitor.get(
      `${ROOM}/heat-pumps/monthly/2025?csv=comma`,
    );
    const lines = file.html.replace("\uFEFF", "").split("\n");
    strictEqual(lines.length, 13);
    match(
      lines[1] ?? "",
      /^2025-01,\d+(\.\d)?,\d+(\.\d)?,\d\.\d+,\d+(\.\d)?,\d+(\.\d+)?,,"Panne du brûleur/,
    );
  }));

Deno.test("the solar energy of a month: measured, expected, and its file", () =>
  asLandlord(async (visitor) => {
    const page = await visitor.get(`${ROOM}/solar/daily/2025/06`);
    strictEqual(page.status, 200);
    match(page.text, /Mesurée \/ attendue/);
    strictEqual([...page.html.matchAll(/<th\s+scope="row"/g)].length, 31);
    strictEqual((await visitor.get(`${ROOM}/solar/monthly/2025`)).status, 400);
    const file = await visitor.get(`${ROOM}/solar/daily/2025/06?csv=semicolon`);
    match(
      file.html,
      /^\uFEFF?Jour;Production mesurée \(kWh\);Production attendue \(kWh\);Compteurs;Annotations\r\n/,
    );
  }));

Deno.test("the hot water of a summer measures q, June to September, in a year and in a season", () =>
  asLandlord(async (visitor) => {
    const page = await visitor.get(`${ROOM}/hot-water/monthly/2025`);
    match(page.text, /q mesuré\s: \d+(,\d)?\skWh\/m³, pour 100\skWh\/m³ au contrat/);
    for (const month of ["juin", "juillet", "août", "septembre"]) {
      ok(page.text.includes(`${month} 2025`), month);
    }
    const season = await visitor.get(`${ROOM}/hot-water/monthly-shifted/2024`);
    ok(season.text.includes("juillet 2024") && season.text.includes("juin 2025"));
    const file = await visitor.get(`${ROOM}/hot-water/monthly/2025?csv=semicolon`);
    strictEqual(file.html.split("\r\n").length, 5);
  }));

Deno.test("a boiler room without machines says what to do", () =>
  asLandlord(async (visitor) => {
    const room = "/collect/p02/boilerrooms/p02-c1";
    match((await visitor.get(`${room}/heat-pumps/monthly/2025`)).text, /Aucune production comptée/);
    match((await visitor.get(`${room}/solar/daily/2025/06`)).text, /Aucune production comptée/);
    const page = await visitor.get(room);
    ok(!page.html.includes(`href="${room}/heat-pumps"`));
  }));

const CHARGER = {
  grid: "machines",
  key: "",
  intent: "add",
  version: "",
  name: "Borne du parking",
  kind: "irve",
  productionSeriesId: "",
  consumptionSeriesId: "p01-c1-pacc",
  powerKW: "22",
};

Deno.test("machine is added, changed with its version, refused when it is wrong, and deleted", () =>
  asLandlord(async (visitor) => {
    const path = `${ROOM}/machines`;
    strictEqual((await visitor.post(path, CHARGER)).status, 303);
    const added = await visitor.get(path);
    const row =
      /<h3 [^>]*id="machines-([^"]+)-title">Borne du parking<.*?name="version" value="([^"]*)"/s
        .exec(added.html);
    ok(row);
    const [, key = "", version = ""] = row;
    const wrong = await visitor.refused(path, {
      ...CHARGER,
      key,
      version,
      intent: "save",
      name: "",
    });
    match(wrong.text, /Ce champ est obligatoire/);
    await visitor.refused(path, { ...CHARGER, kind: "reactor" });
    const saved = { ...CHARGER, key, version, intent: "save", powerKW: "11" };
    strictEqual((await visitor.post(path, saved)).status, 303);
    const late = await visitor.post(path, { ...saved, powerKW: "7" });
    strictEqual(late.status, 409);
    match(late.text, /7.*11/s);
    strictEqual((await visitor.post(path, { ...saved, intent: "remove" })).status, 303);
    ok(!(await visitor.get(path)).text.includes("Borne du parking"));
  }));

Deno.test("a user who may only read boiler rooms reads their machines, and changes none", () =>
  withSite(async (site) => {
    await writeResidence(site);
    const writer = { email: "chef@bailleur.fr", roles: ["collect:boilerroom:write"] as const };
    const roomId = await aBoilerRoom(await someone(site, writer));
    await someone(site, { roles: ["collect:boilerroom:read"] });
    const visitor = await site.signIn();
    const room = `/collect/${PROJECT}/boilerrooms/${roomId}`;
    strictEqual((await visitor.get(`${room}/heat-pumps/monthly/2025`)).status, 200);
    strictEqual((await visitor.get(`${room}/machines`)).status, 403);
    strictEqual((await visitor.post(`${room}/machines`, CHARGER)).status, 403);
    ok(!(await visitor.get(room)).html.includes(`href="${room}/machines"`));
  }));
