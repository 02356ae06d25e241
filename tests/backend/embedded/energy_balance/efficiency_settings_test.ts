import { deepStrictEqual, ok } from "node:assert/strict";
import { aBoilerRoom, anOutdoorSource, PROJECT, withMember } from "@/tests/backend/a_residence.ts";

const SETTINGS = { area: 1_000, peopleNb: 50, q: 100, target: 40, threshold: 5, djuContract: null };

Deno.test("putEfficiencySettings names the field of an area or a target of 0, and of an unknown source of DJU", () =>
  withMember({ roles: ["collect"], isAdmin: true }, async ({ built, ask }) => {
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
    deepStrictEqual(built.faults, []);
  }));
