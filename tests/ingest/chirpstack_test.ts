import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { isValued, parseEvent } from "@/lib/ingest/chirpstack.ts";

const NOW_S = 1_768_500_000;

const UPLINK = {
  deduplicationId: "3ac7e3c4-4401-4b8d-9386-a5c902f9202d",
  time: "2026-01-15T08:20:31.123+00:00",
  deviceInfo: {
    tenantName: "OPH",
    deviceName: "A12-temp",
    devEui: "01010101010101AB",
    tags: { house: "A12" },
  },
  fCnt: 4,
  data: "qg==",
  object: { temperatureSensor: { 1: 25.5 }, open: true, state: "ok", none: null, list: [3, 4] },
  rxInfo: [{ gatewayId: "0016c001f153a14c", rssi: -36, snr: 10.5 }],
};

Deno.test("parseEvent() flattens the object of the device's decoder, at the uplink's time", () => {
  const parsed = parseEvent("up", UPLINK, NOW_S);
  strictEqual(parsed?.deduplicationId, UPLINK.deduplicationId);
  deepStrictEqual(parsed.readings.map(({ field, value }) => [field, value]), [
    ["temperatureSensor.1", 25.5],
    ["open", true],
    ["state", "ok"],
    ["list.0", 3],
    ["list.1", 4],
  ]);
  deepStrictEqual(parsed.readings[0], {
    line: 1,
    device: { measurement: "up", tags: [["dev_eui", "01010101010101ab"], ["house", "A12"]] },
    field: "temperatureSensor.1",
    value: 25.5,
    epochS: Date.UTC(2026, 0, 15, 8, 20, 31) / 1000,
  });
});

Deno.test("parseEvent() reads the margin and the battery of a status", () => {
  const status = { ...UPLINK, object: undefined, margin: 7, batteryLevel: 88.6 };
  deepStrictEqual(
    parseEvent("status", status, NOW_S)?.readings.map(({ field, value }) => [field, value]),
    [["margin", 7], ["batteryLevel", 88.6]],
  );
});

Deno.test("parseEvent() reads no battery level of a status without a battery or a measurement of it", () => {
  // ChirpStack then sends the default of the field.
  const status = { ...UPLINK, object: undefined, margin: 7, batteryLevel: 0 };
  const fieldsOf = (flags: Record<string, boolean>) =>
    parseEvent("status", { ...status, ...flags }, NOW_S)?.readings.map(({ field }) => field);
  deepStrictEqual(
    [
      fieldsOf({ externalPowerSource: true, batteryLevelUnavailable: false }),
      fieldsOf({ externalPowerSource: false, batteryLevelUnavailable: true }),
      fieldsOf({ externalPowerSource: false, batteryLevelUnavailable: false }),
    ],
    [["margin"], ["margin"], ["margin", "batteryLevel"]],
  );
});

Deno.test("parseEvent() dates an event without time by its arrival, and accepts one without values", () => {
  const bare = { deduplicationId: "a", deviceInfo: { devEui: "0101010101010101" } };
  deepStrictEqual(parseEvent("up", bare, NOW_S), { deduplicationId: "a", readings: [] });
  const timeless = { ...bare, object: { temperature: 20 } };
  strictEqual(parseEvent("up", timeless, NOW_S)?.readings[0]?.epochS, NOW_S);
});

Deno.test("parseEvent() refuses a body that is not a device event", () => {
  const wrong: unknown[] = [
    null,
    [],
    "up",
    {},
    { ...UPLINK, deduplicationId: "" },
    { ...UPLINK, time: "hier" },
    // On the clock of an unknown time zone.
    { ...UPLINK, time: "2026-01-15T08:20:31.123" },
    { ...UPLINK, deviceInfo: { devEui: "../../x" } },
    { ...UPLINK, object: Object.fromEntries(Array.from({ length: 257 }, (_, n) => [n, n])) },
    { ...UPLINK, object: JSON.parse(`${'{"a":'.repeat(20)}1${"}".repeat(20)}`) },
    { ...UPLINK, object: { ["x".repeat(257)]: 1 } },
    { ...UPLINK, object: 5 },
  ];
  for (const body of wrong) strictEqual(parseEvent("up", body, NOW_S), null);
});

Deno.test("isValued() is true for events that carry values", () => {
  deepStrictEqual(["up", "status", "join", "ack", "log", ""].filter(isValued), ["up", "status"]);
});
