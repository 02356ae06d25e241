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
  PROJECT,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { LOCATION, settingsDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";

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
