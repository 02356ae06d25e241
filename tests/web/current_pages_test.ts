import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { Platform } from "@/lib/app/platform.ts";
import { links, SAVED_PARAMETER } from "@/lib/ui/links.ts";
import { withQuery } from "@/lib/ui/query.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { PASSWORD, signedIn } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  aMember,
  anOutdoorSource,
  aSeries,
  PROJECT,
  someone,
} from "@/tests/helpers/a_residence.ts";
import {
  handlerOn,
  SITE,
  type Site,
  type Visitor,
  withSite,
  withVisitor,
  withWriter,
} from "@/tests/helpers/a_site.ts";
import { sourcesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const ADA = "ada@bailleur.fr";
const BOB = "bob@bailleur.fr";
/** Seconds of the 1st of a month of 2025, in UTC: the first hours of that month in Paris. */
const firstOf = (month: number) => Date.UTC(2025, month - 1, 1) / 1_000;

/**
 * A boiler room with a gas meter, its balance that Ada reads, and Bob who administers the
 * organisation.
 */
interface Balance {
  site: Site;
  /** Calls as Bob. */
  ask: CallFunction;
  boilerRoomId: string;
  gas: string;
  outdoor: string;
  path: string;
  token: string;
  ada: Reader;
}

/** Reads the balance; by default in the first process. */
interface Reader {
  cookie: string;
  read(handler?: Site["handler"]): Promise<Read>;
}

interface Read {
  status: number;
  html: string;
}

function withBalance(test: (balance: Balance) => Promise<void>): Promise<void> {
  return withSite(async (site) => {
    await aMember(site, { email: ADA, roles: ["collect:boilerroom:read"] });
    const ask = await someone(site, { email: BOB, isAdmin: true, roles: ["collect"] });
    const boilerRoomId = await aBoilerRoom(ask);
    const gas = await aSeries(ask, "GAZV", boilerRoomId);
    const outdoor = await anOutdoorSource(ask);
    await describe(ask, { boilerRoomId, gas, outdoor });
    const created = await answerOf(
      ask("createIngestToken", { projectId: PROJECT, body: { name: "Essai" } }),
    );
    // Its island receives the data of the balance.
    const path = `${links.energyBalance(PROJECT, boilerRoomId, "monthly/2025")}?simulation=on`;
    const { token } = created;
    const ada = await aReader(site, path, ADA);
    await test({ site, ask, boilerRoomId, gas, outdoor, path, token, ada });
  });
}

async function describe(
  ask: CallFunction,
  { boilerRoomId, gas, outdoor }: Pick<Balance, "boilerRoomId" | "gas" | "outdoor">,
): Promise<void> {
  const at = { projectId: PROJECT, boilerRoomId };
  const sources = await ask("putEfficiencySources", {
    ...at,
    body: sourcesDraft({ sourceType: gas }),
  });
  const attached = await ask("attachSource", {
    projectId: PROJECT,
    series: gas,
    body: { source: "gaz,serial=77 value", houseId: null },
  });
  const body = settingsOf(outdoor, 3250);
  const settings = await ask("putEfficiencySettings", { ...at, fromDate: "2024-01-01", body });
  ok(sources.ok && attached.ok && settings.ok);
}

function settingsOf(djuSource: string, area: number): Input<"putEfficiencySettings">["body"] {
  return { area, peopleNb: 120, djuSource, q: 100, target: 37.5, threshold: 5, djuContract: null };
}

async function aReader(site: Site, path: string, email: string): Promise<Reader> {
  const login = await site.handler(
    new Request(`${SITE}/login`, {
      method: "POST",
      body: new URLSearchParams({ email, password: PASSWORD }),
      headers: { origin: SITE },
    }),
  );
  const cookie = login.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
  return {
    cookie,
    async read(handler = site.handler) {
      const answer = await handler(new Request(SITE + path, { headers: { cookie } }));
      return { status: answer.status, html: await answer.text() };
    },
  };
}

function send({ site, token }: Balance, lines: string): Promise<Response> {
  return site.handler(
    new Request(`${SITE}/api/v2/write?precision=s`, {
      method: "POST",
      body: lines,
      headers: { authorization: `Token ${token}` },
    }),
  );
}

/** Writes of another user, with the page's text after each. */
const WRITES: readonly [what: string, write: (balance: Balance) => Promise<void>, shown: RegExp][] =
  [
    ["settings", async ({ ask, boilerRoomId, outdoor }) => {
      const at = { projectId: PROJECT, boilerRoomId, fromDate: "2024-01-01" };
      await answerOf(ask("putEfficiencySettings", { ...at, body: settingsOf(outdoor, 4_321) }));
    }, /area=4321/],
    ["gas factors", async ({ ask, boilerRoomId }) => {
      const at = { projectId: PROJECT, boilerRoomId, fromDate: "2025-01-01" };
      await answerOf(ask("putGasFactors", { ...at, body: { pta: 1, pcs: 11.7 } }));
    }, /[:,]11\.7[,}]/],
    ["a heating season", async ({ ask, boilerRoomId }) => {
      const at = { projectId: PROJECT, boilerRoomId };
      const body = [{ yearStart: 2024, dateStart: "2024-10-07", dateStop: "2025-05-11" }];
      await answerOf(ask("putHeatingSeasons", { ...at, body }));
    }, /2024-10-07/],
    ["an imported day", async ({ ask, outdoor }) => {
      const body = "NUM_POSTE;NOM_USUEL;AAAAMMJJ;TN;TX\n1;NANCY;20250110;-7.5;2.5\n";
      await answerOf(
        ask("importOutdoorDays", { projectId: PROJECT, outdoorSourceId: outdoor, body }),
      );
      // 18 − (−7.5 + 2.5) / 2 = 20.5
    }, /20\.5/],
    // Typed values replace those of the days.
    ["typed DJU", async ({ ask, outdoor }) => {
      const body = { months: [{ month: "2025-01", dju: 387.2 }] };
      await answerOf(ask("putMonthlyDju", { projectId: PROJECT, outdoorSourceId: outdoor, body }));
    }, /387\.2/],
    ["readings received", async (balance) => {
      const lines = [[1, 1_000], [2, 1_777]].map(([month = 1, index]) =>
        `gaz,serial=77 value=${index} ${firstOf(month) - 3_600}`
      );
      strictEqual((await send(balance, lines.join("\n"))).status, 204);
      // 1,777 − 1,000 m³ in January, from midnight to midnight in Paris.
    }, />777</],
    ["another name of the boiler room", async ({ ask, boilerRoomId }) => {
      const body = { name: "Chaufferie Nord", code: "", instrumented: true };
      await answerOf(
        ask("putEquipmentSettings", { projectId: PROJECT, equipmentId: boilerRoomId, body }),
      );
    }, /Chaufferie Nord/],
    ["another name of the residence", async ({ ask }) => {
      const location = { street: "1 rue", zipCode: "54000", city: "Nancy" };
      const place = { ...location, latitude: null, longitude: null };
      const body = { name: "Les Érables", code: "", location: place, tags: [] };
      await answerOf(ask("putProjectSettings", { projectId: PROJECT, body }));
    }, /Les Érables/],
    ["roles given", async ({ ask }) => {
      const body = { roles: ["collect:boilerroom:write" as const] };
      await answerOf(ask("putProjectUserRoles", { projectId: PROJECT, email: ADA, body }));
    }, />Configuration</],
  ];

Deno.test("a page shows what another user wrote", () =>
  withBalance(async (all) => {
    for (const [what, write, shown] of WRITES) {
      doesNotMatch((await all.ada.read()).html, shown, what);
      await write(all);
      match((await all.ada.read()).html, shown, what);
    }
  }));

Deno.test("a page is not shown after signing out", () =>
  withBalance(async ({ site, ada }) => {
    await ada.read();
    const headers = { cookie: ada.cookie, origin: SITE };
    const left = await site.handler(new Request(`${SITE}/logout`, { method: "POST", headers }));
    strictEqual(left.status, 303);
    strictEqual((await ada.read()).status, 303);
  }));

// @spec calls.other-processes
Deno.test("another process shows a write half a second later, and refuses an ended session", () =>
  withBalance(async (all) => {
    const { site: { platform, clock }, ada } = all;
    const elsewhere = await handlerOn(new Platform(platform.options));
    await ada.read(elsewhere);
    const [, write, shown] = WRITES.find(([what]) => what === "readings received") ?? WRITES[0] ??
      [];
    ok(write && shown);
    await write(all);
    clock.advance(499);
    doesNotMatch((await ada.read(elsewhere)).html, shown);
    clock.advance(1);
    match((await ada.read(elsewhere)).html, shown);
    await platform.sessions.end(ada.cookie.slice("session=".length));
    clock.advance(500);
    strictEqual((await ada.read(elsewhere)).status, 303);
  }));

const HOUSES = `/collect/${PROJECT}/houses`;

/** A residence with an anonymous group. */
function withViews(
  test: (visitor: Visitor, series: string) => Promise<void>,
  houseHourly: 0 | 1 = 1,
): Promise<void> {
  return withWriter({ roles: ["collect"] }, async ({ ask: writer, visitor }) => {
    const series = await aHousingSeries(writer, "EFSV");
    const added = await answerOf(writer("createAnonymousGroup", {
      projectId: PROJECT,
      body: { name: "Groupe A" },
    }));
    await aHouse(writer, { name: "A1", collectMode: 1, anonymousGroupId: added.id });
    await test(visitor, series);
  }, { residence: { features: { houseMode: 3, houseHourly, houseMetadata: true } } });
}

/** Pages, and those that they link to. */
const LINKS = [
  [
    "all/{s}/daily/2025/03?date=2025-03-15",
    "all/{s}/hourly/2025/03/15",
    "groups/{s}/daily/2025/03/15",
    // A month and a year before.
    "all/{s}/daily/2025/02?date=2025-02-15",
    "all/{s}/daily/2024/03?date=2024-03-15",
  ],
  [
    "each/{s}/daily/2025/03?date=2025-03-15",
    "all/{s}/daily/2025/03?date=2025-03-15",
    "groups/{s}/daily/2025/03/15",
  ],
  [
    "groups/{s}/daily/2025/03/15",
    "all/{s}/hourly/2025/03/15",
    "each/{s}/daily/2025/03?date=2025-03-15",
  ],
  // The current year, month and day; groups, of the last finished day.
  [
    "all/{s}/monthly/2026",
    "all/{s}/daily/2026/02",
    "all/{s}/hourly/2026/02/10",
    "each/{s}/daily/2026/02",
    "groups/{s}/daily/2026/02/09",
  ],
] as const;

// @spec periods.views, periods.current-date
Deno.test("the pages of the dwellings keep their period", () =>
  withViews(async (visitor, series) => {
    const path = (one: string) => `${HOUSES}/${one.replace("{s}", series)}`;
    for (const [from, ...to] of LINKS) {
      const page = await visitor.get(path(from));
      strictEqual(page.status, 200, from);
      for (const one of to) ok(page.html.includes(`href="${path(one)}"`), `${from}: ${one}`);
    }
    for (const one of new Set(LINKS.flatMap(([, ...to]) => to))) {
      strictEqual((await visitor.get(path(one))).status, 200, one);
    }
  }));

// @spec periods.current-date
Deno.test("« Jours » and « Heures » of a facility keep the date one looks at, from day to year and back", () =>
  withWriter({ roles: ["collect"] }, async ({ ask: writer, visitor }) => {
    const series = `/collect/${PROJECT}/facilities/${await aSeries(writer, "GAZV")}`;
    const linked = async (from: string, label: string) => {
      const { html } = await visitor.get(`${series}/${from}`);
      const [, href = ""] = new RegExp(`<a href="([^"]*)"[^>]*>${label}</a>`).exec(html) ?? [];
      return href.slice(series.length + 1);
    };
    const month = await linked("hourly/2025/03/15", "Jours");
    strictEqual(month, "daily/2025/03?date=2025-03-15");
    const year = await linked(month, "Mois");
    strictEqual(year, "monthly/2025?date=2025-03-15");
    strictEqual(await linked(year, "Semaines"), "weekly/2025?date=2025-03-15");
    strictEqual(await linked(year, "Jours"), month);
    strictEqual(await linked(month, "Heures"), "hourly/2025/03/15");
  }));

const WRONG = [
  ["all/{s}/hourly/2026/02/30", "Le 30 février 2026 n’existe pas.", "all/{s}/hourly/2026/02/28"],
  ["all/{s}/daily/2026/13", "Le mois 13 de 2026 n’existe pas.", "all/{s}/daily/2026/12"],
  [
    "all/{s}/fivemin/2026/02/03",
    "Cette page ne se lit pas toutes les cinq minutes.",
    "all/{s}/hourly/2026/02/03",
  ],
  [
    "all/{s}/monthly/2200",
    "L’année 2200 ne se lit pas\u00A0: les périodes vont de 1970 à 2100.",
    "all/{s}/monthly/2100",
  ],
  ["each/{s}/weekly/2026", "Cette page ne se lit pas par semaine.", "each/{s}/daily/2026/01"],
  [
    "groups/{s}/daily/2026/02/30",
    "Le 30 février 2026 n’existe pas.",
    "groups/{s}/daily/2026/02/28",
  ],
] as const;

Deno.test("period that a page does not have is refused, with a link to the nearest one", () =>
  withViews(async (visitor, series) => {
    const path = (one: string) => `${HOUSES}/${one.replace("{s}", series)}`;
    for (const [wrong, sentence, nearest] of WRONG) {
      const page = await visitor.get(path(wrong));
      strictEqual(page.status, 400, wrong);
      match(page.text, /Cette période n’existe pas/);
      ok(page.text.includes(sentence), `${wrong}: ${page.text}`);
      ok(page.html.includes(`href="${path(nearest)}"`), nearest);
      strictEqual((await visitor.get(path(nearest))).status, 200, nearest);
    }
  }));

const LISTS = [links.outdoorSources(PROJECT), links.sensors(PROJECT), links.equipments(PROJECT)];

// @spec calls.freshness
Deno.test("a form that one process saved leads to a page of another one that shows it at once", () =>
  withVisitor({ isAdmin: true, roles: ["collect"] }, async ({ site, ask }) => {
    const other = new Platform(site.platform.options);
    const handler = await handlerOn(other);
    const { id } = await site.platform.sessionFor((await signedIn(site)).token);
    const get = async (path: string) => {
      const headers = { cookie: `session=${id}; said=1` };
      const answer = await handler(new Request(SITE + path, { headers }));
      return { status: answer.status, html: await answer.text() };
    };
    // The other process has seen the residence before.
    for (const path of LISTS) strictEqual((await get(path)).status, 200, path);
    const source = await anOutdoorSource(ask, { name: "Orly" });
    const room = await aBoilerRoom(ask, "Nord");
    const series = await aSeries(ask, "TEMP");
    const pages = [
      links.outdoorSource(PROJECT, source),
      links.equipment(PROJECT, room),
      links.seriesSettings(PROJECT, series),
    ];
    const found = await Promise.all(pages.map(async (path) => (await get(path)).status));
    deepStrictEqual(found, [200, 200, 200]);
    await anOutdoorSource(ask, { name: "Roissy" });
    const saved = withQuery(links.outdoorSources(PROJECT), `${SAVED_PARAMETER}=outdoor-source`);
    match((await get(saved)).html, /Roissy/);
    await other.close();
  }));
