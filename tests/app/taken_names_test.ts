import { ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { keys } from "@/lib/store/keys.ts";
import { houseSettings } from "@/tests/helpers/a_dwelling.ts";
import { aPlatformAdmin, PLATFORM_ADMIN } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, withMember, withResidence } from "@/tests/helpers/a_residence.ts";
import { LOCATION, reportDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";

/** Four spellings that compare as equal. */
const ALIKE = ["Été", "ETE", "e\u0301te", "Éte\u200B"];

/** The call that takes the name or the code; `rank` distinguishes concurrent calls. */
type Taking = (name: string, rank: number) => ReturnType<CallFunction>;

async function givenToOne(races: Readonly<Record<string, Taking>>): Promise<void> {
  for (const [call, take] of Object.entries(races)) {
    const codes = (await Promise.all(ALIKE.map(take))).map(codeOf);
    strictEqual(codes.filter((code) => code === "ok").length, 1, `${call}: ${codes}`);
    const refused = codes.filter((code) => code !== "ok");
    ok(refused.every((code) => code.endsWith("-taken")), `${call}: ${codes}`);
  }
}

function residence(code: string) {
  const location = { ...LOCATION, latitude: 48.69, longitude: 6.18 };
  return { name: "R", code, location, tags: [] };
}

// @spec forms.names
Deno.test("of concurrent requests for equivalent names or codes, one succeeds", () =>
  withMember({ isAdmin: true }, async ({ ask: ada }) => {
    const group = await answerOf(
      ada("createTag", { orgId: ORG, body: { name: "Agence", sortOrder: 0 } }),
    );
    const place = { orgId: ORG, tagId: group.id };
    const home = { projectId: PROJECT };
    const team = { roles: [], users: [], tags: [] };
    const settings = houseSettings();
    const teams = await Promise.all(
      [1, 2, 3, 4].map((n) => ada("createTeam", { orgId: ORG, body: { name: `t${n}`, ...team } })),
    );
    const teamIds = teams.map((one) => one.ok ? one.answer.id : "");
    const made = await Promise.all(
      [1, 2, 3, 4].map((n) => ada("createProject", { orgId: ORG, body: residence(`c${n}`) })),
    );
    const ids = made.map((one) => one.ok ? one.answer.id : "");
    const building = (code: string) => ({
      kind: "building" as const,
      settings: { name: "B", code },
      parentId: null,
      instrumented: false,
    });
    await givenToOne({
      "createTag": (name) => ada("createTag", { orgId: ORG, body: { name, sortOrder: 2 } }),
      "createTagValue": (label) =>
        ada("createTagValue", { ...place, body: { label, sortOrder: 2 } }),
      "createProject": (code) => ada("createProject", { orgId: ORG, body: residence(`p${code}`) }),
      "putProjectSettings": (code, rank) =>
        ada("putProjectSettings", { projectId: ids[rank] ?? "", body: residence(code) }),
      "addEquipment": (code) => ada("addEquipment", { projectId: PROJECT, body: building(code) }),
      "createTeam": (name) =>
        ada("createTeam", { orgId: ORG, body: { name: `n${name}`, ...team } }),
      "putTeam": (name, rank) =>
        ada("putTeam", { orgId: ORG, teamId: teamIds[rank] ?? "", body: { name, ...team } }),
      "createHouse": (serial) =>
        ada("createHouse", {
          ...home,
          body: { kind: "module", projectModuleId: null, serial, settings },
        }),
      "createHouseType": (name) =>
        ada("createHouseType", { ...home, body: { name, area: null, occupants: null } }),
      "createAnonymousGroup": (name) => ada("createAnonymousGroup", { ...home, body: { name } }),
      "createOutdoorSource": (name) => ada("createOutdoorSource", { ...home, body: station(name) }),
      "createAlarmReport": (name) => ada("createAlarmReport", { ...home, body: report(name) }),
      "createOrgAlarmReport": (name) =>
        ada("createOrgAlarmReport", { orgId: ORG, body: report(name) }),
      "createUserAlarmReport": (name) =>
        ada("createUserAlarmReport", { orgId: ORG, body: report(name) }),
    });
  }));

function station(name: string) {
  return { name, method: "meteo" as const, station: "", seriesId: null };
}

function report(name: string) {
  return reportDraft({ name, emails: ["ada@exemple.fr"] });
}

Deno.test("codes of residences and of equipment that differ only by case are the same code", () =>
  withMember({ isAdmin: true }, async ({ ask: ada }) => {
    const add = (code: string) => ada("createProject", { orgId: ORG, body: residence(code) });
    strictEqual(codeOf(await add("ab1")), "ok");
    strictEqual(codeOf(await add("AB1")), "code-taken");
    const second = await answerOf(add("cd2"));
    const put = (code: string) =>
      ada("putProjectSettings", { projectId: second.id, body: residence(code) });
    strictEqual(codeOf(await put("Ab1")), "code-taken");
    strictEqual(codeOf(await put("CD2")), "ok");
    const building = (code: string) =>
      ada("addEquipment", {
        projectId: PROJECT,
        body: {
          kind: "building",
          settings: { name: "B", code },
          parentId: null,
          instrumented: false,
        },
      });
    strictEqual(codeOf(await building("bat-a")), "ok");
    strictEqual(codeOf(await building("BAT-A")), "code-taken");
  }));

Deno.test("of organisations created or renamed at once with equivalent names, one succeeds", () =>
  withResidence(async (built) => {
    const ask = await aPlatformAdmin(built);
    const create = (name: string) =>
      ask("createOrg", { body: { name, adminEmail: PLATFORM_ADMIN } });
    const made = await Promise.all([1, 2, 3, 4].map((n) => create(`Office ${n}`)));
    const ids = made.map((one) => one.ok ? one.answer.id : "");
    const rename = (name: string, rank: number) =>
      ask("putPlatformOrg", { orgId: ids[rank] ?? "", body: { name } });
    await givenToOne({
      "createOrg": (name) => create(`Habitat ${name}`),
      "putPlatformOrg": rename,
    });
    strictEqual(codeOf(await create("été")), "name-taken");
    strictEqual(codeOf(await rename("OFFICE 2", 1)), "ok");
  }));

Deno.test("name that several teams already have stays while another field of its team changes", () =>
  withMember({ isAdmin: true }, async ({ ask: ada, built: { store } }) => {
    const record = { name: "Nord", roles: [], accountIds: [], tags: [] };
    await store.atomic().set(keys.team(ORG, "one"), record)
      .set(keys.team(ORG, "other"), { ...record, name: "NORD" })
      .set(keys.houseType(PROJECT, "t"), { name: "T3", area: 60, occupants: 3 })
      .set(keys.houseType(PROJECT, "u"), { name: "t3", area: 60, occupants: 3 })
      .set(keys.outdoorSource(PROJECT, "s"), station("Essey"))
      .set(keys.outdoorSource(PROJECT, "o"), station("ESSEY")).commit();
    const put = (name: string) =>
      ada("putTeam", {
        orgId: ORG,
        teamId: "one",
        body: { name, roles: ["collect:read"], users: [], tags: [] },
      });
    strictEqual(codeOf(await put("Nord")), "ok");
    strictEqual(codeOf(await put("nord")), "name-taken");
    const type = (name: string) =>
      ada("putHouseType", {
        projectId: PROJECT,
        houseTypeId: "t",
        body: { name, area: 61, occupants: 3 },
      });
    strictEqual(codeOf(await type("T3")), "ok");
    strictEqual(codeOf(await type("t 3")), "ok");
    strictEqual(codeOf(await type("ｔ3")), "name-taken");
    const source = (name: string) =>
      ada("putOutdoorSource", {
        projectId: PROJECT,
        outdoorSourceId: "s",
        body: { ...station(name), station: "54526001" },
      });
    strictEqual(codeOf(await source("Essey")), "ok");
    strictEqual(codeOf(await source("essey")), "name-taken");
  }));
