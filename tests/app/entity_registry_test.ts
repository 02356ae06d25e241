import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { doReferencesExist, entriesUnder, isReferredTo } from "@/lib/api/entities.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { REFERRERS } from "@/lib/app/entity_registry.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { DATA_UNIT_IDS } from "@/lib/timeseries/units.ts";
import { aHousingSeries, houseSettings } from "@/tests/helpers/a_dwelling.ts";
import { aPlatformAdmin, PLATFORM_ADMIN, withPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aSeries,
  ORG,
  PROJECT,
  someone,
  withMember,
  withResidence,
  writeResidence,
} from "@/tests/helpers/a_residence.ts";
import { LOCATION, reportDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import {
  DELETED,
  OF_ORGANISATION,
  type Pair,
  PAIRS,
  type Result,
  typedSeries,
} from "@/tests/helpers/referring.ts";

/**
 * Races of each pair: each side starts first in half of them, and the other starts that many reads
 * later.
 */
const RACES = 12;

let rank = 0;

for (const [family, pairs] of Object.entries(PAIRS)) {
  Deno.test(`concurrent deletion and reference are never both accepted: ${family}`, () =>
    withReferences(async (ask, store) => {
      for (const pair of pairs) {
        const both: string[] = [];
        for (let race = 0; race < RACES; race++) both.push(await raced(pair, { ask, store, race }));
        const fair = ["deleted", "referred to"];
        deepStrictEqual(both.filter((outcome) => !fair.includes(outcome)), [], pair.referred);
      }
      deepStrictEqual(await danglingIn(store), []);
    }));

  // @spec autoconsumption.uniqueness
  Deno.test(`referenced entity is not deleted, a deleted one is not referenced: ${family}`, () =>
    withReferences(async (ask, store) => {
      for (const pair of pairs) {
        const kind = pair.referred;
        const place = await pair.prepared?.(ask) ?? "";
        const id = await pair.made(ask);
        const placeId = OF_ORGANISATION.includes(kind) ? ORG : PROJECT;
        strictEqual(
          await isReferredTo({ store, referrers: REFERRERS }, { placeId, kind, id }),
          false,
        );
        strictEqual((await pair.referring(ask, { id, place, rank: rank++ })).ok, true);
        strictEqual(
          await isReferredTo({ store, referrers: REFERRERS }, { placeId, kind, id }),
          true,
        );
        strictEqual((await DELETED[kind](ask, id)).code, "in-use");
        const gone = await pair.made(ask);
        strictEqual((await DELETED[kind](ask, gone)).ok, true);
        strictEqual((await pair.referring(ask, { id: gone, place, rank: rank++ })).ok, false);
      }
    }));
}

for (const [family, pairs] of Object.entries(PAIRS)) {
  const reading = pairs.filter((pair) => pair.suits !== undefined);
  if (reading.length === 0) continue;
  // @spec series.suitable
  Deno.test(`of every unit and scope, only a suitable series is accepted: ${family}`, () =>
    withReferences(async (ask) => {
      for (const pair of reading) {
        const place = await pair.prepared?.(ask) ?? "";
        for (const unit of DATA_UNIT_IDS) {
          for (const scope of ["facilities", "housing"] as const) {
            const id = scope === "housing"
              ? await aHousingSeries(ask, unit)
              : await aSeries(ask, unit);
            const { ok, code, issues } = await pair.referring(ask, { id, place, rank: rank++ });
            const suits = scope === "facilities" && pair.suits?.includes(unit);
            const seen = { what: `${unit} of ${scope}`, outcome: ok ? "read" : code };
            deepStrictEqual(seen, { ...seen, outcome: suits ? "read" : "unsuitable-series" });
            strictEqual(issues?.length, suits ? undefined : 1, seen.what);
          }
        }
      }
    }));

  Deno.test(`series in use stays suitable: ${family}`, () =>
    withReferences(async (ask) => {
      for (const pair of reading) {
        const place = await pair.prepared?.(ask) ?? "";
        const series = await pair.made(ask);
        strictEqual((await pair.referring(ask, { id: series, place, rank: rank++ })).ok, true);
        for (const unit of DATA_UNIT_IDS) {
          const body = { ...typedSeries(unit), manualIndex: false };
          const put: Result = await ask("putDataseries", { projectId: PROJECT, series, body });
          strictEqual(put.ok ? "ok" : put.code, pair.suits?.includes(unit) ? "ok" : "in-use", unit);
        }
      }
    }));
}

function withReferences(test: (ask: CallFunction, store: Store) => Promise<void>): Promise<void> {
  return withPlatform(async (built) => {
    await writeResidence(built, { features: { housesConsreport: true } });
    await built.store.atomic()
      .set(keys.orgFeatures(ORG), { documentManagement: true }).commit();
    await test(
      await someone(built, { isAdmin: true, roles: ["collect", "collect:documents:write"] }),
      built.store,
    );
  });
}

/**
 * Deletes an entity while another is written that refers to it. @returns which of both succeeded
 */
async function raced(
  pair: Pair,
  { ask, store, race }: { ask: CallFunction; store: Store; race: number },
): Promise<string> {
  const place = await pair.prepared?.(ask) ?? "";
  const id = await pair.made(ask);
  const later = async () => {
    for (let read = 0; read < race; read += 2) await store.get(["probe"]);
  };
  const [deletes, refers] = race % 2 === 0 ? [() => {}, later] : [later, () => {}];
  const [deleted, referred] = await Promise.all([
    Promise.resolve(deletes()).then(() => DELETED[pair.referred](ask, id)),
    Promise.resolve(refers()).then(() => pair.referring(ask, { id, place, rank: rank++ })),
  ]);
  const done = [deleted.ok ? "deleted" : [], referred.ok ? "referred to" : []].flat();
  return done.join(" and ") || `${deleted.code}, ${referred.code}`;
}

/** Keys of the entries that refer to a missing entity. */
async function danglingIn(store: Store): Promise<string[]> {
  const dangling: string[] = [];
  for (const placeId of [PROJECT, ORG]) {
    for (const { refersTo, ...referrer } of REFERRERS) {
      const entries = await entriesUnder(store, referrer, placeId);
      for (const { key, value: record } of entries) {
        const found = await doReferencesExist({ store }, refersTo, { placeId, record, key });
        if (!found) dangling.push(key.join("/"));
      }
    }
  }
  return dangling;
}

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
      .set(keys.houseType(PROJECT, "u"), { name: "t3", area: 60, occupants: 3 }).commit();
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
  }));
