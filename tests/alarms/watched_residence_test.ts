import { deepStrictEqual, ok } from "node:assert/strict";
import { watchedResidence } from "@/lib/alarms/monitored_residence.ts";
import type { EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import {
  aBoilerRoom,
  anEquipment,
  aSeries,
  at,
  PROJECT,
  withMember,
} from "@/tests/helpers/a_residence.ts";

// @spec alarms.subjects
Deno.test("watchedResidence() watches each kind of equipment with its own settings, once it has any", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const add = (kind: EquipmentKind) => anEquipment(ask, kind, { parentId: boilerRoomId });
    const rules = async () => {
      const { read } = await watchedResidence(built.platform.own.services, PROJECT);
      return new Map(read.map(({ equipmentId, rule }) => [equipmentId, rule]));
    };
    const errorCodeId = await add("boilerroom-errorcode");
    const faultDetectorId = await add("boilerroom-faultdetector");
    const cmvId = await add("cmv");
    const skydomeId = await add("skydome");
    const gateId = await add("gate");
    deepStrictEqual(await rules(), new Map());
    const name = "Équipement";
    const seriesId = await aSeries(ask, "ETAT", boilerRoomId);
    const room = { ...at, boilerRoomId };
    const errorCode = { name, seriesId, normalCodes: ["0"] };
    const fault = { name, seriesId, alarmKind: 2 as const };
    const cmv = { name, min: 1, max: 5, seriesId: await aSeries(ask, "TEMP", boilerRoomId) };
    const gate = { name, type: "gate" as const, alarmFrom: 4, hsType: "hours" as const, seriesId };
    const written = await Promise.all([
      ask("putErrorCodeSettings", { ...room, errorCodeId, body: errorCode }),
      ask("putFaultDetectorSettings", { ...room, faultDetectorId, body: fault }),
      ask("putCmvSettings", { ...at, cmvId, body: cmv }),
      ask("putSkydomeSettings", { ...at, skydomeId, body: { name, seriesId } }),
      ask("putGateSettings", { ...at, gateId, body: gate }),
    ]);
    ok(written.every((one) => one.ok), JSON.stringify(written));
    deepStrictEqual(
      await rules(),
      new Map<string | null, object>([
        [errorCodeId, { kind: "code", normalCodes: ["0"] }],
        [faultDetectorId, { kind: "fault", alarmKind: 2 }],
        [cmvId, { kind: "bounds", min: 1, max: 5, unit: "°C" }],
        [skydomeId, { kind: "skydome" }],
        [gateId, { kind: "open", alarmFromH: 4, hsType: "hours" }],
      ]),
    );
  }));
