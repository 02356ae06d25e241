import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  detailErrors,
  detailIn,
  type EquipmentDetail,
  isDetailed,
  readDetail,
  typedDetail,
} from "@/lib/domain/facilities/equipment_details.ts";
import { EQUIPMENT_KINDS } from "@/lib/domain/facilities/types.ts";

const DETAILS: readonly EquipmentDetail[] = [
  {
    kind: "boilerroom-circuit",
    own: {
      enabled: true,
      isHotWater: false,
      outMin: 20,
      outMax: 75.5,
      backMin: null,
      backMax: 60,
      outType: "s1",
      backType: null,
    },
  },
  { kind: "boilerroom-errorcode", own: { seriesId: "s1", normalCodes: ["0", "F 28"] } },
  { kind: "boilerroom-faultdetector", own: { seriesId: null, alarmKind: 3 } },
  { kind: "cmv", own: { seriesId: "s1", min: -2, max: null } },
  { kind: "skydome", own: { seriesId: null } },
  { kind: "gate", own: { seriesId: "s1", type: "door", alarmFrom: 2, hsType: "hours" } },
];

// @spec facilities.equipment-details
Deno.test("readDetail() reads back what typedDetail() shows, for each kind with settings of its own", () => {
  deepStrictEqual(DETAILS.map(({ kind }) => kind), EQUIPMENT_KINDS.filter(isDetailed));
  for (const detail of DETAILS) {
    const typed = typedDetail(detail);
    deepStrictEqual(detailErrors(detail.kind, typed), {}, detail.kind);
    deepStrictEqual(readDetail(detail.kind, typed), detail);
  }
});

Deno.test("detailErrors() wants bounds in order and in range", () => {
  deepStrictEqual(detailErrors("cmv", { min: "5", max: "4,5" }), { max: { code: "min", min: 5 } });
  deepStrictEqual(detailErrors("cmv", { min: "5", max: "5" }), {});
  deepStrictEqual(
    detailErrors("boilerroom-circuit", {
      outMin: "80",
      outMax: "20",
      backMin: "abc",
      backMax: "201",
    }),
    {
      outMax: { code: "min", min: 80 },
      backMin: { code: "number" },
      backMax: { code: "max", max: 200 },
    },
  );
  deepStrictEqual(detailErrors("gate", { type: "door", hsType: "none", alarmFrom: "-1" }), {
    alarmFrom: { code: "min", min: 0 },
  });
});

Deno.test("detailErrors() wants at most two hundred codes of at most fifty characters", () => {
  const codes = (count: number) => Array.from({ length: count }, (_, rank) => `E${rank}`).join(",");
  deepStrictEqual(detailErrors("boilerroom-errorcode", { normalCodes: codes(200) }), {});
  deepStrictEqual(detailErrors("boilerroom-errorcode", { normalCodes: codes(201) }), {
    normalCodes: { code: "max", max: 200 },
  });
  deepStrictEqual(detailErrors("boilerroom-errorcode", { normalCodes: "E".repeat(51) }), {
    normalCodes: { code: "maxlength", allowedLength: 50 },
  });
});

Deno.test("readDetail() takes codes once each, however they are parted, and no choice that is not offered", () => {
  const read = readDetail("boilerroom-errorcode", { normalCodes: " 0; F 28,\r\n0,, " });
  deepStrictEqual(read, {
    kind: "boilerroom-errorcode",
    own: { seriesId: null, normalCodes: ["0", "F 28"] },
  });
  strictEqual(readDetail("boilerroom-faultdetector", { alarmKind: "4" }), null);
  strictEqual(readDetail("gate", { type: "wall", hsType: "none", alarmFrom: "1" }), null);
});

Deno.test("detailIn() finds an equipment in its place, and nothing elsewhere", () => {
  const cmv = { id: "v1", name: "VMC", min: 1, max: 2, seriesId: null, version: "1" };
  const building = { cmvs: [cmv], skydomes: [], gates: [] };
  deepStrictEqual(detailIn(building, { id: "v1", kind: "cmv" }), { kind: "cmv", own: cmv });
  strictEqual(detailIn(building, { id: "v2", kind: "cmv" }), null);
  strictEqual(detailIn(building, { id: "v1", kind: "boilerroom-circuit" }), null);
});
