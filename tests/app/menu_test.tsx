import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { options } from "preact";
import { renderToString } from "preact-render-to-string";
import { type MenuPlace, opensList, placeMenu, residenceTabs, shownLines } from "@/lib/app/menu.ts";
import { breadcrumb } from "@/lib/app/menu_text.ts";
import { keepOwnCurrent } from "@/lib/app/site.ts";
import type { PilotFacts } from "@/lib/heating_control/features.ts";
import { expandRoles } from "@/lib/identity/effective_roles.ts";
import { type Role, ROLE_NAMES } from "@/lib/identity/roles.ts";
import { links } from "@/lib/ui/links.ts";
function aPlace(roles: readonly Role[], over: Partial<MenuPlace> = {}): MenuPlace {
  return {
    organisation: { isAdmin: false },
    documentRoles: [],
    project: { id: "p1", name: "Les Tilleuls", features: { houseMode: 1, houseTypes: true } },
    roles: expandRoles(roles),
    alarmCount: 0,
    boilerRoom: null,
    isPlatformAdmin: false,
    ...over,
  };
}

/** The lines of the menu that lead to a page, without those that only the search finds. */
function names(place: MenuPlace, path = "/home"): string[] {
  return placeMenu(place, path).filter(({ isAction }) => !isAction)
    .map(({ name, isCurrent }) => isCurrent ? `[${name}]` : name);
}

/** Pages open to every member of an organisation. */
const OWN = ["[residences]", "orgAlarms", "ownAlarmReports", "queuedReports"];

/** Pages of a residence open to whoever has a role on it. */
const OF_ALL = ["residence", "residenceSheet"];

const ADMINISTRATION = [
  "users",
  "teams",
  "tags",
  "equipmentKinds",
  "organisationOptions",
  "orgAlarmReports",
  "administrators",
  "gasPces",
  "stockImports",
  "audit",
];

const ALARMS = ["alarms"];
const OF_BUILDING = ["alarms", "outdoorSources", "equipments", "seriesList"];
const OF_BOILER_ROOM = [
  ...OF_BUILDING,
  "boilerRoomReports",
  "seasonStatements",
  "letters",
  "energy",
  "gasPces",
];
const OF_HOUSES = ["alarms", "houses"];

/** Pages of a role that reads all of it, and of one that writes all of it. */
const READ = [...OF_BOILER_ROOM, "houses"];
const EVERYTHING = [
  ...READ,
  "alarmReports",
  "energyPrices",
  "houseSettings",
  "autoconsumption",
  "sensors",
];

/** Pages that each role opens on a residence, besides the residences and the residence itself; the others open none. */
const OPENED: Readonly<Partial<Record<Role, readonly string[]>>> = {
  "pilot": EVERYTHING,
  "pilot:write": EVERYTHING,
  "pilot:read": READ,
  "collect": EVERYTHING,
  "collect:read": READ,
  "collect:minimal": ALARMS,
  "collect:building:write": [...OF_BUILDING, "sensors"],
  "collect:building:read": OF_BUILDING,
  "collect:boilerroom:write": [...OF_BOILER_ROOM, "energyPrices", "sensors"],
  "collect:boilerroom:read": OF_BOILER_ROOM,
  "collect:agg:daily": OF_HOUSES,
  "collect:anondetail:daily": OF_HOUSES,
  "collect:detail:daily": OF_HOUSES,
  "collect:agg:hourly": OF_HOUSES,
  "collect:detail:hourly": OF_HOUSES,
  "collect:houseadmin": [...OF_HOUSES, "houseSettings", "seriesList", "sensors"],
  "collect:acc:write": ["autoconsumption"],
  "collect:alarm:write": ALARMS,
  "collect:alarm:comment:write": ALARMS,
  "collect:alarm:report:write": ["alarms", "alarmReports"],
  "collect:housesconsreport:read": OF_HOUSES,
  "collect:housesconsreport:write": OF_HOUSES,
  "collect:display:write": ALARMS,
  "collect:display:read": ALARMS,
};

Deno.test("placeMenu() shows a user with a role its pages, and none of the administration", () => {
  for (const role of ROLE_NAMES) {
    const expected = [...OWN, ...OF_ALL, ...OPENED[role] ?? []];
    deepStrictEqual(names(aPlace([role])).toSorted(), expected.toSorted(), role);
  }
});

Deno.test("placeMenu() shows an administrator without a role the pages of administrators", () => {
  const place = aPlace([], { organisation: { isAdmin: true } });
  deepStrictEqual(names(place), [
    ...OWN,
    ...OF_ALL,
    "outdoorSources",
    "alarmReports",
    "houses",
    "houseSettings",
    "equipments",
    "seriesList",
    "sensors",
    "features",
    "roles",
    ...ADMINISTRATION,
  ]);
  const outside = OWN.toSpliced(-1, 0, "boilerRoomReports", "seasonStatements", "letters");
  deepStrictEqual(names({ ...place, project: null }), [...outside, ...ADMINISTRATION]);
});

Deno.test("placeMenu() shows the platform to its administrator, without its data", () => {
  const place = aPlace([], { isPlatformAdmin: true, organisation: null, project: null });
  deepStrictEqual(names(place), [
    "[residences]",
    "platformOrganisations",
    "platformAccounts",
    "platformJobs",
    "platformStorage",
    "platformMails",
    "platformAudit",
  ]);
  deepStrictEqual(names(place, "/platform").slice(0, 2), ["residences", "[platformOrganisations]"]);
  const jobs = names(place, "/platform/jobs");
  deepStrictEqual(jobs.filter((name) => name.startsWith("[")), ["[platformJobs]"]);
});

Deno.test("placeMenu() shows dwellings where there are some, kinds and groups where they are possible", () => {
  const shownIn = (features: { houseMode: 0 | 1 | 2; houseTypes: boolean }) =>
    names(aPlace(["collect"], { project: { id: "p1", name: "Les Tilleuls", features } }))
      .filter((name) => name.startsWith("house"));
  deepStrictEqual(shownIn({ houseMode: 0, houseTypes: true }), []);
  deepStrictEqual(shownIn({ houseMode: 1, houseTypes: false }), ["houses"]);
  deepStrictEqual(shownIn({ houseMode: 2, houseTypes: false }), ["houses", "houseSettings"]);
});

Deno.test("placeMenu() shows self-consumption to readers where an operation is declared", () => {
  const place = aPlace(["collect:boilerroom:read"]);
  const declared = {
    ...place,
    project: place.project && { ...place.project, hasAutoconsumption: true },
  };
  strictEqual(names(place).includes("autoconsumption"), false);
  strictEqual(names(declared).includes("autoconsumption"), true);
  strictEqual(
    names({ ...declared, roles: new Set(["collect:display:read" as const]) }).includes(
      "autoconsumption",
    ),
    false,
  );
});

Deno.test("placeMenu() marks the line of the page, whose address is the longest prefix", () => {
  const place = aPlace(["collect"]);
  const room = { ...place, boilerRoom: { id: "b1", name: "Chaufferie" } };
  const currentOf = (path: string) =>
    placeMenu(path.includes("boilerrooms") ? room : place, path).find((one) => one.isCurrent)?.name;
  deepStrictEqual(
    [
      "/collect/p1",
      "/collect/p1/boilerrooms/b1",
      "/collect/p1/boilerrooms/b1/energy-balance/monthly/2024",
      "/collect/p1/outdoor-sources/s1",
      "/collect/p10",
      "/elsewhere",
    ].map(currentOf),
    ["residence", "boilerRoom", "energyBalance", "outdoorSources", undefined, undefined],
  );
});

// @spec projects.menu
Deno.test("placeMenu() shows documents to users with a role on them, the other registers on their own pages", () => {
  const place = aPlace([], {
    project: null,
    boilerRoom: null,
    documentRoles: ["collect:documents:read"],
  });
  const shown = (path: string) =>
    shownLines(placeMenu(place, path)).map(({ name, isCurrent }) => isCurrent ? `[${name}]` : name);
  deepStrictEqual(shown("/home"), [
    "[residences]",
    "orgAlarms",
    "boilerRoomReports",
    "queuedReports",
    "documents",
  ]);
  deepStrictEqual(shown("/home/settlements/2025"), [
    "residences",
    "orgAlarms",
    "boilerRoomReports",
    "[seasonStatements]",
    "letters",
    "queuedReports",
    "documents",
  ]);
  deepStrictEqual(shown("/home/contracting/providers/p1"), [
    "residences",
    "orgAlarms",
    "boilerRoomReports",
    "queuedReports",
    "documents",
    "documentRequests",
    "contracts",
    "[providers]",
    "typedocs",
  ]);
  const { project } = aPlace([]);
  const namesOf = (documentRoles: readonly Role[]) =>
    names(aPlace(["collect:documents:read"], { project, boilerRoom: null, documentRoles }));
  ok(namesOf(["collect:documents:read"]).includes("residenceDocuments"));
  ok(!namesOf([]).includes("residenceDocuments"));
  for (const list of ["running", "late", "history/2026"]) {
    const path = `/collect/${project?.id}/documents/${list}`;
    const roles: Role[] = ["collect:documents:read"];
    const read = aPlace(roles, { project, boilerRoom: null, documentRoles: roles });
    ok(names(read, path).includes("[residenceDocuments]"), path);
  }
});

// @spec alarms.menu
Deno.test("placeMenu() counts open alarms of the page's place, and lists the mail reports on their pages", () => {
  const place = aPlace(["collect"], { alarmCount: 3 });
  const counts = (of: MenuPlace) =>
    placeMenu(of, "/home").flatMap(({ name, count }) => count === undefined ? [] : [[name, count]]);
  deepStrictEqual(counts(place), [["alarms", 3]]);
  deepStrictEqual(counts({ ...place, project: null, boilerRoom: null }), [["orgAlarms", 3]]);
  const shown = (path: string) =>
    shownLines(placeMenu(place, path).filter(({ section }) => section === "organisation"))
      .flatMap(({ name }) => /alarm/i.test(name) ? [name] : []);
  deepStrictEqual(shown("/home/admin/teams"), ["orgAlarms"]);
  deepStrictEqual(shown("/home/alarms/reports"), ["orgAlarms", "ownAlarmReports"]);
});

// @spec pilot.screens
Deno.test("placeMenu() has the pilot where there is one, and its settings for their roles", () => {
  const linesOf = (roles: readonly Role[], facts: PilotFacts, path = "/home") => {
    const { project } = aPlace([]);
    const place = { project: project && { ...project, ...facts }, boilerRoom: null };
    return names(aPlace(roles, place), path).filter((name) => name.includes("pilot"));
  };
  deepStrictEqual(linesOf(["pilot:read"], { hasPilot: true }, "/pilot/p1/modules/l1"), [
    "[pilot]",
    "pilotConfig",
    "pilotThresholds",
  ]);
  deepStrictEqual(linesOf(["collect"], { hasTempPilot: true }, "/pilot/p1"), ["[pilot]"]);
  deepStrictEqual(linesOf(["pilot"], {}), []);
  deepStrictEqual(linesOf(["collect"], { hasPilot: true }), []);
});

// @spec reports.month-list
Deno.test("placeMenu() has the consumption reports where there are some, for a reader", () => {
  const has = (roles: readonly Role[], housesConsreport: boolean, over = {}) => {
    const { project } = aPlace([]);
    const features = { houseMode: 1 as const, houseTypes: false, housesConsreport };
    const place = { project: project && { ...project, features }, boilerRoom: null, ...over };
    return names(aPlace(roles, place)).includes("consumptionReports");
  };
  strictEqual(has(["collect:housesconsreport:read"], true), true);
  strictEqual(has(["collect:housesconsreport:read"], false), false);
  strictEqual(has(["collect:boilerroom:read"], true), false);
});

// @spec projects.tabs
Deno.test("residenceTabs() groups the pages of a residence, those of the boiler room on its own", () => {
  const tabsOf = (place: MenuPlace, path: string) =>
    residenceTabs(placeMenu(place, path)).map(({ tab, lines, isCurrent }) =>
      [isCurrent ? `[${tab}]` : tab, ...lines.map(({ name }) => name)].join(" ")
    );
  const place = aPlace(["collect:boilerroom:write"]);
  deepStrictEqual(tabsOf(place, "/collect/p1/equipment/e1"), [
    "overview residence residenceSheet",
    "energy energy energyPrices outdoorSources gasPces",
    "alarms alarms",
    "[installation] equipments seriesList sensors",
  ]);
  const room = { ...place, boilerRoom: { id: "b1", name: "Chaufferie" } };
  deepStrictEqual(
    tabsOf(room, "/collect/p1/boilerrooms/b1/signature")[1],
    "[energy] energy boilerRoom energyBalance signature hotWater settlement machines boilerRoomSettings",
  );
});

// @spec projects.breadcrumb
Deno.test("breadcrumb() leads from the organisation to the page, without a word twice", () => {
  const organisation = { id: "o1", name: "Habitat", isAdmin: true };
  const wayTo = (path: string, title: string, over: Partial<MenuPlace> = {}, menuPath = path) => {
    const place = aPlace(["collect"], { organisation, ...over });
    const entries = placeMenu(place, menuPath);
    const { project } = place;
    return breadcrumb({
      organisation,
      organisations: [organisation],
      project,
      entries,
      path,
      menuPath,
      title,
    })
      .map(({ label, href }) => `${label} ${href}`);
  };
  const residence = ["Habitat /home", "Les Tilleuls /collect/p1"];
  deepStrictEqual(wayTo("/collect/p1", "Les Tilleuls | Vue d’ensemble"), [
    ...residence,
    "Vue d’ensemble /collect/p1",
  ]);
  deepStrictEqual(wayTo("/collect/p1/houses/h1", "A503 | Les Tilleuls"), [
    ...residence,
    "Logements /collect/p1/houses",
    "A503 /collect/p1/houses/h1",
  ]);
  const boilerRoom = { id: "b1", name: "Chaufferie nord" };
  const ofRoom = "/collect/p1/boilerrooms/b1";
  deepStrictEqual(
    wayTo(`${ofRoom}/signature`, "Chaufferie nord | Signature énergétique", { boilerRoom }),
    [
      ...residence,
      `Chaufferie nord ${ofRoom}`,
      `Signature énergétique ${ofRoom}/signature`,
    ],
  );
  const outside = { project: null };
  deepStrictEqual(wayTo("/home/todo", "Habitat | À faire", outside, "/home"), [
    "Habitat /home",
    "À faire /home/todo",
  ]);
  deepStrictEqual(wayTo("/home/admin/teams/t1", "Conformité | Équipes", outside), [
    "Habitat /home",
    "Équipes /home/admin/teams",
    "Conformité /home/admin/teams/t1",
  ]);
  deepStrictEqual(
    wayTo("/platform/jobs", "Eco-Platform | Tâches automatiques", {
      ...outside,
      isPlatformAdmin: true,
    }),
    [],
  );
});

/** Marks each link as Fresh marks one to the current page, then copies its attributes as preact's React layer does. */
function markLinks(): void {
  options.vnode = (vnode) => {
    if (vnode.type === "a") vnode.props = { ...vnode.props, ...{ "aria-current": "page" } };
  };
}

Deno.test("keepOwnCurrent() keeps the value that a link was given, and the mark of Fresh on other links", () => {
  const before = options.vnode;
  markLinks();
  keepOwnCurrent(options);
  try {
    strictEqual(
      renderToString(
        <>
          <a href="/list?page=2" aria-current="false">2</a>
          <a href="/list">1</a>
        </>,
      ),
      '<a href="/list?page=2" aria-current="false">2</a><a href="/list" aria-current="page">1</a>',
    );
  } finally {
    if (before === undefined) delete options.vnode;
    else options.vnode = before;
  }
});

Deno.test("keepOwnCurrent() leaves preact as it is where nothing completes links", () => {
  const none = {};
  keepOwnCurrent(none);
  strictEqual("vnode" in none, false);
});

const MEMBER = aPlace(["collect:boilerroom:read"], {
  boilerRoom: { id: "b1", name: "Chaufferie" },
});

// @spec roles.screens
Deno.test("opensList() is false for the list of a user who was an administrator, and true for those of the menu", () => {
  const lists = [
    links.teams(),
    links.equipments("p1"),
    links.alarmReports("p1"),
    links.houses("p1"),
    links.residences(),
    links.ownAlarmReports(),
  ];
  const opened = (place: MenuPlace | null) => lists.map((href) => opensList(place, href));
  deepStrictEqual(opened(MEMBER), [false, true, false, false, true, true]);
  deepStrictEqual(opened({ ...MEMBER, organisation: { isAdmin: true } }), lists.map(() => true));
  deepStrictEqual(opened(null), [false, false, false, false, true, true]);
});
