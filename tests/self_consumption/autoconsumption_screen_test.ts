import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { CONSUMER_FORM, PRODUCER_FORM, STATUS_FORM } from "@/lib/self_consumption/forms.ts";
import type { Consumer } from "@/lib/self_consumption/schema.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aSeries,
  at,
  ORG,
  OTHER_WRITER,
  PROJECT,
  someone,
  storedSeries,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { asLandlord, withSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { unzipped } from "@/tests/helpers/file_bytes.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";

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

const INFO = {
  name: "Soleil des Lilas",
  operationNumber: "",
  startDate: "2025-09-01",
  sharing: "static" as const,
};
const ADA = { name: "Ada Morel", email: "ada.morel@mail.fr", consent: null };

interface Place {
  built: TestPlatform;
  ask: CallFunction;
  /** Adds a consumer who takes part from 1 October 2025. */
  consumer(over: Partial<Input<"createConsumer">["body"]>): Promise<string>;
}

function withOperation(test: (place: Place) => Promise<void>): Promise<void> {
  return withMember({ roles: ["collect"] }, async ({ built, ask }) => {
    ok((await ask("putAutoconsumptionInfo", { ...at, body: INFO })).ok);
    const consumer = async (over: Partial<Input<"createConsumer">["body"]>) => {
      const body = { name: "Ada Morel", prm: PRM, houseId: null, seriesId: null, sharePercent: 40 };
      const made = await answerOf(ask("createConsumer", { ...at, body: { ...body, ...over } }));
      const consumerId = made.id;
      const status = { status: "active" as const, date: "2025-10-01" };
      ok((await ask("putConsumerStatus", { ...at, consumerId, body: status })).ok);
      return consumerId;
    };
    await test({ built, ask, consumer });
  });
}

/** A dwelling occupied by a user between two days. */
async function occupied(
  ask: CallFunction,
  name: string,
  from: string,
  to: string | null,
  houseId?: string,
) {
  const house = houseId ?? await aHouse(ask);
  const body = { ...ADA, name, from, to };
  const made = await answerOf(ask("createOccupancy", { ...at, houseId: house, body }));
  return { ...at, houseId: house, occupancyId: made.id };
}

async function onlyConsumer(
  ask: CallFunction,
): Promise<Pick<Consumer, "name" | "prm" | "presences">> {
  const config = await answerOf(ask("getAutoconsumptionConfig", at));
  const [consumer] = config.consumers;
  ok(consumer);
  const { name, prm, presences } = consumer;
  return { name, prm, presences };
}

async function exported(ask: CallFunction, occupancy: Awaited<ReturnType<typeof occupied>>) {
  const file = await answerOf(ask("exportOccupant", occupancy));
  return unzipped(file.bytes);
}

/** A dwelling of Zoé, then Ada, then Bob, in the operation under Bob's name since 1 October 2025. */
async function threeOccupants({ ask, consumer }: Place) {
  const zoe = await occupied(ask, "Zoé Petit", "2025-01-01", "2025-09-14");
  const ada = await occupied(ask, "Ada Morel", "2025-09-15", "2026-01-31", zoe.houseId);
  const bob = await occupied(ask, "Bob Roy", "2026-02-01", null, zoe.houseId);
  await consumer({ houseId: zoe.houseId, name: "Bob Roy" });
  return { zoe, ada, bob };
}

Deno.test("an occupant's export contains the days of their own participation, and only their own name and delivery point", () =>
  withOperation(async (place) => {
    const { zoe, ada, bob } = await threeOccupants(place);
    const ofAda = await exported(place.ask, ada);
    deepStrictEqual(JSON.parse(ofAda.get("occupant.json") ?? "").participations, [{
      operation: "Soleil des Lilas",
      name: null,
      prm: "",
      sharePercent: 40,
      from: "2025-10-01",
      to: "2026-01-31",
    }]);
    ok(![...ofAda.values()].join().includes("Bob"));
    strictEqual(
      (await exported(place.ask, bob)).get("autoconsommation.csv"),
      "\uFEFFOpération;Nom;Point de livraison (PRM);Part de la production (%);Participe depuis le;Jusqu’au\r\n" +
        `Soleil des Lilas;Bob Roy;${PRM};40;2026-02-01;`,
    );
    const ofZoe = await exported(place.ask, zoe);
    deepStrictEqual(JSON.parse(ofZoe.get("occupant.json") ?? "").participations, []);
  }));

Deno.test("erasing an occupant removes them alone from the operation; their days stay in its figures", () =>
  withOperation(async (place) => {
    const { ada, bob } = await threeOccupants(place);
    ok((await place.ask("eraseOccupant", ada)).ok);
    strictEqual((await onlyConsumer(place.ask)).name, "Bob Roy");
    ok((await place.ask("eraseOccupant", bob)).ok);
    deepStrictEqual(await onlyConsumer(place.ask), {
      name: "",
      prm: "",
      presences: [{ fromDate: "2025-10-01", toDate: null }],
    });
  }));

Deno.test("consumer without a dwelling is exported with the days of their meter, and erased; the log contains no name", () =>
  withOperation(async ({ built, ask, consumer }) => {
    const seriesId = await aSeries(ask, "ELEC");
    const noon = Date.parse("2025-12-01T11:00:00Z") / 1_000;
    const readings = [{ epochS: noon, value: 10 }, { epochS: noon + 3_600, value: 12.5 }];
    await storedSeries(built).append([{ seriesId, kind: "index", readings }]);
    const consumerId = await consumer({ seriesId, name: "Boulangerie Roy" });
    const file = await answerOf(ask("exportConsumer", { ...at, consumerId }));
    strictEqual(file.fileName, "consommateur-2026-02-10.zip");
    const files = unzipped(file.bytes);
    deepStrictEqual([...files.keys()], [
      "consommateur.json",
      "autoconsommation.csv",
      "releves.csv",
    ]);
    ok(files.get("autoconsommation.csv")?.includes(`;Boulangerie Roy;${PRM};40;2025-10-01;`));
    ok(files.get("releves.csv")?.includes("\r\n2025-12-01;ELEC;2,5;kWh"));
    ok((await ask("eraseConsumer", { ...at, consumerId })).ok);
    strictEqual((await onlyConsumer(ask)).name, "");
    const next = await ask("exportConsumer", { ...at, consumerId });
    ok(next.ok && ![...unzipped(next.answer.bytes).values()].join().includes("Boulangerie"));
    const nobody = { ...at, consumerId: "none" };
    for (const name of ["eraseConsumer", "exportConsumer"] as const) {
      strictEqual(await codeOfCall(ask(name, nobody)), "not-found");
    }
    const admin = await someone(built, { email: "admin@bailleur.fr", isAdmin: true });
    const audit = await answerOf(admin("getAudit", { orgId: ORG }));
    const lines = audit.entries.map(({ action, subject }) => `${action} ${subject}`);
    ok(lines.includes("eraseConsumer Soleil des Lilas"), lines.join("\n"));
    ok(!/Boulangerie|1400000/.test(lines.join("\n")));
  }));

Deno.test("a delivery point has fourteen digits", () => {
  const errorOf = (prm: string) => PRODUCER_FORM.errors({ name: "T", prm }).prm;
  deepStrictEqual(errorOf(""), { code: "required" });
  deepStrictEqual(errorOf("1400000000000"), { code: "prm" });
  deepStrictEqual(errorOf("1400000000000A"), { code: "prm" });
  strictEqual(errorOf(` ${PRM} `), undefined);
  deepStrictEqual(CONSUMER_FORM.errors({ sharePercent: "101" }), {
    name: { code: "required" },
    prm: { code: "required" },
    sharePercent: { code: "max", max: 100 },
  });
});

Deno.test("consumer changes to one of three states, from a day", () => {
  const typed = { status: "active", date: "2026-01-05" };
  deepStrictEqual(STATUS_FORM.read(typed), typed);
  deepStrictEqual(STATUS_FORM.errors({ ...typed, status: "gone" }), {
    status: { code: "required" },
  });
});
