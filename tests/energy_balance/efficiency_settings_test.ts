import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  aBoilerRoom,
  anOutdoorSource,
  aSeries,
  PROJECT,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { sourcesDraft } from "@/tests/helpers/drafts.ts";
import { codeOf } from "@/tests/helpers/fixtures.ts";

const SETTINGS = { area: 1_000, peopleNb: 50, q: 100, target: 40, threshold: 5, djuContract: null };

Deno.test("putEfficiencySettings names the field of an area or a target of 0, and of an unknown source of DJU", () =>
  withMember({ roles: ["collect"], isAdmin: true }, async ({ ask }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const djuSource = await anOutdoorSource(ask);
    const put = async (over: Partial<typeof SETTINGS & { djuSource: string }>) => {
      const body = { ...SETTINGS, djuSource, ...over };
      const at = { projectId: PROJECT, boilerRoomId, fromDate: "2026-01-01" };
      const result = await ask("putEfficiencySettings", { ...at, body });
      return result.ok ? "ok" : [result.code, result.issues?.map(({ path }) => path)];
    };
    deepStrictEqual(await put({ area: 0 }), ["invalid-input", ["body.area"]]);
    deepStrictEqual(await put({ target: 0 }), ["invalid-input", ["body.target"]]);
    deepStrictEqual(await put({ djuSource: "none" }), ["unknown-reference", ["body.djuSource"]]);
    ok(await put({}) === "ok");
  }));

Deno.test("putEfficiencySources refuses sources based on an outdated version, and keeps those of the other user", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const place = { projectId: PROJECT, boilerRoomId };
    const read = async () => {
      const efficiency = await ask("getEfficiency", place);
      ok(efficiency.ok);
      return efficiency.answer;
    };
    const [own, other] = [await aSeries(ask, "GAZV"), await aSeries(ask, "GAZV")];
    const { versions } = await read();
    const put = async (sourceType: string, version: string | undefined) =>
      codeOf(
        await ask("putEfficiencySources", {
          ...place,
          body: { ...sourcesDraft({ sourceType }), version },
        }),
      );
    strictEqual(await put(own, versions.sources), "ok");
    strictEqual(await put(other, versions.sources), "conflict");
    const { sources, versions: { sources: current } } = await read();
    strictEqual(sources?.sourceType, own);
    strictEqual(await put(other, current), "ok");
  }));
