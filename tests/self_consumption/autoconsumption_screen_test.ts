import { match, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { aSeries, OTHER_WRITER, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { asLandlord, withSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const DEMO = "/collect/p01/autoconsumption";
const HERE = `/collect/${PROJECT}/autoconsumption`;

const OPERATION = {
  form: "operation",
  name: "Soleil des Lilas",
  operationNumber: "",
  startDate: "2026-01-01",
  sharing: "static",
  version: "0",
};
const PRM = "14000000000001";

Deno.test("an operation is declared, then its generators and consumers are added", () =>
  withVisitor({ roles: ["collect"] }, async ({ visitor, ask }) => {
    const empty = await visitor.get(HERE);
    match(empty.text, /Aucune opération déclarée/);
    ok(!empty.text.includes("Producteurs"));
    const unnamed = await visitor.refused(HERE, { ...OPERATION, name: "", startDate: "hier" });
    strictEqual(unnamed.message("operation-name"), "Ce champ est obligatoire");
    strictEqual(unnamed.message("startDate"), "Date incorrecte");
    const declared = await visitor.post(HERE, OPERATION);
    strictEqual(declared.headers.get("location"), `${HERE}?saved=operation#operation`);
    match((await visitor.get(HERE)).text, /Aucun consommateur/);
    const seriesId = await aSeries(ask, "PVE");
    const producer = { grid: "producers", key: "", name: "Toiture", prm: PRM, seriesId };
    const short = await visitor.post(HERE, { ...producer, prm: "12" });
    match(short.text, /14 chiffres attendus/);
    const added = await visitor.post(HERE, { ...producer, powerKW: "36,5" });
    strictEqual(added.status, 303);
    const twice = await visitor.post(HERE, producer);
    match(twice.text, /serait compté deux fois/);
    strictEqual((await visitor.post(HERE, { form: "none" })).status, 400);
  }));

Deno.test("consumer is added, becomes active, leaves, and is deleted, each confirmed on its page", () =>
  withVisitor({ roles: ["collect"] }, async ({ visitor }) => {
    await visitor.post(HERE, OPERATION);
    const fields = { name: "Parties communes", prm: PRM, sharePercent: "40" };
    const refused = await visitor.post(`${HERE}/consumers/new`, { ...fields, prm: "" });
    strictEqual(refused.message("prm"), "Ce champ est obligatoire");
    const added = await visitor.post(`${HERE}/consumers/new`, fields);
    const path = added.headers.get("location") ?? "";
    const page = await visitor.get(path);
    match(page.text, /Invité/);
    match(page.value("date") ?? "", /^\d{4}-\d{2}-\d{2}$/);
    const version = page.version();
    const status = { form: "status", status: "active", date: "2026-01-05", version };
    const noDay = await visitor.post(path, { ...status, date: "" });
    strictEqual(noDay.message("date"), "Ce champ est obligatoire");
    const entered = await visitor.post(path, status);
    strictEqual(entered.headers.get("location"), `${path}?saved=participation#participation`);
    match((await visitor.get(path)).text, /Participe depuis le 05\/01\/2026/);
    const stale = await visitor.post(path, { ...status, status: "left", date: "2026-02-01" });
    strictEqual(stale.status, 409);
    match(stale.text, /Une autre personne a enregistré une modification/);
    const overview = await visitor.get(HERE);
    match(overview.text, /Les parts de ceux qui participent font 40\s%/);
    const current = (await visitor.get(path)).version();
    const changed = { name: "Communs", sharePercent: "100", version: current };
    const renamed = { form: "consumer", ...fields, ...changed };
    strictEqual((await visitor.post(path, renamed)).status, 303);
    ok(!(await visitor.get(HERE)).text.includes("Les parts de ceux"));
    const other = { name: "Ascenseur", prm: "14000000000077", sharePercent: "20,5" };
    const second = (await visitor.post(`${HERE}/consumers/new`, other)).headers.get("location") ??
      "";
    const enters = { ...status, version: (await visitor.get(second)).version() };
    strictEqual((await visitor.post(second, enters)).status, 303);
    const above =
      /Les parts de ceux qui participent font 120,5\s%\s?: elles sont ramenées à 100\s%/;
    const use = `${HERE}/monthly/2026`;
    for (const shown of [HERE, path, second, `${HERE}/consumers/new`, use]) {
      match((await visitor.get(shown)).text, above, shown);
    }
    const gone = await visitor.post(path, { form: "consumer", intent: "remove" });
    strictEqual(gone.headers.get("location"), HERE);
    strictEqual((await visitor.get(path)).status, 404);
  }));

Deno.test("consumer's data is downloaded, then the person is erased and the consumer stays", () =>
  withVisitor({ roles: ["collect"] }, async ({ visitor }) => {
    await visitor.post(HERE, OPERATION);
    const fields = { name: "Boulangerie Roy", prm: PRM };
    const added = await visitor.post(`${HERE}/consumers/new`, fields);
    const path = (added.headers.get("location") ?? "").replace(/[?#].*/, "");
    const page = await visitor.get(path);
    ok(page.html.includes(`href="${path}/export"`));
    const file = await visitor.get(`${path}/export`);
    strictEqual(file.headers.get("content-type"), "application/zip");
    match(file.headers.get("content-disposition") ?? "", /filename="consommateur-[\d-]{10}\.zip"/);
    const erased = await visitor.post(path, { form: "erasure", intent: "remove" });
    strictEqual(erased.headers.get("location"), `${path}?saved=person#person`);
    const left = await visitor.get(path);
    match(left.title, /Consommateur effacé/);
    ok(!/Boulangerie|Effacer la personne/.test(left.text));
    match((await visitor.get(HERE)).text, /Consommateur effacé/);
    strictEqual((await visitor.get(`${HERE}/consumers/none/export`)).status, 404);
  }));

Deno.test("the dwelling of a consumer is shown by its name, and kept by a user who may not list the dwellings", () =>
  withVisitor({ roles: ["collect:acc:write"] }, async ({ site, visitor }) => {
    const ask = await someone(site, OTHER_WRITER);
    await visitor.post(HERE, OPERATION);
    await aSeries(ask, "ELEC");
    await aHousingSeries(ask, "ELEC");
    const fields = { form: "consumer", seriesId: "", sharePercent: "" };
    const added = async (houseId: string, prm: string) => {
      const body = { name: prm, prm, houseId, seriesId: null, sharePercent: null };
      const { id } = await answerOf(ask("createConsumer", { projectId: PROJECT, body }));
      return { path: `${HERE}/consumers/${id}`, houseId, prm };
    };
    const first = await added(await aHouse(ask, { name: "A1" }), PRM);
    const lister = await site.signIn("eve@bailleur.fr");
    match((await lister.get(first.path)).text, /parties communes ou autre A1 Compteur/);
    const second = await added(await aHouse(ask, { name: "A2" }), "14000000000002");
    for (const { path, houseId, prm } of [first, second]) {
      const page = await visitor.get(path);
      match(page.text, /Logement enregistré/);
      strictEqual(page.value("houseId"), houseId);
      const changed = {
        ...fields,
        name: "Nouveau",
        prm,
        houseId,
        version: page.version("consumer"),
      };
      strictEqual((await visitor.post(path, changed)).status, 303);
      strictEqual((await visitor.get(path)).value("houseId"), houseId);
    }
    const { text } = await lister.get(second.path);
    match(text, /parties communes ou autre A1 A2 Compteur/);
    match(text, /Aucun Électricité \(kWh\) Électricité \(kWh\) \(hors logements\)/);
    ok(!(await lister.get(`${HERE}/consumers/new`)).text.includes("Logement enregistré"));
  }, { residence: { features: { houseMode: 1 } } }));

/** The rows of a page's table, with its total. */
function rowCount({ html }: { html: string }): number {
  return [...html.matchAll(/<th\s+scope="row"/g)].length;
}

Deno.test("production and its use: key figures beside the year before, a total, and a file", () =>
  asLandlord(async (visitor) => {
    const page = await visitor.get(`${DEMO}/daily/2025/06`);
    strictEqual(page.title, "Les Tilleuls | Production et partage");
    match(page.text, /Taux d’autoconsommation\s*\d+(,\d)?\s%\s*juin 2024\s: \d+(,\d)?\s%/);
    match(page.text, /Lignes 1 à 24 sur 30/);
    strictEqual(rowCount(page), 24 + 1);
    strictEqual(rowCount(await visitor.get(`${DEMO}/daily/2025/06?page=2`)), 6 + 1);
    match(page.html, /href="\/collect\/p01\/autoconsumption\/hourly\/2025\/06\/15"/);
    const file = await visitor.get(
      `${DEMO}/daily/2025/06?sort=producedKWh:desc&csv=comma`,
    );
    const [, first = "", second = "", ...rest] = file.html.replace("\uFEFF", "").split("\n");
    strictEqual(rest.length, 28);
    const produced = (line: string) => Number(line.split(",")[1]);
    ok(produced(first) >= produced(second));
    const [, made = 0, used = 0, surplus = 0] = first.split(",").map(Number);
    ok(Math.abs(made - used - surplus) < 0.002, first);
    const semicolons = await visitor.get(`${DEMO}/daily/2025/06?csv=semicolon`);
    match(semicolons.html, /Production \(kWh\);Autoconsommé \(kWh\);Surplus \(kWh\)/);
  }));

Deno.test("key figures of a running year are compared over its finished months", () =>
  withSite(async (site) => {
    const visitor = site.visitor();
    const { email, password } = DEMO_ACCOUNTS.landlord;
    await visitor.signIn(email, password);
    const read = async (period: string) => (await visitor.get(`${DEMO}/${period}`)).text;
    const produced = async (period: string) =>
      /Production\s([\d\s]+\skWh)/u.exec(await read(period))?.[1];
    // On 10 February, only January is over in both years.
    const [, before, now] = /Production\s[\d\s]+\skWh\s2025\s: ([\d\s]+kWh), contre ([\d\s]+kWh)/u
      .exec(await read("monthly/2026")) ?? [];
    ok(before);
    strictEqual(before, await produced("daily/2025/01"));
    strictEqual(now, await produced("daily/2026/01"));
  }, { demo: true }));

Deno.test("days of 23 and 25 hours have as many lines; an unavailable period is refused", () =>
  asLandlord(async (visitor) => {
    strictEqual(rowCount(await visitor.get(`${DEMO}/hourly/2025/03/30`)), 23 + 1);
    match((await visitor.get(`${DEMO}/hourly/2025/10/26`)).text, /Lignes 1 à 24 sur 25/);
    for (const period of ["fivemin/2025/06/15", "halfhourly/2025/06/15", "monthly/abc", "daily"]) {
      strictEqual((await visitor.get(`${DEMO}/${period}`)).status, 400, period);
    }
    const before = await visitor.get(`${DEMO}/daily/2020/06`);
    match(before.text, /Aucune production partagée sur cette période/);
  }));
