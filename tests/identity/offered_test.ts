import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { offeredRoles, type ProjectFacts, type Role, ROLE_NAMES } from "@/lib/identity/roles.ts";
import { EVERYTHING, NOTHING } from "./facts.ts";

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
