import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { MOST_HOUSES } from "@/lib/housing/dwelling_settings.ts";
import { keys } from "@/lib/store/keys.ts";
import { aHouse, aHousingSeries, houseDraft, houseSettings } from "@/tests/helpers/a_dwelling.ts";
import { anEquipment, at, PROJECT, someone, withMember } from "@/tests/helpers/a_residence.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

function refusal(result: { ok: boolean; code?: string }): string | null {
  return result.ok ? null : result.code ?? "";
}

async function aType(ask: CallFunction, name = "T3"): Promise<string> {
  const body = { name, area: 62.5, occupants: 2.1 };
  return (await answerOf(ask("createHouseType", { ...at, body }))).id;
}

async function aGroup(ask: CallFunction): Promise<string> {
  return (await answerOf(ask("createAnonymousGroup", { ...at, body: { name: "Hall A" } }))).id;
}

// @spec housing.references
Deno.test("dwelling is created, read, changed with its references, and deleted", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const houseTypeId = await aType(ask);
    const anonymousGroupId = await aGroup(ask);
    const buildingId = await anEquipment(ask, "building");
    const serial = "0180A1";
    const houseId = await aHouse(ask, { name: "A10", houseTypeId }, serial);
    await aHouse(ask, { name: "A9" });
    const read = await answerOf(ask("listHouses", at));
    deepStrictEqual(read.map(({ settings }) => settings.name), ["A9", "A10"]);
    const { version, ...house } = read[1] ?? { version: "" };
    deepStrictEqual(house, {
      id: houseId,
      kind: "module",
      projectModuleId: null,
      serial,
      settings: houseSettings({ name: "A10", houseTypeId }),
      config: {},
    });
    const settings = houseSettings({
      name: "A10 bis",
      collectMode: 2,
      hourlyMode: 3,
      floor: 0,
      buildingId,
      anonymousGroupId,
    });
    const body = { ...settings, config: { Gardien: "non" }, version };
    ok((await ask("putHouseSettings", { ...at, houseId, body })).ok);
    const kept = { ...settings, name: "A10 ter" };
    ok((await ask("putHouseSettings", { ...at, houseId, body: kept })).ok);
    const [, after] = await answerOf(ask("listHouses", at));
    deepStrictEqual([after?.settings, after?.config], [kept, { Gardien: "non" }]);
    ok((await ask("deleteHouse", { ...at, houseId })).ok);
    const left = await answerOf(ask("listHouses", at));
    deepStrictEqual(left.map(({ settings }) => settings.name), ["A9"]);
    strictEqual(refusal(await ask("deleteHouse", { ...at, houseId })), "not-found");
  }));

Deno.test("createHouse() and putHouseSettings() refuse invalid references", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const houseId = await aHouse(ask);
    const room = await anEquipment(ask, "boilerroom");
    const wrong = [
      { buildingId: "nowhere" },
      { buildingId: room },
      { houseTypeId: "none" },
      { anonymousGroupId: "none" },
    ];
    for (const settings of wrong) {
      const made = await ask("createHouse", { ...at, body: houseDraft({}, settings) });
      strictEqual(refusal(made), "unknown-reference", JSON.stringify(settings));
      const put = await ask("putHouseSettings", { ...at, houseId, body: houseSettings(settings) });
      strictEqual(refusal(put), "unknown-reference", JSON.stringify(settings));
    }
  }));

Deno.test("serial of a deleted dwelling is free, and any number of dwellings may have none", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const houseId = await aHouse(ask, {}, "S1");
    ok((await ask("deleteHouse", { ...at, houseId })).ok);
    await aHouse(ask, {}, "S1");
    await aHouse(ask);
    await aHouse(ask);
  }));

Deno.test("createHouse() stops at the maximum number of dwellings of a residence", () =>
  withMember({ roles: ["collect"] }, async ({ ask, built: { store } }) => {
    const record = { ...houseDraft(), config: {} };
    for (let from = 0; from < MOST_HOUSES - 1; from += 499) {
      const atomic = store.atomic();
      const to = Math.min(from + 499, MOST_HOUSES - 1);
      for (let index = from; index < to; index++) {
        atomic.set(keys.house(PROJECT, `h${index}`), record);
      }
      await atomic.commit();
    }
    await aHouse(ask);
    const more = await ask("createHouse", { ...at, body: houseDraft() });
    strictEqual(refusal(more), "limit-reached");
    const all = await answerOf(ask("listHouses", at));
    strictEqual(all.length, MOST_HOUSES);
  }));

Deno.test("createHouse() counts the dwellings of a residence once, not for each creation", () =>
  withMember({ roles: ["collect"] }, async ({ ask, built: { store } }) => {
    const prefix = keys.house.under(PROJECT);
    let listCount = 0;
    const list = store.list.bind(store);
    store.list = (selector, options) => {
      if ("prefix" in selector && selector.prefix.join() === prefix.join()) listCount++;
      return list(selector, options);
    };
    for (let count = 0; count < 5; count++) await aHouse(ask);
    strictEqual(listCount, 1);
  }));

// @spec housing.fields
Deno.test("a free field of a dwelling has one line, and no colon in its name", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    for (const config of [{ "a:b": "c" }, { a: "deux\nlignes" }]) {
      const made = await ask("createHouse", { ...at, body: houseDraft({ config }) });
      strictEqual(refusal(made), "invalid-input");
    }
  }));

Deno.test("kinds of dwellings are listed by name, with the numbers in their order", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    await aType(ask, "T10");
    await aType(ask, "T3");
    const types = await answerOf(ask("listHouseTypes", at));
    deepStrictEqual(types.map(({ name, area, occupants }) => [name, area, occupants]), [
      ["T3", 62.5, 2.1],
      ["T10", 62.5, 2.1],
    ]);
  }));

Deno.test("the occupants' application has no right on a dwelling until a user grants it", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const houseId = await aHouse(ask);
    const read = async () => {
      return await answerOf(ask("listModuleRights", at));
    };
    const [before] = await read();
    deepStrictEqual([before?.houseId, before?.access], [houseId, 0]);
    const version = before?.version;
    const put = (access: 0 | 1 | 2 | 3) =>
      ask("putModuleRights", { ...at, houseId, body: { access, version } });
    ok((await put(2)).ok);
    deepStrictEqual((await read()).map(({ access }) => access), [2]);
    ok((await ask("deleteHouse", { ...at, houseId })).ok);
    strictEqual(refusal(await put(1)), "not-found");
    deepStrictEqual(await read(), []);
  }));

Deno.test("source is attached to a dwelling for a series of the dwellings, and is deleted with it", () =>
  withMember({ roles: ["collect"] }, async ({ ask, built: { store } }) => {
    const series = await aHousingSeries(ask);
    const houseId = await aHouse(ask);
    const attach = (source: string, to: string | null) =>
      ask("attachSource", { ...at, series, body: { source, houseId: to } });
    strictEqual(refusal(await attach("serial=1", null)), "unknown-reference");
    strictEqual(refusal(await attach("serial=1", "nobody")), "unknown-reference");
    ok((await attach("serial=1", houseId)).ok);
    const claimed = await answerOf(ask("listSeriesSources", { ...at, series }));
    deepStrictEqual(claimed.map((one) => [one.source, one.houseId]), [
      ["serial=1", houseId],
    ]);
    ok(
      (await ask("importReadings", {
        ...at,
        body: "date;serie;valeur\n01/01/2025;serial=1;20,5",
      })).ok,
    );
    const heads = async () => {
      const found: string[] = [];
      const prefix = keys.seriesHead.under(PROJECT);
      for await (const { key } of store.list({ prefix })) found.push(String(key.at(-1)));
      return found;
    };
    const fixed = await ask("putDataseries", {
      ...at,
      series,
      body: seriesDraft({ dataUnitId: "EFSV", scope: "housing" }),
    });
    strictEqual(refusal(fixed), "in-use");
    ok((await ask("deleteHouse", { ...at, houseId })).ok);
    const left = await ask("listSeriesSources", { ...at, series });
    deepStrictEqual(left, { ok: true, answer: [] });
    deepStrictEqual(await heads(), []);
    ok((await ask("deleteDataseries", { ...at, series })).ok);
  }));

Deno.test("series of dwellings are written by a user who administers dwellings, not by one who writes boiler rooms", () =>
  withMember({ roles: ["collect"] }, async ({ built }) => {
    const heating = await someone(built, { email: "h@b.fr", roles: ["collect:boilerroom:write"] });
    const dwellings = await someone(built, { email: "d@b.fr", roles: ["collect:houseadmin"] });
    const series = await aHousingSeries(dwellings);
    const houseId = await aHouse(dwellings);
    const source = { source: "serial=1", houseId };
    ok((await dwellings("attachSource", { ...at, series, body: source })).ok);
    const detached = { ...at, series, source: source.source };
    strictEqual(refusal(await heating("detachSource", detached)), "forbidden");
    strictEqual(refusal(await dwellings("detachSource", detached)), null);
    const body = seriesDraft({ dataUnitId: "HUM", scope: "housing" });
    strictEqual(refusal(await heating("createDataseries", { ...at, body })), "forbidden");
    const facility = { ...body, scope: "facilities" as const };
    strictEqual(
      refusal(await dwellings("createDataseries", { ...at, body: facility })),
      "forbidden",
    );
  }));
