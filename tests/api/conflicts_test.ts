import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds } from "@/lib/store/store.ts";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import {
  aBoilerRoom,
  anOutdoorSource,
  aSeries,
  at,
  type MemberResidence,
  ORG,
  OTHER_WRITER,
  PROJECT,
  someone,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { LOCATION, settingsDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf, codeOfCall } from "@/tests/helpers/fixtures.ts";

const SETTINGS = {
  name: "Chaufferie",
  code: "CH01",
  location: "Sous-sol",
  operator: "Thermalia",
  tempMin: 5,
  tempMax: 35,
  humMin: null,
  humMax: 80,
};

Deno.test("of two users who save one boiler room, the second gets a conflict, and nothing of theirs is written", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask: ada }) => {
    const eve = await someone(built, OTHER_WRITER);
    const boilerRoomId = await aBoilerRoom(ada);
    const place = { projectId: PROJECT, boilerRoomId };
    const { version } = await answerOf(ada("getBoilerRoom", place));
    const first = { ...SETTINGS, operator: "Caloris", version };
    deepStrictEqual(await ada("putBoilerRoomSettings", { ...place, body: first }), {
      ok: true,
      answer: null,
    });
    const second = { ...SETTINGS, name: "Chaufferie nord", version };
    const refused = await eve("putBoilerRoomSettings", { ...place, body: second });
    strictEqual(!refused.ok && refused.code, "conflict");
    strictEqual(!refused.ok && refused.status, 409);
    const after = await answerOf(eve("getBoilerRoom", place));
    deepStrictEqual([after.operator, after.name], ["Caloris", "Chaufferie"]);
  }));

Deno.test("of many concurrent saves from the same version, exactly one succeeds", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const djuSource = await anOutdoorSource(ask);
    const place = { projectId: PROJECT, boilerRoomId };
    const read = await answerOf(ask("getEfficiency", place));
    const version = read.versions.settings;
    const results = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        ask("putEfficiencySettings", {
          ...place,
          fromDate: "2024-07-01",
          body: settingsDraft(djuSource, { area: 1000 + index, version }),
        })),
    );
    const winners = results.flatMap((result, index) => result.ok ? [index] : []);
    strictEqual(winners.length, 1);
    const refusals = new Set(results.flatMap((result) => result.ok ? [] : [result.code]));
    deepStrictEqual([...refusals], ["conflict"]);
    const after = await answerOf(ask("getEfficiency", place));
    deepStrictEqual(
      after.settings.map(({ area }) => area),
      [1000 + (winners[0] ?? NaN)],
    );
  }));

Deno.test("code is used once in an organisation, for any number of concurrent calls", () =>
  withMember({ isAdmin: true }, async ({ ask }) => {
    const body = { name: "Les Tilleuls", code: "0312", location: LOCATION, tags: [] };
    const results = await Promise.all(
      Array.from({ length: 8 }, () => ask("createProject", { orgId: "o1", body })),
    );
    strictEqual(results.filter((result) => result.ok).length, 1);
    const other = await answerOf(
      ask("createProject", { orgId: "o1", body: { ...body, code: "0313" } }),
    );
    strictEqual(
      await codeOfCall(ask("putProjectSettings", { projectId: other.id, body })),
      "code-taken",
    );
    const free = { ...body, code: "0314" };
    ok((await ask("putProjectSettings", { projectId: other.id, body: free })).ok);
    ok((await ask("createProject", { orgId: "o1", body: { ...body, code: "0313" } })).ok);
  }));

Deno.test("the settings of a skydome based on an outdated version are refused, and those of the other user stay", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const parentId = await aBoilerRoom(ask);
    const settings = { name: "Lanterneau", code: "" };
    const body = { kind: "skydome" as const, instrumented: true, parentId, settings };
    const made = await ask("addEquipment", { projectId: PROJECT, body });
    ok(made.ok);
    const skydome = async () => {
      const room = await ask("getBoilerRoom", { projectId: PROJECT, boilerRoomId: parentId });
      ok(room.ok);
      return room.answer.skydomes[0];
    };
    const version = (await skydome())?.version;
    const put = async (name: string) => {
      const own = { name, seriesId: null, version };
      const at = { projectId: PROJECT, skydomeId: made.answer.id };
      const result = await ask("putSkydomeSettings", { ...at, body: own });
      return result.ok ? "ok" : result.code;
    };
    deepStrictEqual([await put("Nord"), await put("Sud")], ["ok", "conflict"]);
    strictEqual((await skydome())?.name, "Nord");
  }));

Deno.test("the settings of a building based on an outdated version are refused, and those of the other user stay", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const settings = { name: "Tour", code: "T1" };
    const body = { kind: "building" as const, instrumented: true, parentId: null, settings };
    const made = await ask("addEquipment", { projectId: PROJECT, body });
    ok(made.ok);
    const place = { projectId: PROJECT, buildingId: made.answer.id };
    const building = async () => {
      const read = await ask("getBuilding", place);
      ok(read.ok);
      return read.answer;
    };
    const { version } = await building();
    const put = async (name: string) => {
      const own = { ...settings, name, version };
      const result = await ask("putBuildingSettings", { ...place, body: own });
      return result.ok ? "ok" : result.code;
    };
    deepStrictEqual([await put("Nord"), await put("Sud")], ["ok", "conflict"]);
    strictEqual((await building()).name, "Nord");
  }));

Deno.test("every write stores its audit line in the same commit", () =>
  withMember({ roles: ["collect"] }, async ({ built, ask }) => {
    await aBoilerRoom(ask, "Chaufferie sud");
    const lines = await Array.fromAsync(built.store.list({ prefix: ["audit", "o1"] }));
    const [ada] = await Array.fromAsync(built.store.list({ prefix: ["account"] }));
    deepStrictEqual(lines.map(({ value }) => value), [{
      accountId: ada?.key[1],
      email: "ada@bailleur.fr",
      action: "addEquipment",
      projectId: PROJECT,
      subject: "Chaufferie sud",
    }]);
  }));

/** A stored thing: its version, and a call that writes it, based on a version, with another value or the stored ones. */
interface Edited {
  version(): Promise<string | undefined>;
  put(version: string | undefined, isOther: boolean): ReturnType<CallFunction>;
}

const THINGS: Readonly<Record<string, (ask: CallFunction) => Edited | Promise<Edited>>> = {
  "the settings of a residence": async (ask) => {
    const read = () => answerOf(ask("getProjectSettings", at));
    const { version: _, ...settings } = await read();
    return {
      version: async () => (await read()).version,
      put: (version, isOther) => {
        const name = isOther ? "Autre" : "Les Lilas du Nord";
        const body = { ...settings, name, location: LOCATION, version };
        return ask("putProjectSettings", { ...at, body });
      },
    };
  },
  "the features of a residence": async (ask) => {
    const read = () => answerOf(ask("getProjectFeatures", at));
    const { version: _, ...features } = await read();
    return {
      version: async () => (await read()).version,
      put: (version, isOther) => {
        const body = { ...features, display: true, tempOffset: isOther, version };
        return ask("putProjectFeatures", { ...at, body });
      },
    };
  },
  "the options of an organisation": (ask) => {
    const read = () => answerOf(ask("getCollectFeatures", { orgId: ORG }));
    return {
      version: async () => (await read()).version,
      put: (version, isOther) => {
        const body = { documentManagement: !isOther, version };
        return ask("putCollectFeatures", { orgId: ORG, body });
      },
    };
  },
  "an equipment": async (ask) => {
    const equipmentId = await aBoilerRoom(ask);
    return {
      version: async () => (await answerOf(ask("listEquipments", at)))[0]?.version,
      put: (version, isOther) => {
        const body = {
          name: isOther ? "Autre" : "Chaufferie Nord",
          code: "CH1",
          instrumented: true,
          version,
        };
        return ask("putEquipmentSettings", { ...at, equipmentId, body });
      },
    };
  },
  "a dwelling": async (ask) => {
    const houseId = await aHouse(ask);
    const read = async () => (await answerOf(ask("listHouses", at)))[0];
    const settings = (await read())?.settings;
    ok(settings);
    return {
      version: async () => (await read())?.version,
      put: (version, isOther) => {
        const body = { ...settings, name: isOther ? "B2" : "B1", version };
        return ask("putHouseSettings", { ...at, houseId, body });
      },
    };
  },
  "a series": async (ask) => {
    const series = await aSeries(ask, "GAZV");
    const read = async () => (await answerOf(ask("listDataseries", at)))[0];
    const stored = await read();
    ok(stored);
    const { scope, dataUnitId, importedUnit, manualIndex, equipmentId } = stored;
    const draft = { scope, dataUnitId, importedUnit, manualIndex, equipmentId };
    return {
      version: async () => (await read())?.version,
      put: (version, isOther) => {
        const renamed = isOther ? "Autre" : "Gaz";
        const body = { ...draft, renamed, dataSourceOptions: {}, version };
        return ask("putDataseries", { ...at, series, body });
      },
    };
  },
};

for (const [name, made] of Object.entries(THINGS)) {
  // @spec forms.same-values
  Deno.test(`an outdated edit of ${name} is saved when its values are stored already, else refused`, () =>
    withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }: MemberResidence) => {
      const { version, put } = await made(ask);
      const code = async (...asked: Parameters<typeof put>) => codeOf(await put(...asked));
      const old = await version();
      ok(old);
      strictEqual(await code(old, false), "ok");
      const [current, lines] = [await version(), await listIds(built.store, keys.audit.under(ORG))];
      strictEqual(await code(old, false), "ok");
      strictEqual(await code(old, true), "conflict");
      // Nothing was written.
      strictEqual(await version(), current);
      deepStrictEqual(await listIds(built.store, keys.audit.under(ORG)), lines);
      strictEqual(await code(current, true), "ok");
      strictEqual(await code(old, false), "conflict");
    }));
}
