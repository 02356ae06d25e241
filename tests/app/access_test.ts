import { deepStrictEqual, ok } from "node:assert/strict";
import type { Call } from "@/lib/api/call.ts";
import { parameterNames } from "@/lib/api/routing.ts";
import { type CallName, CALLS } from "@/lib/app/catalogue.ts";
import { expandRoles } from "@/lib/identity/effective_roles.ts";
import { type Role, ROLE_NAMES } from "@/lib/identity/roles.ts";
import { LIFE } from "@/tests/helpers/a_life_of_calls.ts";
import { anAdministrator, taken } from "@/tests/helpers/a_made_life.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { inputOf } from "@/tests/helpers/isolation.ts";
import { PROVIDER_CALLS } from "@/tests/helpers/some_documents.ts";

/**
 * Calls that a role opens and a lower one does not: written by hand from F §6, B §6 and domain §4.
 */
const OPENED: Readonly<Partial<Record<Role, readonly CallName[]>>> = {
  "pilot:write": ["putPilotConfig", "putPilotThreshold"],
  "pilot:read": ["getPilotConfig", "listPilotThresholds"],
  "collect:building:write": ["putBuildingSettings"],
  "collect:building:read": ["listBuildings", "getBuilding"],
  "collect:boilerroom:write": [
    "putBoilerRoomSettings",
    "putEfficiencySources",
    "putEfficiencySettings",
    "deleteEfficiencySettings",
    "putGasFactors",
    "deleteGasFactors",
    "putHeatingSeasons",
    "putCircuitSettings",
  ],
  "collect:boilerroom:read": [
    "listBoilerRooms",
    "getBoilerRoom",
    "listRecentTotals",
    "getEfficiency",
    "getBalanceReadings",
    "getProjectEnergy",
    "compareBoilerRooms",
    "listTwelveMonths",
    "listRecentGaps",
    "listDrifts",
    "getHeatingSeasons",
    "getGasYear",
  ],
  "collect:agg:daily": ["getSeriesRangeData", "getHousingRangeData", "listHousesConnectivity"],
  "collect:anondetail:daily": ["getSeriesAnonymousData", "getHouseRangeData"],
  "collect:detail:daily": ["getHouseRangeData", "getSeriesDetailedData", "getHouseLastSensorData"],
  "collect:houseadmin": ["putHouseSettings", "createHouseType", "putModuleRights"],
  "collect:acc:write": ["getAutoconsumptionConfig", "putAutoconsumptionInfo", "createProducer"],
  "collect:alarm:write": ["archiveAlarm", "createAlarmMute", "putAlarmSettings"],
  "collect:alarm:comment:write": ["commentAlarm", "putFollowUp"],
  "collect:alarm:report:write": ["listAlarmReports", "createAlarmReport", "deleteAlarmReport"],
  "collect:housesconsreport:read": ["getConsumptionAnalysis", "getConsumptionReportPdf"],
  "collect:housesconsreport:write": ["putConsumptionReportSettings"],
  "collect:housing:alerts:read": ["listHousingAlerts"],
  "collect:housing:alerts:write": ["createHousingAlert", "deleteHousingAlert"],
  "collect:housing:pilottemp:read": ["getModuleStatus", "listModulesConfig"],
  "collect:housing:pilottemp:write": ["putModuleConfig", "putModuleStatus"],
  "collect:display:write": ["createDisplayMessage", "deleteDisplayContact"],
  "collect:display:read": [
    "listDisplayMessages",
    "listDisplayContacts",
    "getDisplayScreen",
    "getDisplayPoster",
  ],
  "collect:config:manualindex:write": ["addManualIndex", "deleteManualIndex"],
  "collect:documents:write": ["createRequest", "putProvider", "dropDocuments", "closeRequest"],
  "collect:documents:validate:write": ["validateDocument"],
  "collect:documents:read": ["listDocumentsRunning", "getDocumentInfo", "getDocumentPdf"],
};

/** The roles that a call's access names. */
function rolesOf(name: CallName): Set<Role> {
  const { access }: Call = CALLS[name];
  return new Set(access.any.flatMap((grant) => typeof grant === "string" ? [] : [grant.role]));
}

for (const role of ROLE_NAMES) {
  const calls = OPENED[role];
  if (calls === undefined) continue;
  Deno.test(`access opens ${calls.join(", ")} by ${role} itself`, () => {
    const implied = new Set(expandRoles([role]));
    implied.delete(role);
    for (const name of calls) {
      const roles = rolesOf(name);
      ok(roles.has(role), `${name} is not open to ${role}`);
      if (role === "collect:detail:daily") continue;
      const lower = [...implied].filter((other) => roles.has(other));
      deepStrictEqual(lower, [], `${name} needs less than ${role}`);
    }
  });
}

Deno.test("access reserves the settings of a residence for its administrators", () => {
  const names: CallName[] = [
    "putProjectSettings",
    "putProjectFeatures",
    "putProjectInstallation",
    "putProjectUserRoles",
    "createProject",
    "addOrgAdmin",
    "inviteUser",
    "putTeam",
    "putTag",
    "putCollectFeatures",
  ];
  for (const name of names) deepStrictEqual(CALLS[name].access.any, ["org-admin"], name);
});

Deno.test("access lets providers read and deposit their own documents, and nothing else", () => {
  const open = Object.entries<Call>(CALLS).filter(([, { access }]) =>
    access.any.includes("provider") || access.any.includes("provider-of-request")
  );
  deepStrictEqual(open.map(([name]) => name).toSorted(), PROVIDER_CALLS);
});

Deno.test("access lets an information screen read its messages and contacts only", () => {
  const open = Object.entries<Call>(CALLS).filter(([, { access }]) =>
    access.any.includes("display-token")
  );
  deepStrictEqual(open.map(([name]) => name), [
    "listDisplayMessages",
    "listDisplayContacts",
    "getDisplayScreen",
  ]);
});

const UNKNOWN = "unknown-id";

/** A queued mail may have been sent meanwhile: forgetting it again is no fault. */
const REPEATABLE = ["forgetMail"];

/** The parameters of a path that name an entity of a residence or an organisation. */
function entitiesOf(path: string): string[] {
  return parameterNames(path).filter((name) =>
    /Id$|^series$/.test(name) && name !== "orgId" && name !== "projectId"
  );
}

// @spec calls.errors
Deno.test("every call refuses an entity that does not exist, without an internal error, and stores nothing under its id", () =>
  withPlatform(async (built) => {
    const { ask, made } = await anAdministrator(built, "ada@bailleur.fr");
    const found: string[] = [];
    let count = 0;
    for (const step of LIFE) {
      const { name } = step;
      const input = await inputOf(step, made);
      await taken(step, ask, made);
      for (const entity of entitiesOf(CALLS[name].path)) {
        count++;
        const refused = await ask(name, { ...Object(input), [entity]: UNKNOWN });
        if (refused.ok && !REPEATABLE.includes(name)) found.push(`${name} ${entity}`);
      }
    }
    ok(count > 100, `${count} calls`);
    deepStrictEqual(found, []);
    const entries = await Array.fromAsync(built.store.list({ prefix: [] }));
    deepStrictEqual(entries.map(({ key }) => key).filter((key) => key.includes(UNKNOWN)), []);
  }));
