import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { type ListedResidence, residenceList } from "@/components/portfolio/residence_list.tsx";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { othersText } from "@/lib/base/text_format.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { NO_FIGURES, worstFirst } from "@/lib/portfolio/figures.ts";
import { residenceLines } from "@/lib/portfolio/residence_list.ts";
import { ageText, gapText, silenceText, unreadText } from "@/lib/portfolio/text_to_do.ts";
import { tourSteps } from "@/lib/portfolio/tour.ts";
import type { ProjectSummary } from "@/lib/residences/schema.ts";
import type { Rhythm } from "@/lib/timeseries/rhythm.ts";
import { links } from "@/lib/ui/links.ts";
import { anAccount } from "@/tests/helpers/a_platform.ts";
import { anEquipment, aSeries, at, ORG, withMember } from "@/tests/helpers/a_residence.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { keptUnder } from "@/tests/helpers/drawn.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";

Deno.test("residenceLines() has the residence's label for each group, and no others", () => {
  const project = {
    id: "p1",
    orgId: "o1",
    name: "Les Tilleuls",
    code: "",
    location: { street: "", zipCode: "", city: "Nancy", latitude: 48.7, longitude: 6.2 },
    tags: ["v2"],
    allRoles: [],
  };
  const group = (id: string, value: string) => ({
    id,
    name: id,
    sortOrder: 0,
    version: "1",
    values: [{ id: value, label: `Label ${value}`, sortOrder: 0 }],
  });
  // Only the fields of a project that the list reads.
  const summary = project as unknown as ProjectSummary;
  const lines = residenceLines([summary, { ...summary, id: "p3" }], [
    group("g1", "v1"),
    group("g2", "v2"),
  ], new Map([["p1", 3], ["p2", 1]]));
  const line = { tags: { g2: "Label v2" }, city: "Nancy", latitude: 48.7 };
  deepStrictEqual(
    lines.map(({ tags, city, latitude, alarmCount }) => ({ tags, city, latitude, alarmCount })),
    [{ ...line, alarmCount: 3 }, { ...line, alarmCount: 0 }],
  );
});

function aResidence(over: Partial<ListedResidence> = {}): ListedResidence {
  return {
    id: "p1",
    name: "Les Tilleuls",
    code: "0301",
    street: "3 rue des Lilas",
    zipCode: "54000",
    city: "Nancy",
    latitude: null,
    longitude: null,
    alarmCount: 0,
    tags: {},
    ...NO_FIGURES,
    ...over,
  };
}

const DRIFT = {
  verdict: "drift" as const,
  since: "2026-01-20",
  alarmOn: "2026-02-01",
  percent: 12,
  lostKwh: 4_000,
  unjudgedKwh: 0,
  hint: null,
};

const LINES = [
  aResidence({ id: "a", name: "Été", code: "", city: "Metz", tags: { g: "Nord" } }),
  aResidence({ id: "b", name: "Bât. 10", code: "2", alarmCount: 2, tags: { g: "Sud" } }),
  aResidence({ id: "c", name: "Bât. 2", code: "10" }),
];

const LIST = residenceList(
  [{ id: "g", name: "Agence", sortOrder: 0, version: "1", values: [] }],
  { energy: true, documents: true },
);

function ids(query: string): string[] {
  return keptUnder(LIST, worstFirst(LINES), query).map(({ id }) => id);
}

// @spec projects.figures
Deno.test("residenceList() has the worst first by default: drift, gap above the threshold, alarms", () => {
  deepStrictEqual(ids(""), ["b", "c", "a"]);
  const drift = { ...DRIFT, percent: 6 };
  const lines = [
    ...LINES,
    aResidence({ id: "gap", gapPercent: 12, gapStatus: "very-bad" }),
    aResidence({ id: "inside", gapPercent: 30, gapStatus: "bad" }),
    aResidence({ id: "drift", drift }),
  ];
  const order = worstFirst(lines).map(({ id }) => id);
  deepStrictEqual(order, ["drift", "gap", "b", "c", "a", "inside"]);
});

Deno.test("residenceList() is sorted by a column that it has, and keeps rows that match every filter that it has and every word", () => {
  deepStrictEqual(ids("sort=name:asc"), ["c", "b", "a"]);
  deepStrictEqual(ids("sort=alarms:desc"), ["b", "c", "a"]);
  deepStrictEqual(ids("sort=toString:asc"), ids(""));
  deepStrictEqual(ids("filter:city=Nancy&filter:tag-g=Sud"), ["b"]);
  deepStrictEqual(ids("filter:nothing=x").length, 3);
  deepStrictEqual(ids("filter:search=ETE metz"), ["a"]);
  deepStrictEqual(ids("filter:search=lilas 54000").length, 3);
  deepStrictEqual(ids("filter:search=lilas lyon"), []);
});

function silence(
  expectedCount: number,
  silentCount: number,
  lastAt: string | null,
  silentRhythms: readonly Rhythm[] = ["several-a-day"],
): string {
  const silence = { expectedCount, silentCount, silentRhythms, lastAt };
  return silenceText({ projectId: "p", projectName: "P", ...silence });
}

Deno.test("silenceText() says when nothing can be read", () => {
  const nothing = { expectedCount: 0, silentCount: 0, silentRhythms: [], lastAt: null };
  const unread = { projectId: "p", projectName: "P", ...nothing, isUnread: true as const };
  strictEqual(silenceText(unread), "relevés illisibles pour l’instant");
});

Deno.test("unreadText() names what could not be read", () => {
  const text = "Illisibles pour l’instant\u00A0: chiffres des résidences, documents";
  strictEqual(unreadText(["figures", "documents"]), text);
});

Deno.test("silenceText() names what is silent, from one series to a whole residence", () => {
  const at = "2026-01-05T11:00:00Z";
  strictEqual(silence(25, 1, at), "1\u00A0série muette depuis plus d’un jour, sur 25");
  strictEqual(silence(25, 4, at), "4\u00A0séries muettes depuis plus d’un jour, sur 25");
  // 11:00 UTC is noon in Paris.
  strictEqual(silence(3, 3, at), "aucun relevé depuis le 05/01/2026 à 12:00");
  const place = { projectId: "p", projectName: "P", timeZone: "Indian/Reunion" };
  const there = { ...place, expectedCount: 3, silentCount: 3, silentRhythms: [], lastAt: at };
  strictEqual(silenceText(there), "aucun relevé depuis le 05/01/2026 à 15:00");
  strictEqual(silence(3, 0, null), "aucun relevé reçu");
  strictEqual(silence(0, 0, null), "aucun capteur");
});

Deno.test("silenceText() gives the duration after which a series is silent, which depends on its rhythm", () => {
  const at = "2026-01-05T11:00:00Z";
  const wood = "1\u00A0série muette depuis plus de 46\u00A0jours, sur 25";
  strictEqual(silence(25, 1, at, ["month"]), wood);
  strictEqual(
    silence(25, 3, at, ["several-a-day", "week"]),
    "3\u00A0séries muettes depuis plus d’un jour ou de 10\u00A0jours et demi selon leur rythme, sur 25",
  );
});

// @spec balance.recent-gap
Deno.test("gapText() gives the gap, its days and the threshold it exceeds", () => {
  const gap = { dayCount: 27, percent: 17.84, threshold: 5, status: "very-bad" } as const;
  strictEqual(gapText(gap), "+17,8\u00A0% sur 27 des 30\u00A0derniers jours, seuil 5\u00A0%");
  strictEqual(
    gapText({ ...gap, percent: 6, threshold: null }),
    "+6\u00A0% sur 27 des 30\u00A0derniers jours",
  );
});

Deno.test("an age is in days, then in months", () => {
  strictEqual(ageText(null), "");
  strictEqual(ageText(0), "depuis aujourd’hui");
  strictEqual(ageText(1), "depuis hier");
  strictEqual(ageText(59), "depuis 59\u00A0jours");
  strictEqual(ageText(61), "depuis 2\u00A0mois");
  strictEqual(othersText(1), "Voir l’autre");
  strictEqual(othersText(4), "Voir les 4 autres");
});

/** The ranks of the steps that show the leak, and the power cut. */
const [LEAK_STEP, POWER_CUT_STEP] = [3, 4];

// @spec demo.tour
Deno.test("the guided tour leads to the hours of yesterday, and to the alarms of the year in which the power cut was noticed, 20 days earlier", () => {
  const pathOn = (today: string, rank: number) => tourSteps(today)[rank]?.path ?? "";
  match(pathOn("2026-02-10", LEAK_STEP), /\/hourly\/2026\/02\/09$/);
  match(pathOn("2026-01-20", POWER_CUT_STEP), /\/2025$/);
  match(pathOn("2026-01-21", POWER_CUT_STEP), /\/2026$/);
});

/** The account of a step, by its rank. */
const READERS: Readonly<Record<number, keyof typeof DEMO_ACCOUNTS>> = { 6: "pilot", 7: "occupant" };

/** By the rank of a step, the facts of its sentence and their text on its page, on 10 February 2026. */
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
  // 18 L run each hour of the night, when nothing was drawn a year before.
  [LEAK_STEP]: ["Eau froide \\(L\\)", ...["02", "03", "04"].map((hour) => `${hour}:00 18,0 0,0 `)]
    .map((shown) => [/eau froide à toutes les heures/, new RegExp(shown)] as const),
  // The 31 hours of silence: 24 before the alarm, 7 while it is open.
  [POWER_CUT_STEP]: [
    [/31\u00A0heures.*après 24\u00A0heures/, /aucun capteur reçu depuis plus de 24\sh.* 7\sh\s0\d/],
    [/coupure de courant/, /plus de 24\sh .*21\/01\/2026 à/],
  ],
  5: [
    [/Cité Jean-Moulin/, /Carnet sanitaire ECS Cité Jean-Moulin/],
    [/Cèdres/, /Carnet sanitaire ECS Les Cèdres/],
    [/Parc des Peupliers/, /(Certificat de ramonage Le Parc des Peupliers.*){2}/],
  ],
  7: [[
    /22\u00A0°C.*ne sont plus permis/,
    /vous avez choisi 22\u202F°C, ce qui n’est plus permis\u00A0: 21\u202F°C/,
  ]],
};

// @spec demo.tour, series.small-amounts, pilot.occupant-range
Deno.test("the guided tour redirects nobody to the sign-in page, and each account to the pages of its steps, which show the facts of their sentences", () =>
  withSite(async ({ visitor, clock }) => {
    const stranger = visitor();
    ok((await stranger.get("/login")).html.includes(`href="${links.tour()}"`));
    const tour = await stranger.get(links.tour());
    strictEqual(tour.status, 200);
    ok(!tour.html.includes('type="module"'));
    const steps = tourSteps(civilDateOf(clock.now(), DEFAULT_TIME_ZONE));
    strictEqual(steps.length, 8);
    for (const [rank, { path, name, look }] of steps.entries()) {
      ok(tour.text.includes(name), name);
      const { email, password } = DEMO_ACCOUNTS[READERS[rank] ?? "landlord"];
      const reader = visitor();
      await reader.signIn(email, password);
      const { status, text } = await reader.get(path);
      strictEqual(status, 200, path);
      for (const [promise, shown] of PROMISES[rank] ?? []) {
        match(look, promise);
        match(text, shown);
      }
    }
  }, { demo: true }));

Deno.test("the guided tour exists only in the demo", () =>
  withSite(async ({ visitor }) => {
    const reader = visitor();
    strictEqual((await reader.get(links.tour())).status, 404);
    match((await reader.get("/login")).text, /Connexion/);
  }));

const EVE = "eve@bailleur.fr";

async function rolesOfEve(ask: CallFunction) {
  return await answerOf(ask("getProjectUserRoles", { ...at, email: EVE }));
}

// @spec roles.offered
Deno.test("listProjectAvailableRoles() offers the roles of what is one among others", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask }) => {
    const offered = async () => {
      const read = await answerOf(ask("listProjectAvailableRoles", at));
      const wanted = [
        "collect:building:read",
        "collect:boilerroom:read",
        "collect:config:manualindex:write",
      ];
      return wanted.map((role) => read.some((one) => one.role === role));
    };
    deepStrictEqual(await offered(), [false, false, false]);
    await anEquipment(ask, "building");
    deepStrictEqual(await offered(), [true, false, false]);
    await anEquipment(ask, "boilerroom");
    deepStrictEqual(await offered(), [true, true, false]);
    await aSeries(ask, "TEMP");
    const body = seriesDraft({ dataUnitId: "EFSV", manualIndex: true });
    ok((await ask("createDataseries", { ...at, body })).ok);
    deepStrictEqual(await offered(), [true, true, true]);
  }));

// @spec roles.of-person, organisations.removed
Deno.test("roles of a member without any are saved from the version read, and not once they have left", () =>
  withMember({ isAdmin: true }, async ({ built, ask }) => {
    await anAccount(built, { email: EVE });
    strictEqual((await rolesOfEve(ask)).isStranger, true);
    ok((await ask("addOrgAdmin", { orgId: ORG, body: { email: EVE } })).ok);
    const { version, isStranger } = await rolesOfEve(ask);
    strictEqual(isStranger, undefined);
    const put = async (from: string | undefined) => {
      const body = { roles: ["collect" as const], version: from };
      return codeOf(await ask("putProjectUserRoles", { ...at, email: EVE, body }));
    };
    ok((await ask("removeOrgUser", { orgId: ORG, email: EVE })).ok);
    strictEqual(await put(version), "conflict");
    strictEqual(await put((await rolesOfEve(ask)).version), "ok");
    strictEqual(await put(version), "conflict");
    strictEqual(await put((await rolesOfEve(ask)).version), "ok");
    ok((await ask("removeOrgUser", { orgId: ORG, email: EVE })).ok);
    ok((await ask("addOrgAdmin", { orgId: ORG, body: { email: EVE } })).ok);
    strictEqual(await put((await rolesOfEve(ask)).version), "ok");
  }));
