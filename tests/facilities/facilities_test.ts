import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import {
  aBoilerRoom,
  anOutdoorSource,
  aSeries,
  PROJECT,
  someone,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { circuitDraft, settingsDraft, sourcesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf, codeOfCall } from "@/tests/helpers/fixtures.ts";

function anEquipment(ask: CallFunction, kind: EquipmentKind, parentId: string | null) {
  const settings = { name: kind, code: "" };
  const body = { kind, instrumented: true, parentId, settings };
  return ask("addEquipment", { projectId: PROJECT, body });
}

Deno.test("an equipment's place depends on its kind, and an equipment with parts keeps its place", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const room = await aBoilerRoom(ask);
    strictEqual(
      await codeOfCall(anEquipment(ask, "boilerroom-circuit", null)),
      "unknown-reference",
    );
    strictEqual(
      await codeOfCall(anEquipment(ask, "boilerroom-circuit", "nobody")),
      "unknown-reference",
    );
    // Neither has a parent.
    for (const kind of ["boilerroom", "building"] as const) {
      strictEqual(await codeOfCall(anEquipment(ask, kind, "nobody")), "unknown-reference", kind);
    }
    const circuit = await answerOf(anEquipment(ask, "boilerroom-circuit", room));
    ok((await ask("deleteEquipment", { projectId: PROJECT, equipmentId: circuit.id })).ok);
    ok((await ask("deleteEquipment", { projectId: PROJECT, equipmentId: room })).ok);
    deepStrictEqual(await ask("listEquipments", { projectId: PROJECT }), { ok: true, answer: [] });
  }));

Deno.test("user who writes only boiler rooms writes no building, and vice versa", () =>
  withMember({ roles: ["collect"] }, async ({ built }) => {
    const heating = await someone(built, { email: "h@b.fr", roles: ["collect:boilerroom:write"] });
    const walls = await someone(built, { email: "w@b.fr", roles: ["collect:building:write"] });
    const room = await answerOf(anEquipment(heating, "boilerroom", null));
    const building = await answerOf(anEquipment(walls, "building", null));
    const settings = { name: "Autre", code: "", instrumented: true };
    const put = (ask: CallFunction, equipmentId: string) =>
      ask("putEquipmentSettings", { projectId: PROJECT, equipmentId, body: settings });
    const remove = (ask: CallFunction, equipmentId: string) =>
      ask("deleteEquipment", { projectId: PROJECT, equipmentId });
    const refused = [
      await anEquipment(heating, "building", null),
      await anEquipment(walls, "boilerroom", null),
      await anEquipment(heating, "cmv", building.id),
      await put(heating, building.id),
      await put(walls, room.id),
      await remove(heating, building.id),
      await remove(walls, room.id),
    ];
    deepStrictEqual(refused.map((result) => !result.ok && result.code), Array(7).fill("forbidden"));
    ok((await put(heating, room.id)).ok && (await put(walls, building.id)).ok);
  }));

// @spec balance.efficiency
Deno.test("listBoilerRooms() tells a room with its sources and settings from one that lacks either", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const place = { projectId: PROJECT, boilerRoomId };
    const hasEfficiency = async () => {
      const list = await answerOf(ask("listBoilerRooms", { projectId: PROJECT }));
      return list.map((room) => room.hasEfficiency);
    };
    deepStrictEqual(await hasEfficiency(), [false]);
    const sources = sourcesDraft({ sourceType: await aSeries(ask, "GAZV", boilerRoomId) });
    ok((await ask("putEfficiencySources", { ...place, body: sources })).ok);
    deepStrictEqual(await hasEfficiency(), [false]);
    const settings = settingsDraft(await anOutdoorSource(ask));
    const dated = { ...place, fromDate: "2024-07-01", body: settings };
    ok((await ask("putEfficiencySettings", dated)).ok);
    deepStrictEqual(await hasEfficiency(), [true]);
  }));

Deno.test("a boiler room shows its settings, its circuits and its machines", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const boilerRoomId = await aBoilerRoom(ask, "Chaufferie nord");
    const place = { projectId: PROJECT, boilerRoomId };
    const flow = await aSeries(ask, "TDEP", boilerRoomId);
    const created = await answerOf(anEquipment(ask, "boilerroom-circuit", boilerRoomId));
    const circuit = circuitDraft({ outMin: 20, outMax: 75, outType: flow });
    const circuitId = created.id;
    ok((await ask("putCircuitSettings", { ...place, circuitId, body: circuit })).ok);
    const wrong = { ...circuit, backType: "no series" };
    strictEqual(
      await codeOfCall(ask("putCircuitSettings", { ...place, circuitId, body: wrong })),
      "unknown-reference",
    );
    const device = {
      kind: "heat-pump" as const,
      name: "PAC",
      productionSeriesId: null,
      consumptionSeriesId: null,
      powerKW: 30,
    };
    ok((await ask("addDevice", { ...place, body: device })).ok);
    const { name, circuits, devices } = await answerOf(ask("getBoilerRoom", place));
    deepStrictEqual([name, circuits.map(({ id: _, version: __, ...own }) => own)], [
      "Chaufferie nord",
      [circuit],
    ]);
    strictEqual(devices[0]?.powerKW, 30);
    const elsewhere = await aBoilerRoom(ask, "Autre");
    const other = { projectId: PROJECT, boilerRoomId: elsewhere, circuitId, body: circuit };
    strictEqual(await codeOfCall(ask("putCircuitSettings", other)), "not-found");
  }));

// @spec series.last-values
Deno.test("current data are empty after 24 hours, last data never", () =>
  withMember({ roles: ["collect"] }, async ({ ask, built, stored }) => {
    const room = await aBoilerRoom(ask);
    const series = await aSeries(ask, "TEMP", room);
    const nowS = built.clock.now() / 1_000;
    await stored.append([{
      seriesId: series,
      kind: "instant",
      readings: [{ epochS: nowS, value: 19.5 }],
    }]);
    const values = async () => {
      const current = await answerOf(ask("getCurrentData", { projectId: PROJECT }));
      const last = await answerOf(ask("getLastSensorData", { projectId: PROJECT }));
      return [current[0]?.value, last[0]?.value];
    };
    deepStrictEqual(await values(), [19.5, 19.5]);
    built.clock.advance(24 * 3_600_000 + 1_000);
    deepStrictEqual(await values(), [null, 19.5]);
    built.clock.advance(3 * 365 * 24 * 3_600_000);
    deepStrictEqual(await values(), [null, 19.5]);
  }));

Deno.test("series is visible to a user who reads its place", () =>
  withMember({ roles: ["collect"] }, async ({ ask, built }) => {
    const building = await anEquipment(ask, "building", null);
    ok(building.ok);
    const room = await aBoilerRoom(ask);
    const inRoom = await aSeries(ask, "GAZV", room);
    const inBuilding = await aSeries(ask, "TEMP", building.answer.id);
    const everywhere = await aSeries(ask, "IRRA", null);
    const seen = async (
      email: string,
      role: "collect:boilerroom:read" | "collect:building:read",
    ) => {
      const reader = await someone(built, { email, roles: [role] });
      const result = await answerOf(reader("getCurrentData", { projectId: PROJECT }));
      return result.map(({ seriesId }) => seriesId).sort();
    };
    deepStrictEqual(await seen("h@b.fr", "collect:boilerroom:read"), [inRoom, everywhere].sort());
    deepStrictEqual(await seen("w@b.fr", "collect:building:read"), [inBuilding, everywhere].sort());
  }));

Deno.test("a range of a series: months, weeks, days, hours and five minutes of one reading", () =>
  withMember({ roles: ["collect"] }, async ({ ask, stored }) => {
    const room = await aBoilerRoom(ask);
    const series = await aSeries(ask, "GAZV", room);
    const at = (text: string) => Date.parse(text) / 1_000;
    const readings = [
      { epochS: at("2026-01-05T07:00:00Z"), value: 100 },
      { epochS: at("2026-01-05T08:00:00Z"), value: 112 },
      { epochS: at("2026-01-05T08:05:00Z"), value: 113 },
    ];
    await stored.append([{ seriesId: series, kind: "index", readings }]);
    const found = async (segment: string, slot: string) => {
      const result = await answerOf(
        ask("getFacilityRangeData", { projectId: PROJECT, series, segment }),
      );
      return result.slots.find((one) => one.slot === slot);
    };
    const value = async (segment: string, slot: string) => (await found(segment, slot))?.value;
    strictEqual(await value("monthly-2026", "2026-01"), 13);
    strictEqual(await value("monthly-shifted-2025", "2026-01"), 13);
    strictEqual(await value("weekly-2026", "2026-W02"), 13);
    strictEqual(await value("daily-2026-01", "2026-01-05"), 13);
    // 8 h in Paris is 7 h UTC.
    strictEqual(await value("hourly-2026-01-05", "2026-01-05T08"), 12);
    strictEqual(await value("fivemin-2026-01-05", "2026-01-05T09:00"), 1);
    // 12 over the hour from the first register of all: 1 in five minutes; nothing before it, nor after the last one.
    const around = await Promise.all(["07:55", "08:00", "09:05"].map(async (time) => {
      const slot = await found("fivemin-2026-01-05", `2026-01-05T${time}`);
      return [slot?.value, slot?.completeness, slot?.estimated];
    }));
    deepStrictEqual(around, [[null, 0, false], [1, 1, true], [null, 0, false]]);
    const unknown = { projectId: PROJECT, series: "none", segment: "monthly-2026" };
    strictEqual(await codeOfCall(ask("getFacilityRangeData", unknown)), "not-found");
    const bad = await ask("getFacilityRangeData", { ...unknown, series, segment: "yearly-2026" });
    strictEqual(!bad.ok && bad.code, "bad-period");
  }));

// @spec facilities.five-minutes
Deno.test("half hours and five minutes of a facility are refused without the feature, and answered with it", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask }) => {
    const room = await aBoilerRoom(ask);
    const series = await aSeries(ask, "GAZV", room);
    await aSeries(ask, "IRRA");
    const at = { projectId: PROJECT };
    const codes = async (segment: string) => [
      codeOf(await ask("getFacilityRangeData", { ...at, series, segment })),
      codeOf(await ask("getIrradiance", { ...at, segment })),
      codeOf(await ask("getHybridConsumption", { ...at, boilerRoomId: room, segment })),
    ];
    const coarse = ["monthly-2026", "weekly-2026", "daily-2026-01", "hourly-2026-01-05"];
    const fine = ["halfhourly-2026-01-05", "fivemin-2026-01-05"];
    for (const segment of coarse) deepStrictEqual(await codes(segment), ["ok", "ok", "ok"]);
    for (const segment of fine) {
      deepStrictEqual(await codes(segment), ["forbidden", "forbidden", "forbidden"], segment);
    }
    const { version, ...features } = await answerOf(ask("getProjectFeatures", at));
    const body = { ...features, version, facilityFiveMin: true };
    await answerOf(ask("putProjectFeatures", { ...at, body }));
    for (const segment of fine) deepStrictEqual(await codes(segment), ["ok", "ok", "ok"]);
  }, { residence: { features: { facilityFiveMin: false } } }));

Deno.test("referenced series cannot be deleted; an unreferenced one is deleted with its readings", () =>
  withMember({ roles: ["collect"] }, async ({ ask, built, stored }) => {
    const room = await aBoilerRoom(ask);
    const series = await aSeries(ask, "GAZV", room);
    const source = { source: "gaz value", houseId: null };
    ok((await ask("attachSource", { projectId: PROJECT, series, body: source })).ok);
    const taken = await aSeries(ask, "GAZV", room);
    strictEqual(
      await codeOfCall(ask("attachSource", { projectId: PROJECT, series: taken, body: source })),
      "source-taken",
    );
    strictEqual(
      await codeOfCall(ask("deleteDataseries", { projectId: PROJECT, series })),
      "in-use",
    );
    const detached = { projectId: PROJECT, series, source: "gaz value" };
    ok((await ask("detachSource", detached)).ok);
    const readings = [{ epochS: built.clock.now() / 1_000, value: 1 }];
    await stored.append([{ seriesId: series, kind: "index", readings }]);
    strictEqual((await stored.last(series))?.value, 1);
    const other = { dataUnitId: "TEMP" as const, scope: "facilities" as const, renamed: null };
    const body = {
      ...other,
      importedUnit: null,
      manualIndex: false,
      equipmentId: room,
      dataSourceOptions: {},
    };
    strictEqual(
      await codeOfCall(ask("putDataseries", { projectId: PROJECT, series, body })),
      "in-use",
    );
    ok((await ask("deleteDataseries", { projectId: PROJECT, series })).ok);
  }));

// @spec facilities.equipment-codes
Deno.test("code belongs to one equipment of its residence, in any form; of two concurrent writes one is a conflict", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const add = (name: string, code: string) => {
      const settings = { name, code };
      const body = { kind: "boilerroom" as const, instrumented: true, parentId: null, settings };
      return ask("addEquipment", { projectId: PROJECT, body });
    };
    const both = await Promise.all([add("Nord", "CH01"), add("Sud", "CH01")]);
    deepStrictEqual(both.map((end) => end.ok ? "added" : end.code).sort(), ["added", "code-taken"]);
    const other = await aBoilerRoom(ask, "Est", "CH02");
    const taken = { name: "Est", code: "CH01" };
    const bounds = { tempMin: null, tempMax: null, humMin: null, humMax: null };
    const room = { ...taken, location: "", operator: "", ...bounds };
    const at = { projectId: PROJECT };
    const building = await answerOf(anEquipment(ask, "building", null));
    const refused = [
      await ask("putEquipmentSettings", {
        ...at,
        equipmentId: other,
        body: { ...taken, instrumented: true },
      }),
      await ask("putBoilerRoomSettings", { ...at, boilerRoomId: other, body: room }),
      await ask("putBuildingSettings", { ...at, buildingId: building.id, body: taken }),
    ];
    deepStrictEqual(refused.map((end) => !end.ok && end.code), Array(3).fill("code-taken"));
    const own = { name: "Est", code: "CH02", instrumented: false };
    ok((await ask("putEquipmentSettings", { ...at, equipmentId: other, body: own })).ok);
    ok((await anEquipment(ask, "building", null)).ok);
  }));
