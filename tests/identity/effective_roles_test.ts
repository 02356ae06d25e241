import { deepStrictEqual, strictEqual } from "node:assert/strict";
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
  type Screen,
} from "@/lib/identity/roles.ts";
import { EVERYTHING, NOTHING } from "./facts.ts";

Deno.test("effectiveRoles() are the direct roles and those of teams, closed", () => {
  const roles = effectiveRoles({
    direct: ["collect:documents:validate:write"],
    teams: [{ roles: ["collect:boilerroom:read"], tags: [] }],
    projectTags: [],
  });
  deepStrictEqual([...roles].sort(), [
    "collect:boilerroom:read",
    "collect:documents:read",
    "collect:documents:validate:write",
    "collect:minimal",
  ]);
});

Deno.test("teamCounts() of a team without tags is true everywhere", () => {
  strictEqual(teamCounts({ roles: [], tags: [] }, ["nord"]), true);
  strictEqual(teamCounts({ roles: [], tags: [] }, []), true);
});

// @spec roles.effective
Deno.test("teamCounts() of a tagged team needs a tag shared with the project", () => {
  const team = { roles: [], tags: ["nord", "sud"] };
  strictEqual(teamCounts(team, ["est", "sud"]), true);
  strictEqual(teamCounts(team, ["est"]), false);
  strictEqual(teamCounts(team, []), false);
});

Deno.test("effectiveRoles() hide the project when no team counts and no role is direct", () => {
  const roles = effectiveRoles({
    direct: [],
    teams: [{ roles: ["collect"], tags: ["nord"] }],
    projectTags: ["sud"],
  });
  strictEqual(isProjectVisible(roles), false);
});

Deno.test("isProjectVisible() is true from the first role on", () => {
  const grants = { direct: ["collect:documents:read"] as const, teams: [], projectTags: [] };
  strictEqual(isProjectVisible(effectiveRoles(grants)), true);
});

Deno.test("effectiveRoles() are empty for admin, a role on no project", () => {
  const grants = {
    direct: ["admin"] as const,
    teams: [{ roles: ["admin"] as const, tags: [] }],
    projectTags: [],
  };
  strictEqual(isProjectVisible(effectiveRoles(grants)), false);
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

// @spec roles.offered
Deno.test("offeredRoles() has the pilot ones when the project has a pilot", () => {
  deepStrictEqual(addedBy({ hasPilot: true }), ["pilot", "pilot:write", "pilot:read"]);
});

Deno.test("offeredRoles() has detail when houseMode is 1, 3 or 4, anonymous detail when 2, 3 or 4", () => {
  const modes = [0, 1, 2, 3, 4].map((houseMode) => addedBy({ houseMode }));
  deepStrictEqual(
    modes.map((roles) => roles.includes("collect:detail:daily")),
    [false, true, false, true, true],
  );
  deepStrictEqual(
    modes.map((roles) => roles.includes("collect:anondetail:daily")),
    [false, false, true, true, true],
  );
  deepStrictEqual(
    modes.map((roles) => roles.includes("collect:agg:daily")),
    [false, true, true, true, true],
  );
  deepStrictEqual(
    modes.map((roles) => roles.includes("collect:houseadmin")),
    [false, true, true, true, true],
  );
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

Deno.test("offeredRoles() has the roles of each kind of equipment in the project", () => {
  deepStrictEqual(addedBy({ hasBuilding: true }), [
    "collect:building:write",
    "collect:building:read",
  ]);
  deepStrictEqual(addedBy({ hasBoilerRoom: true }), [
    "collect:boilerroom:write",
    "collect:boilerroom:read",
  ]);
  deepStrictEqual(addedBy({ hasTempPilot: true }), [
    "collect:housing:pilottemp:read",
    "collect:housing:pilottemp:write",
  ]);
  deepStrictEqual(addedBy({ display: true }), ["collect:display:write", "collect:display:read"]);
  deepStrictEqual(addedBy({ housesAppAlarm: true }), [
    "collect:housing:alerts:read",
    "collect:housing:alerts:write",
  ]);
  deepStrictEqual(addedBy({ hasAutoconsumption: true }), ["collect:acc:write"]);
  deepStrictEqual(addedBy({ hasManualIndex: true }), ["collect:config:manualindex:write"]);
});

Deno.test("offeredRoles() depends on the rights of the occupants' application", () => {
  const touch = (ecotouchAdmin: number) => addedBy({ ecotouchAdmin });
  deepStrictEqual(touch(0), []);
  deepStrictEqual(touch(1), ["ecotouch:houses:read", "ecotouch:houses:admin"]);
  deepStrictEqual(touch(2), [
    "ecotouch:houses:write",
    "ecotouch:houses:read",
    "ecotouch:houses:admin",
  ]);
  strictEqual(touch(3).includes("ecotouch:houses:ws"), true);
  strictEqual(touch(3).includes("ecotouch:facilities:ws"), false);
  strictEqual(
    addedBy({ ecotouchAdmin: 3, hasBoilerRoom: true }).includes("ecotouch:facilities:ws"),
    true,
  );
});

function screensOf(roles: readonly Role[]): Screen[] {
  const held = expandRoles(roles);
  return [...SCREEN_ROLES.keys()].filter((screen) => opensScreen(screen, held));
}

Deno.test("opensScreen() shows documents to the documents role, not to collect alone", () => {
  strictEqual(opensScreen("documents", expandRoles(["collect:documents:read"])), true);
  strictEqual(opensScreen("documents", expandRoles(["collect"])), false);
});

Deno.test("opensScreen() lets validate with the validation role only", () => {
  strictEqual(opensScreen("document-validation", expandRoles(["collect:documents:read"])), false);
  deepStrictEqual(screensOf(["collect:documents:validate:write"]), [
    "document-validation",
    "documents",
  ]);
});

// @spec roles.screens
Deno.test("opensScreen() shows facilities by their read roles", () => {
  deepStrictEqual(screensOf(["collect:boilerroom:read"]), [
    "alarms",
    "autoconsumption",
    "boiler-rooms",
    "energy-balance",
  ]);
  strictEqual(opensScreen("buildings", expandRoles(["collect:building:read"])), true);
  strictEqual(opensScreen("buildings", expandRoles(["collect:boilerroom:write"])), false);
});

Deno.test("opensScreen() shows housing with aggregated daily data", () => {
  const roles = expandRoles(["collect:agg:daily"]);
  strictEqual(opensScreen("houses", roles), true);
  strictEqual(opensScreen("house-settings", roles), false);
});

Deno.test("opensScreen() gives the pilot view to pilot:read", () => {
  const roles = expandRoles(["pilot:read"]);
  strictEqual(opensScreen("pilot", roles), true);
  strictEqual(opensScreen("pilot", expandRoles(["collect"])), false);
  strictEqual(opensScreen("pilot-settings", roles), false);
});

Deno.test("opensScreen() shows settings to the write roles only", () => {
  const readOnly = screensOf(["collect:read"]);
  deepStrictEqual(readOnly.filter((screen) => screen.endsWith("-settings")), []);
  strictEqual(screensOf(["collect"]).includes("boiler-room-settings"), true);
});

Deno.test("opensScreen() shows alarms to a user who may act on one", () => {
  deepStrictEqual(screensOf(["collect:alarm:write"]), [
    "alarms",
    "alarm-archive",
    "alarm-comments",
  ]);
  deepStrictEqual(screensOf(["collect:alarm:report:write"]), ["alarms", "alarm-reports"]);
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

function verdictOf(grant: Grant, places: Places, caller: Caller, callerRoles = rolesOf()) {
  return decideAccess({ any: [grant] }, places, { caller, callerRoles });
}

const DOCUMENT = { orgId: "o1", requestId: "r1", documentId: "d1" };

Deno.test("verdict() on a document checks the roles on the document's own residence", async () => {
  const grant: Grant = { role: "collect:documents:validate:write", on: "document" };
  const validator = rolesOf(["collect:documents:write"]);
  strictEqual(await verdictOf(grant, DOCUMENT, ACCOUNT, validator), "allowed");
  strictEqual(await verdictOf(grant, DOCUMENT, ACCOUNT, rolesOf(["collect:read"])), "forbidden");
  const other = { ...DOCUMENT, documentId: "d2" };
  strictEqual(await verdictOf(grant, other, ACCOUNT, validator), "forbidden");
  strictEqual(await verdictOf(grant, DOCUMENT, ACCOUNT), "not-found");
});

Deno.test("verdict() lets a provider read their own requests only", async () => {
  const grant: Grant = "provider-of-request";
  strictEqual(await verdictOf(grant, { orgId: "o1", requestId: "r1" }, PROVIDER), "allowed");
  strictEqual(await verdictOf(grant, { orgId: "o1", requestId: "r2" }, PROVIDER), "not-found");
  strictEqual(await verdictOf(grant, { orgId: "o2", requestId: "r1" }, PROVIDER), "not-found");
  strictEqual(await verdictOf(grant, { orgId: "o1", requestId: "r1" }, ACCOUNT), "not-found");
  strictEqual(await verdictOf(grant, { orgId: "o3", requestId: "r3" }, PROVIDER), "allowed");
  // Another landlord's provider with the same id.
  strictEqual(await verdictOf(grant, { orgId: "o1", requestId: "r3" }, PROVIDER), "not-found");
  strictEqual(await verdictOf("provider", { orgId: "o3" }, PROVIDER), "allowed");
  strictEqual(await verdictOf("provider", { orgId: "o2" }, PROVIDER), "not-found");
  strictEqual(await verdictOf("signed-in", {}, PROVIDER), "forbidden");
});

Deno.test("verdict() gives a token of a residence access to that residence only", async () => {
  const display: Caller = { kind: "display", projectId: "p1" };
  const ingest: Caller = { kind: "ingest", projectId: "p1" };
  strictEqual(await verdictOf("display-token", { projectId: "p1" }, display), "allowed");
  strictEqual(await verdictOf("display-token", { projectId: "p2" }, display), "not-found");
  strictEqual(await verdictOf("display-token", { projectId: "p1" }, ingest), "forbidden");
  strictEqual(await verdictOf("ingest-token", { projectId: "p1" }, ingest), "allowed");
  strictEqual(await verdictOf("project-member", { projectId: "p1" }, ingest), "forbidden");
});

Deno.test('verdict() is "not found" for a path with a residence of another organisation', async () => {
  const grant: Grant = { role: "collect:boilerroom:read", on: "any-project" };
  const reader = rolesOf(["collect"]);
  strictEqual(await verdictOf(grant, { orgId: "o1", projectId: "p1" }, ACCOUNT, reader), "allowed");
  strictEqual(
    await verdictOf(grant, { orgId: "o1", projectId: "p2" }, ACCOUNT, reader),
    "not-found",
  );
  strictEqual(
    await verdictOf(grant, { orgId: "o1", projectId: "p9" }, ACCOUNT, reader),
    "not-found",
  );
});

Deno.test("verdict() asks anonymous callers to sign in, and opens public calls to everyone", async () => {
  strictEqual(await verdictOf("signed-in", {}, ANONYMOUS), "not-signed-in");
  strictEqual(await verdictOf("project-member", { projectId: "p9" }, ANONYMOUS), "not-signed-in");
  strictEqual(await verdictOf("public", { projectId: "p9" }, ANONYMOUS), "allowed");
  strictEqual(await verdictOf("platform-admin", {}, ACCOUNT), "forbidden");
  strictEqual(
    await verdictOf("platform-admin", {}, { ...ACCOUNT, platformAdmin: true }),
    "allowed",
  );
});

Deno.test("verdict() shows a dwelling to its occupant and hides it from others", async () => {
  const grant: Grant = { role: "ecotouch:houses:read", on: "own-house" };
  strictEqual(await verdictOf(grant, { projectId: "p1", houseId: "h1" }, ACCOUNT), "allowed");
  strictEqual(await verdictOf(grant, { projectId: "p1", houseId: "h2" }, ACCOUNT), "not-found");
  strictEqual(await verdictOf(grant, { projectId: "p1" }, ACCOUNT), "not-found");
  const writer: Grant = { role: "ecotouch:houses:write", on: "own-house" };
  strictEqual(await verdictOf(writer, { projectId: "p1", houseId: "h1" }, ACCOUNT), "not-found");
});
