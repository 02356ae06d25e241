import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { keys } from "@/lib/store/keys.ts";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { hire } from "@/tests/helpers/a_register.ts";
import {
  aBoilerRoom,
  anEquipment,
  aProject,
  aSeries,
  at,
  ORG,
  PROJECT,
  someone,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { sourcesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

interface Place {
  built: TestPlatform;
  admin: CallFunction;
}

function withPlace(test: (place: Place) => Promise<void>): Promise<void> {
  return withMember({
    email: "admin@bailleur.fr",
    isAdmin: true,
    roles: ["collect"],
  }, async ({ built, ask: admin }) => {
    await test({ built, admin });
  });
}

async function found(ask: CallFunction, q: string): Promise<string[]> {
  const result = await answerOf(ask("searchOrganisation", { orgId: ORG, q }));
  return result.hits.map(({ kind, label, detail }) =>
    [kind, label, detail].filter(Boolean).join(" | ")
  );
}

async function aSecondResidence({ store }: TestPlatform): Promise<void> {
  const location = { ...aProject().location, street: "3 rue Haute", city: "Épinal" };
  await store.atomic()
    .set(keys.project("p2"), aProject({ name: "Cité Jean-Moulin", code: "JM-02", location }))
    .set(keys.projectOfOrg(ORG, "p2"), true)
    .commit();
}

Deno.test("searchOrganisation finds residences by name, code, town and street, ignoring accents and case", () =>
  withPlace(async ({ built, admin }) => {
    await aSecondResidence(built);
    const line = "residence | Cité Jean-Moulin | JM-02, Épinal";
    for (const q of ["cite jean", "MOULIN", "jm-02", "epinal", "haute epinal"]) {
      deepStrictEqual(await found(admin, q), [line], q);
    }
    deepStrictEqual(await found(admin, "introuvable"), []);
  }));

Deno.test("searchOrganisation finds equipment, sources, gas delivery points and providers as soon as they are written", () =>
  withPlace(async ({ built, admin }) => {
    deepStrictEqual(await found(admin, "chaufferie nord"), []);
    const room = await aBoilerRoom(admin, "Chaufferie nord", "CH01");
    deepStrictEqual(await found(admin, "chaufferie nord"), [
      "equipment | Chaufferie nord | CH01",
    ]);
    const series = await aSeries(admin, "GAZV", room);
    const source = { source: "serial=ab-0101", houseId: null };
    await admin("attachSource", { ...at, series, body: source });
    deepStrictEqual(await found(admin, "0101"), ["sensor | serial=ab-0101"]);
    const sources = sourcesDraft({ sourceType: series, gazPce: "21546987412365" });
    const saved = await admin("putEfficiencySources", {
      ...at,
      boilerRoomId: room,
      body: sources,
    });
    strictEqual(saved.ok, true);
    deepStrictEqual(await found(admin, "2154698"), ["pce | 21546987412365"]);
    await hire(built, "Thermalia");
    await admin("putEquipmentSettings", {
      ...at,
      equipmentId: room,
      body: { name: "Chaufferie sud", code: "", instrumented: true },
    });
    deepStrictEqual(await found(admin, "thermalia"), ["provider | Thermalia"]);
    deepStrictEqual(await found(admin, "chaufferie"), ["equipment | Chaufferie sud"]);
  }));

// @spec facilities.equipment-codes, projects.search
Deno.test("searchOrganisation names the place of equipment with repeated names, and says no kind or code twice", () =>
  withPlace(async ({ admin }) => {
    for (const [name, code] of [["Chaufferie", "CH01"], ["Chaufferie", "CH02"]] as const) {
      const parentId = await aBoilerRoom(admin, name, code);
      await anEquipment(admin, "boilerroom-circuit", { name: "ECS", code: `${code}-C1`, parentId });
    }
    deepStrictEqual(await found(admin, "chaufferie"), [
      "equipment | Chaufferie, CH01",
      "equipment | Chaufferie, CH02",
    ]);
    deepStrictEqual(await found(admin, "ecs"), [
      "equipment | Chaufferie, CH01, ECS | Circuit de chauffage, CH01-C1",
      "equipment | Chaufferie, CH02, ECS | Circuit de chauffage, CH02-C1",
    ]);
  }));

// @spec contracting.residence-providers
Deno.test("searchOrganisation finds the providers in charge on the day in Paris, which starts before that of UTC", () =>
  withPlace(async ({ built, admin }) => {
    await hire(built, "Thermalia");
    const charge = { id: "d", startDate: "2026-02-11", endDate: null, providerId: "Thermalia" };
    const contract = { name: "Exploitation", code: "", equipment: null, allprojects: true };
    await built.store.atomic()
      .set(keys.contract(ORG, "Thermalia"), { ...contract, projects: [], dates: [charge] })
      .commit();
    const MINUTE_MS = 60_000;
    // From 12:00 to 23:59 of 10 February.
    built.clock.advance((12 * 60 - 1) * MINUTE_MS);
    deepStrictEqual(await found(admin, "thermalia"), []);
    built.clock.advance(MINUTE_MS);
    deepStrictEqual(await found(admin, "thermalia"), ["provider | Thermalia"]);
  }));

Deno.test("searchOrganisation leaves out a residence that is gone", () =>
  withPlace(async ({ built, admin }) => {
    await aSecondResidence(built);
    await built.store.atomic().delete(keys.project(PROJECT)).commit();
    deepStrictEqual(await found(admin, "cite jean"), [
      "residence | Cité Jean-Moulin | JM-02, Épinal",
    ]);
  }));

Deno.test("searchOrganisation finds delivery points of self-consumption by number and name, for a user who reads them", () =>
  withPlace(async ({ built, admin }) => {
    const info = { name: "Soleil", operationNumber: "", startDate: null };
    const body = { ...info, sharing: "dynamic" as const };
    ok((await admin("putAutoconsumptionInfo", { ...at, body })).ok);
    const meter = { seriesId: null, prm: "14000000000100" };
    const generator = { ...meter, name: "Toit nord", powerKW: 36 };
    ok((await admin("createProducer", { ...at, body: generator })).ok);
    const consumer = {
      ...meter,
      prm: "14000000000101",
      name: "Hélène Marchal",
      houseId: null,
      sharePercent: null,
    };
    ok((await admin("createConsumer", { ...at, body: consumer })).ok);
    const lines = ["prm | 14000000000100 | Toit nord", "prm | 14000000000101 | Hélène Marchal"];
    deepStrictEqual(await found(admin, "140000000001"), lines);
    deepStrictEqual(await found(admin, "helene"), lines.slice(1));
    const keeper = await someone(built, { email: "tom@bailleur.fr", roles: ["collect:acc:write"] });
    deepStrictEqual(await found(keeper, "toit"), lines.slice(0, 1));
    // Names are for those who declare the operation: not for other readers, nor for administrators
    // without the role.
    const reader = await someone(built, { email: "lea@bailleur.fr", roles: ["collect:read"] });
    const bare = await someone(built, { email: "zoe@bailleur.fr", isAdmin: true });
    for (const one of [reader, bare]) deepStrictEqual(await found(one, "140000000001"), []);
  }));

Deno.test("searchOrganisation finds dwellings by name and serial, and by these with words of their residence, where the residence shows them, for a user who reads them", () =>
  withPlace(async ({ built, admin }) => {
    const houseId = await aHouse(admin, { name: "Étage 2, porte 4" }, "0180A1");
    deepStrictEqual(await found(admin, "0180a1"), []);
    const features = await answerOf(admin("getProjectFeatures", at));
    await admin("putProjectFeatures", {
      ...at,
      body: { ...features, houseMode: 2 },
    });
    const line = "dwelling | Étage 2, porte 4 | 0180A1";
    deepStrictEqual(await found(admin, "0180a1"), [line]);
    const reader = await someone(built, { email: "lea@bailleur.fr", roles: ["collect:agg:daily"] });
    deepStrictEqual(await found(reader, "etage porte"), [line]);
    const result = await answerOf(reader("searchOrganisation", { orgId: ORG, q: "0180" }));
    strictEqual(result.hits[0]?.houseId, houseId);
    strictEqual(result.counts.dwelling, 1);
    const name = aProject().name.toLowerCase();
    deepStrictEqual(await found(admin, `${name} porte`), [line]);
    deepStrictEqual((await found(admin, name)).filter((one) => one === line), []);
    deepStrictEqual(await found(admin, "ailleurs porte"), []);
    const other = await someone(built, { email: "eve@bailleur.fr", roles: ["collect:minimal"] });
    deepStrictEqual(await found(other, "0180a1"), []);
  }));

Deno.test("searchOrganisation shows only what the caller may see", () =>
  withPlace(async ({ built, admin }) => {
    await aSecondResidence(built);
    const room = await aBoilerRoom(admin, "Chaufferie nord", "CH01");
    const series = await aSeries(admin, "GAZV", room);
    await admin("attachSource", {
      ...at,
      series,
      body: { source: "serial=ab-0101", houseId: null },
    });
    const reader = await someone(built, { email: "lea@bailleur.fr", roles: ["collect:minimal"] });
    deepStrictEqual(await found(reader, "moulin"), []);
    deepStrictEqual(await found(reader, "0101"), []);
    const result = await answerOf(reader("searchOrganisation", { orgId: ORG, q: "nord" }));
    strictEqual(result.hits[0]?.boilerRoomId, null);
    const other = await someone(built, { email: "eve@bailleur.fr" });
    deepStrictEqual(await found(other, "lilas"), []);
  }));

Deno.test("searchOrganisation lists twenty of a kind and counts them all, among two thousand residences", () =>
  withPlace(async ({ built, admin }) => {
    for (let from = 0; from < 2_000; from += 250) {
      const atomic = built.store.atomic();
      for (let at = from; at < from + 250; at++) {
        atomic.set(keys.project(`x${at}`), aProject({ name: `Résidence ${at}` }))
          .set(keys.projectOfOrg(ORG, `x${at}`), true);
      }
      await atomic.commit();
    }
    const result = await answerOf(admin("searchOrganisation", { orgId: ORG, q: "residence" }));
    strictEqual(result.hits.length, 20);
    strictEqual(result.counts.residence, 2_000);
    strictEqual(result.hits[1]?.label, "Résidence 1");
  }));

// @spec projects.search
Deno.test("searchOrganisation requires two characters", () =>
  withPlace(async ({ admin }) => {
    const result = await admin("searchOrganisation", { orgId: ORG, q: " a " });
    strictEqual(result.ok ? "ok" : result.code, "invalid-input");
  }));
