import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { decideAccess, type Places } from "@/lib/api/access.ts";
import type { Grant } from "@/lib/api/call.ts";
import { ANONYMOUS, type Caller, type CallerRoles } from "@/lib/identity/caller.ts";
import {
  effectiveRoles,
  expandRoles,
  isProjectVisible,
  opensScreen,
  SCREEN_ROLES,
  teamCounts,
} from "@/lib/identity/effective_roles.ts";
import {
  offeredRoles,
  type ProjectFacts,
  type Role,
  ROLE_NAMES,
  rolesAtHome,
  type Screen,
} from "@/lib/identity/roles.ts";
import { ECOTOUCH_ACCESS } from "@/lib/residences/features.ts";

// @spec roles.effective
Deno.test("effectiveRoles() are the direct roles and those of the teams that apply, closed; of the role of the platform, none", () => {
  const team = { roles: ["collect:boilerroom:read"], tags: [] } as const;
  const validating = ["collect:documents:read", "collect:documents:validate:write"];
  const rooms = ["collect:boilerroom:read", "collect:minimal"];
  const cases: readonly (readonly [Parameters<typeof effectiveRoles>[0], string[]])[] = [
    [
      { direct: ["collect:documents:validate:write"], teams: [team], projectTags: [] },
      [...rooms, ...validating],
    ],
    [{ direct: [], teams: [{ ...team, tags: ["nord"] }], projectTags: ["sud"] }, []],
    [{ direct: [], teams: [{ ...team, tags: ["nord"] }], projectTags: ["nord"] }, rooms],
    [{ direct: ["admin"], teams: [{ ...team, roles: ["admin"] }], projectTags: [] }, []],
  ];
  for (const [grants, expected] of cases) {
    const roles = effectiveRoles(grants);
    deepStrictEqual([...roles].toSorted(), expected.toSorted());
    strictEqual(isProjectVisible(roles), expected.length > 0);
  }
});

// @spec roles.effective
Deno.test("teamCounts() of a team with tags needs one of the project, and of a team without is true everywhere", () => {
  const counts = (tags: string[], ofProject: string[]) =>
    teamCounts({ roles: [], tags }, ofProject);
  deepStrictEqual([counts([], ["nord"]), counts([], [])], [true, true]);
  const team = ["nord", "sud"];
  deepStrictEqual([["est", "sud"], ["est"], []].map((tags) => counts(team, tags)), [
    true,
    false,
    false,
  ]);
});

/** A project without any equipment or feature. */
const NOTHING: ProjectFacts = {
  hasPilot: false,
  hasTempPilot: false,
  houseMode: 0,
  houseHourly: 0,
  housesConsreport: false,
  display: false,
  housesAppAlarm: false,
  ecotouchAdmin: 0,
  hasBuilding: false,
  hasBoilerRoom: false,
  hasAutoconsumption: false,
  hasManualIndex: false,
};

/** A project with every equipment and feature. */
const EVERYTHING: ProjectFacts = {
  hasPilot: true,
  hasTempPilot: true,
  houseMode: 3,
  houseHourly: 1,
  housesConsreport: true,
  display: true,
  housesAppAlarm: true,
  ecotouchAdmin: 3,
  hasBuilding: true,
  hasBoilerRoom: true,
  hasAutoconsumption: true,
  hasManualIndex: true,
};

// @spec roles.at-home
Deno.test("rolesAtHome() has one more role for each level of the application's rights", () => {
  deepStrictEqual([...rolesAtHome(ECOTOUCH_ACCESS.None)], []);
  deepStrictEqual([...rolesAtHome(ECOTOUCH_ACCESS.Read)], ["ecotouch:houses:read"]);
  deepStrictEqual([...rolesAtHome(ECOTOUCH_ACCESS.Write)], [
    "ecotouch:houses:read",
    "ecotouch:houses:write",
  ]);
  deepStrictEqual([...rolesAtHome(ECOTOUCH_ACCESS.Websocket)].length, 3);
});

Deno.test("rolesAtHome() has the occupant roles that the residence offers, and no other", () => {
  for (const ecotouchAdmin of Object.values(ECOTOUCH_ACCESS)) {
    const offered = offeredRoles({ ...NOTHING, ecotouchAdmin })
      .filter((role) => role.startsWith("ecotouch:houses:") && role !== "ecotouch:houses:admin");
    deepStrictEqual([...rolesAtHome(ecotouchAdmin)].toSorted(), offered.toSorted());
  }
});

/** Offered for any project. */
const ALWAYS: readonly Role[] = [
  "collect",
  "collect:read",
  "collect:alarm:write",
  "collect:alarm:comment:write",
  "collect:alarm:report:write",
  "collect:documents:write",
  "collect:documents:validate:write",
  "collect:documents:read",
];

function addedBy(facts: Partial<ProjectFacts>): Role[] {
  return offeredRoles({ ...NOTHING, ...facts }).filter((role) => !ALWAYS.includes(role));
}

Deno.test("offeredRoles() of a bare project are the platform, alarm and document ones", () => {
  deepStrictEqual(offeredRoles(NOTHING), ALWAYS);
});

Deno.test("offeredRoles() of a full project are all but admin and minimal, which have no label", () => {
  const missing = ROLE_NAMES.filter((role) => !offeredRoles(EVERYTHING).includes(role));
  deepStrictEqual(missing, ["admin", "collect:minimal"]);
});

Deno.test("offeredRoles() has detail when houseMode is 1, 3 or 4, anonymous detail when 2, 3 or 4", () => {
  const modesOf = (role: Role) =>
    [0, 1, 2, 3, 4].filter((houseMode) => addedBy({ houseMode }).includes(role));
  deepStrictEqual(modesOf("collect:detail:daily"), [1, 3, 4]);
  deepStrictEqual(modesOf("collect:anondetail:daily"), [2, 3, 4]);
  deepStrictEqual(modesOf("collect:agg:daily"), [1, 2, 3, 4]);
  deepStrictEqual(modesOf("collect:houseadmin"), [1, 2, 3, 4]);
});

Deno.test("offeredRoles() has the hourly ones when hourly is on, detail only where detail is", () => {
  const hourly = (houseMode: number, houseHourly: number) =>
    addedBy({ houseMode, houseHourly }).filter((role) => role.endsWith(":hourly"));
  deepStrictEqual(hourly(1, 0), []);
  deepStrictEqual(hourly(0, 1), []);
  for (const houseHourly of [1, 2, 3, 4, 5, 6]) {
    deepStrictEqual(hourly(1, houseHourly), ["collect:agg:hourly", "collect:detail:hourly"]);
    deepStrictEqual(hourly(2, houseHourly), ["collect:agg:hourly"]);
  }
});

Deno.test("offeredRoles() has consumption reports when detail exists and the feature is on", () => {
  const reports = (facts: Partial<ProjectFacts>) =>
    addedBy(facts).filter((role) => role.startsWith("collect:housesconsreport")).length;
  strictEqual(reports({ houseMode: 1, housesConsreport: true }), 2);
  strictEqual(reports({ houseMode: 2, housesConsreport: true }), 0);
  strictEqual(reports({ houseMode: 1 }), 0);
});

const TOUCH_READ = ["ecotouch:houses:read", "ecotouch:houses:admin"] as const;

// @spec roles.offered
Deno.test("offeredRoles() has the roles of each equipment and feature in the project", () => {
  const cases: readonly (readonly [Partial<ProjectFacts>, readonly Role[]])[] = [
    [{ hasPilot: true }, ["pilot", "pilot:write", "pilot:read"]],
    [{ hasBuilding: true }, ["collect:building:write", "collect:building:read"]],
    [{ hasBoilerRoom: true }, ["collect:boilerroom:write", "collect:boilerroom:read"]],
    [
      { hasTempPilot: true },
      ["collect:housing:pilottemp:read", "collect:housing:pilottemp:write"],
    ],
    [{ display: true }, ["collect:display:write", "collect:display:read"]],
    [{ housesAppAlarm: true }, ["collect:housing:alerts:read", "collect:housing:alerts:write"]],
    [{ hasAutoconsumption: true }, ["collect:acc:write"]],
    [{ hasManualIndex: true }, ["collect:config:manualindex:write"]],
    [{ ecotouchAdmin: 1 }, TOUCH_READ],
    [{ ecotouchAdmin: 2 }, ["ecotouch:houses:write", ...TOUCH_READ]],
    [
      { ecotouchAdmin: 3 },
      [
        "ecotouch:houses:write",
        "ecotouch:houses:read",
        "ecotouch:houses:ws",
        "ecotouch:houses:admin",
      ],
    ],
  ];
  for (const [facts, roles] of cases) deepStrictEqual(addedBy(facts), roles);
  ok(addedBy({ ecotouchAdmin: 3, hasBoilerRoom: true }).includes("ecotouch:facilities:ws"));
});

function screensOf(roles: readonly Role[]): Screen[] {
  const held = expandRoles(roles);
  return [...SCREEN_ROLES.keys()].filter((screen) => opensScreen(screen, held));
}

// @spec roles.screens
Deno.test("opensScreen() opens the screens of a role, and no others", () => {
  const whole: readonly (readonly [Role, Screen[]])[] = [
    ["collect:documents:validate:write", ["document-validation", "documents"]],
    ["collect:boilerroom:read", ["alarms", "autoconsumption", "boiler-rooms", "energy-balance"]],
    // Alarms are shown to a user who may act on one.
    ["collect:alarm:write", ["alarms", "alarm-archive", "alarm-comments"]],
    ["collect:alarm:report:write", ["alarms", "alarm-reports"]],
  ];
  for (const [role, screens] of whole) deepStrictEqual(screensOf([role]), screens, role);
  const some: readonly (readonly [Role, Screen, boolean])[] = [
    ["collect:documents:read", "documents", true],
    ["collect", "documents", false],
    ["collect:documents:read", "document-validation", false],
    ["collect:building:read", "buildings", true],
    ["collect:boilerroom:write", "buildings", false],
    ["collect:agg:daily", "houses", true],
    ["collect:agg:daily", "house-settings", false],
    ["pilot:read", "pilot", true],
    ["collect", "pilot", false],
    ["pilot:read", "pilot-settings", false],
    ["collect", "boiler-room-settings", true],
  ];
  for (const [role, screen, isOpen] of some) {
    strictEqual(opensScreen(screen, expandRoles([role])), isOpen, `${role} ${screen}`);
  }
  const readOnly = screensOf(["collect:read"]);
  deepStrictEqual(readOnly.filter((screen) => screen.endsWith("-settings")), []);
});

const ACCOUNT: Caller = {
  kind: "account",
  accountId: "a1",
  email: "ada@bailleur.fr",
  platformAdmin: false,
  demo: false,
};
const PROVIDER: Caller = {
  kind: "provider",
  providers: [{ orgId: "o1", providerId: "v1" }, { orgId: "o3", providerId: "v3" }],
  email: "t@exploitant.fr",
  demo: false,
};

/** The provider of each request, by organisation. */
const ADDRESSEES = new Map([["o1/r1", "v1"], ["o1/r3", "v3"], ["o3/r3", "v3"]]);

/** A caller with these roles on residence p1 of organisation o1, which has document d1 of request r1. */
function rolesOf(roles: readonly Role[] = [], isAdmin = false): CallerRoles {
  const held = expandRoles(roles);
  const none: ReadonlySet<Role> = new Set();
  return {
    rolesOn: (id) => Promise.resolve(id === "p1" ? held : none),
    rolesOnAnyProject: (id) => Promise.resolve(id === "o1" ? held : none),
    rolesAtHome: ({ projectId, houseId }) =>
      Promise.resolve(
        new Set(projectId === "p1" && houseId === "h1" ? ["ecotouch:houses:read"] : []),
      ),
    isAdminOf: (id) => Promise.resolve(id === "o1" && isAdmin),
    isMemberOf: (id) => Promise.resolve(id === "o1" && (isAdmin || held.size > 0)),
    organisationOf: (id) => Promise.resolve({ p1: "o1", p2: "o2" }[id] ?? null),
    projectOfDocument: (orgId, _request, id) =>
      Promise.resolve(orgId === "o1" && id === "d1" ? "p1" : null),
    providerOfRequest: (orgId, id) => Promise.resolve(ADDRESSEES.get(`${orgId}/${id}`) ?? null),
  };
}

const DOCUMENT = { orgId: "o1", requestId: "r1", documentId: "d1" };
const VALIDATES: Grant = { role: "collect:documents:validate:write", on: "document" };
const READS_ROOMS: Grant = { role: "collect:boilerroom:read", on: "any-project" };
const AT_HOME: Grant = { role: "ecotouch:houses:read", on: "own-house" };
const WRITES_AT_HOME: Grant = { role: "ecotouch:houses:write", on: "own-house" };
const DISPLAY: Caller = { kind: "display", projectId: "p1" };
const INGEST: Caller = { kind: "ingest", projectId: "p1" };
const VALIDATOR = rolesOf(["collect:documents:write"]);
const READER = rolesOf(["collect"]);

type Case = readonly [Grant, Places, Caller, expected: string, roles?: CallerRoles];

const CASES: Readonly<Record<string, readonly Case[]>> = {
  "on a document checks the roles on the document's own residence": [
    [VALIDATES, DOCUMENT, ACCOUNT, "allowed", VALIDATOR],
    [VALIDATES, DOCUMENT, ACCOUNT, "forbidden", rolesOf(["collect:read"])],
    [VALIDATES, { ...DOCUMENT, documentId: "d2" }, ACCOUNT, "forbidden", VALIDATOR],
    [VALIDATES, DOCUMENT, ACCOUNT, "not-found"],
  ],
  "lets a provider read their own requests only": [
    ["provider-of-request", { orgId: "o1", requestId: "r1" }, PROVIDER, "allowed"],
    ["provider-of-request", { orgId: "o1", requestId: "r2" }, PROVIDER, "not-found"],
    ["provider-of-request", { orgId: "o2", requestId: "r1" }, PROVIDER, "not-found"],
    ["provider-of-request", { orgId: "o1", requestId: "r1" }, ACCOUNT, "not-found"],
    ["provider-of-request", { orgId: "o3", requestId: "r3" }, PROVIDER, "allowed"],
    // Another landlord's provider with the same id.
    ["provider-of-request", { orgId: "o1", requestId: "r3" }, PROVIDER, "not-found"],
    ["provider", { orgId: "o3" }, PROVIDER, "allowed"],
    ["provider", { orgId: "o2" }, PROVIDER, "not-found"],
    ["signed-in", {}, PROVIDER, "forbidden"],
  ],
  "gives a token of a residence access to that residence only": [
    ["display-token", { projectId: "p1" }, DISPLAY, "allowed"],
    ["display-token", { projectId: "p2" }, DISPLAY, "not-found"],
    ["display-token", { projectId: "p1" }, INGEST, "forbidden"],
    ["ingest-token", { projectId: "p1" }, INGEST, "allowed"],
    ["project-member", { projectId: "p1" }, INGEST, "forbidden"],
  ],
  'is "not found" for a path with a residence of another organisation': [
    [READS_ROOMS, { orgId: "o1", projectId: "p1" }, ACCOUNT, "allowed", READER],
    [READS_ROOMS, { orgId: "o1", projectId: "p2" }, ACCOUNT, "not-found", READER],
    [READS_ROOMS, { orgId: "o1", projectId: "p9" }, ACCOUNT, "not-found", READER],
  ],
  "asks anonymous callers to sign in, and opens public calls to everyone": [
    ["signed-in", {}, ANONYMOUS, "not-signed-in"],
    ["project-member", { projectId: "p9" }, ANONYMOUS, "not-signed-in"],
    ["public", { projectId: "p9" }, ANONYMOUS, "allowed"],
    ["platform-admin", {}, ACCOUNT, "forbidden"],
    ["platform-admin", {}, { ...ACCOUNT, platformAdmin: true }, "allowed"],
  ],
  "shows a dwelling to its occupant and hides it from others": [
    [AT_HOME, { projectId: "p1", houseId: "h1" }, ACCOUNT, "allowed"],
    [AT_HOME, { projectId: "p1", houseId: "h2" }, ACCOUNT, "not-found"],
    [AT_HOME, { projectId: "p1" }, ACCOUNT, "not-found"],
    [WRITES_AT_HOME, { projectId: "p1", houseId: "h1" }, ACCOUNT, "not-found"],
  ],
};

for (const [name, cases] of Object.entries(CASES)) {
  Deno.test(`decideAccess() ${name}`, async () => {
    for (const [grant, places, caller, expected, callerRoles = rolesOf()] of cases) {
      const verdict = await decideAccess({ any: [grant] }, places, { caller, callerRoles });
      strictEqual(verdict, expected, JSON.stringify([grant, places, caller.kind]));
    }
  });
}
