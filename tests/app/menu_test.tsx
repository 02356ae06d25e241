import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { options } from "preact";
import { renderToString } from "preact-render-to-string";
import { type MenuPlace, opensList, placeMenu } from "@/lib/app/menu.ts";
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
    boilerRoom: { id: "b1", name: "Chaufferie" },
    isPlatformAdmin: false,
    ...over,
  };
}

function names(place: MenuPlace, path = "/home"): string[] {
  return placeMenu(place, path).map(({ name, isCurrent }) => isCurrent ? `[${name}]` : name);
}

/** Pages open to every member of an organisation. */
const OWN = ["[residences]", "orgAlarms", "queuedReports"];

Deno.test("placeMenu() shows the pages that each role opens", () => {
  deepStrictEqual(names(aPlace(["collect:minimal"])), [
    ...OWN,
    "residence",
    "alarms",
    "residenceSheet",
  ]);
  deepStrictEqual(names(aPlace(["collect:boilerroom:read"])), [
    ...OWN,
    "residence",
    ...OPENED["collect:boilerroom:read"],
    "residenceSheet",
  ]);
  deepStrictEqual(names(aPlace(["collect"])).slice(4), [...EVERYTHING, "residenceSheet"]);
});

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

const EVERYTHING = [
  "alarms",
  "boilerRoom",
  "energyBalance",
  "boilerRoomSettings",
  "houses",
  "houseSettings",
  "outdoorSources",
  "equipments",
  "gasPces",
  "seriesList",
  "autoconsumption",
  "sensors",
];

/** Pages of a role that reads all of it. */
const READ = [
  "alarms",
  "boilerRoom",
  "energyBalance",
  "houses",
  "outdoorSources",
  "equipments",
  "gasPces",
  "seriesList",
];

/**
 * Pages that each role opens on a residence with a boiler room, besides the residences and the
 * residence itself.
 */
const OPENED: Readonly<Record<Role, readonly string[]>> = {
  "admin": [],
  "pilot": EVERYTHING,
  "pilot:write": EVERYTHING,
  "pilot:read": READ,
  "collect": EVERYTHING,
  "collect:read": READ,
  "collect:minimal": ["alarms"],
  "collect:building:write": ["alarms", "outdoorSources", "equipments", "seriesList", "sensors"],
  "collect:building:read": ["alarms", "outdoorSources", "equipments", "seriesList"],
  "collect:boilerroom:write": [
    "alarms",
    "boilerRoom",
    "energyBalance",
    "boilerRoomSettings",
    "outdoorSources",
    "equipments",
    "gasPces",
    "seriesList",
    "sensors",
  ],
  "collect:boilerroom:read": [
    "alarms",
    "boilerRoom",
    "energyBalance",
    "outdoorSources",
    "equipments",
    "gasPces",
    "seriesList",
  ],
  "collect:agg:daily": ["alarms", "houses"],
  "collect:anondetail:daily": ["alarms", "houses"],
  "collect:detail:daily": ["alarms", "houses"],
  "collect:agg:hourly": ["alarms", "houses"],
  "collect:detail:hourly": ["alarms", "houses"],
  "collect:houseadmin": ["alarms", "houses", "houseSettings", "seriesList", "sensors"],
  "collect:acc:write": ["autoconsumption"],
  "collect:alarm:write": ["alarms"],
  "collect:alarm:comment:write": ["alarms"],
  "collect:alarm:report:write": ["alarms"],
  "collect:housesconsreport:read": ["alarms", "houses"],
  "collect:housesconsreport:write": ["alarms", "houses"],
  "collect:housing:alerts:read": [],
  "collect:housing:alerts:write": [],
  "collect:housing:pilottemp:read": [],
  "collect:housing:pilottemp:write": [],
  "collect:display:write": ["alarms"],
  "collect:display:read": ["alarms"],
  "collect:config:manualindex:write": [],
  "collect:documents:write": [],
  "collect:documents:validate:write": [],
  "collect:documents:read": [],
  "ecotouch:houses:write": [],
  "ecotouch:houses:read": [],
  "ecotouch:houses:ws": [],
  "ecotouch:houses:admin": [],
  "ecotouch:facilities:ws": [],
};

for (const role of ROLE_NAMES) {
  Deno.test(`placeMenu() shows a user with ${role} its pages, and none of the administration`, () => {
    deepStrictEqual(names(aPlace([role])), [
      ...OWN,
      "residence",
      ...OPENED[role],
      "residenceSheet",
    ]);
  });
}

Deno.test("placeMenu() shows an administrator without a role the pages of administrators", () => {
  const place = aPlace([], { organisation: { isAdmin: true } });
  deepStrictEqual(names(place), [
    ...OWN,
    "residence",
    "alarmReports",
    "houses",
    "houseSettings",
    "outdoorSources",
    "equipments",
    "seriesList",
    "sensors",
    "residenceSheet",
    "features",
    "roles",
    ...ADMINISTRATION,
  ]);
  deepStrictEqual(names({ ...place, project: null }), [...OWN, ...ADMINISTRATION]);
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
  const currentOf = (path: string) => placeMenu(place, path).find((one) => one.isCurrent)?.name;
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

Deno.test("placeMenu() shows documents to users with a role on them, the other registers on their own pages", () => {
  const place = aPlace([], {
    project: null,
    boilerRoom: null,
    documentRoles: ["collect:documents:read"],
  });
  deepStrictEqual(names(place), [...OWN, "documents"]);
  deepStrictEqual(names(place, "/home/contracting/providers/p1"), [
    "residences",
    "orgAlarms",
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
  const shown = (path: string) => names(place, path).filter((name) => /alarm/i.test(name));
  deepStrictEqual(shown("/collect/p1/houses"), ["orgAlarms", "alarms"]);
  deepStrictEqual(shown("/collect/p1/alarms/a1"), ["orgAlarms", "[alarms]", "alarmReports"]);
  deepStrictEqual(shown("/collect/p1/alarms/reports/r1"), [
    "orgAlarms",
    "alarms",
    "[alarmReports]",
  ]);
  deepStrictEqual(shown("/home/alarms/reports"), ["orgAlarms", "[ownAlarmReports]", "alarms"]);
});

// @spec pilot.screens
Deno.test("placeMenu() has the pilot where there is one, and its other pages on its own", () => {
  const linesOf = (roles: readonly Role[], facts: PilotFacts, path = "/home") => {
    const { project } = aPlace([]);
    const place = { project: project && { ...project, ...facts }, boilerRoom: null };
    return names(aPlace(roles, place), path).filter((name) => name.includes("pilot"));
  };
  deepStrictEqual(linesOf(["pilot:read"], { hasPilot: true }), ["pilot"]);
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
Deno.test("placeMenu() has the consumption reports where there are some, for a reader, outside boiler rooms", () => {
  const has = (roles: readonly Role[], housesConsreport: boolean, over = {}) => {
    const { project } = aPlace([]);
    const features = { houseMode: 1 as const, houseTypes: false, housesConsreport };
    const place = { project: project && { ...project, features }, boilerRoom: null, ...over };
    return names(aPlace(roles, place)).includes("consumptionReports");
  };
  strictEqual(has(["collect:housesconsreport:read"], true), true);
  strictEqual(has(["collect:housesconsreport:read"], false), false);
  strictEqual(has(["collect:boilerroom:read"], true), false);
  const boilerRoom = { id: "c1", name: "Chaufferie" };
  strictEqual(has(["collect:housesconsreport:read"], true, { boilerRoom }), false);
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

const MEMBER: MenuPlace = {
  organisation: { isAdmin: false },
  documentRoles: [],
  project: { id: "p1", name: "Les Tilleuls", features: { houseMode: 1, houseTypes: true } },
  roles: expandRoles(["collect:boilerroom:read"]),
  alarmCount: 0,
  boilerRoom: { id: "b1", name: "Chaufferie" },
  isPlatformAdmin: false,
};

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
