import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { MOST_VALUES, parseBulk, parsePost } from "@/lib/ingest/emoncms.ts";
import { parseChirpstack, parseThingsStack } from "@/lib/ingest/lorawan_events.ts";
import type { ParsedReadings } from "@/lib/ingest/receive.ts";
import { sortedSources } from "@/lib/ingest/sensors_pages.ts";
import { aSeries, at, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { aCollector, sendLines } from "@/tests/helpers/some_series.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const RECEIVED_S = 1_735_700_000;

function post(
  query: string,
  node: string | null = null,
  timeZone = "Europe/Paris",
): ParsedReadings {
  return parsePost({ parameters: new URLSearchParams(query), nowS: RECEIVED_S, timeZone }, node);
}

function bulk(data: string, query = ""): ParsedReadings {
  return parseBulk({ parameters: new URLSearchParams(query), nowS: RECEIVED_S }, data);
}

/** Node, input, value and time of each reading; the message when there is none. */
function brief(parsed: ParsedReadings): unknown {
  if (!parsed.ok) return parsed.message;
  return parsed.readings.map(({ device, field, value, epochS }) => [
    device.tags[0]?.[1],
    field,
    value,
    epochS,
  ]);
}

/** The reading of the first input, without a node. */
const one = (epochS = RECEIVED_S, value = 1) => [["0", "1", value, epochS]];

const NOT_NUMERIC = "Format error, json value is not numeric";
const NOT_JSON = "Input in not a valid JSON object";

const POSTS: Record<string, readonly (readonly [query: string, expected: unknown])[]> = {
  "reads fulljson with its node, dated by its arrival": [
    ['node=emontx&fulljson={"power1":100,"power2":200.5}', [
      ["emontx", "power1", 100, RECEIVED_S],
      ["emontx", "power2", 200.5, RECEIVED_S],
    ]],
  ],
  "reads relaxed JSON, CSV by position, and `data` as either": [
    ["json={power1:100,temp:-2.5}", [
      ["0", "power1", 100, RECEIVED_S],
      ["0", "temp", -2.5, RECEIVED_S],
    ]],
    ["csv=100,200", [["0", "1", 100, RECEIVED_S], ["0", "2", 200, RECEIVED_S]]],
    ["data=power:7", [["0", "power", 7, RECEIVED_S]]],
    ["data=7,8", [["0", "1", 7, RECEIVED_S], ["0", "2", 8, RECEIVED_S]]],
  ],
  "prefers json to fulljson, fulljson to csv, csv to data": [
    ['json={a:1}&fulljson={"b":2}&csv=3&data=4', [["0", "a", 1, RECEIVED_S]]],
    ['fulljson={"b":2}&csv=3&data=4', [["0", "b", 2, RECEIVED_S]]],
    ["csv=3&data=4", one(RECEIVED_S, 3)],
  ],
  "reads the time from the parameter, then from a key of fulljson": [
    ["csv=1&time=1500000000", one(1_500_000_000)],
    ["csv=1&time=2017-07-14T02:40:00Z", one(1_500_000_000)],
    // 14 July 2017, 4:40 in Paris.
    ["csv=1&time=2017-07-14+04:40:00", one(1_500_000_000)],
    ['fulljson={"1":1,"time":1500000000}', one(1_500_000_000)],
    ['fulljson={"1":1,"Time":"2017-07-14T02:40:00Z"}', one(1_500_000_000)],
    ["csv=1&time=hier", "Format error, time is not a date"],
  ],
  "returns the same errors as Emoncms": [
    ["node=1", "Request contains no data via csv, json or data tag"],
    ["fulljson={power:1}", NOT_JSON],
    ["fulljson=[1]", NOT_JSON],
    ['fulljson={"a":"x"}', NOT_NUMERIC],
    ['fulljson={"a":{"b":1}}', NOT_NUMERIC],
    ["json={a:x}", NOT_NUMERIC],
    ["csv=1,,2", "Format error: csv value is not numeric"],
  ],
};

for (const [does, cases] of Object.entries(POSTS)) {
  Deno.test(`parsePost() ${does}`, () => {
    for (const [query, expected] of cases) deepStrictEqual(brief(post(query)), expected, query);
  });
}

Deno.test("parsePost() takes the node from the path first, without characters that names exclude", () => {
  deepStrictEqual(brief(post("node=b&csv=1", "a/<x>")), [["ax", "1", 1, RECEIVED_S]]);
  deepStrictEqual(brief(post("node=%3C%3E&csv=1")), one());
});

Deno.test("parsePost() and parseBulk() read decimal numbers only", () => {
  deepStrictEqual(brief(post("csv=+1.5,-2,1e3")), [
    ["0", "1", 1.5, RECEIVED_S],
    ["0", "2", -2, RECEIVED_S],
    ["0", "3", 1_000, RECEIVED_S],
  ]);
  for (const written of ["0x10", "0b1", "0o7", "Infinity"]) {
    strictEqual(brief(post(`csv=${written}`)), "Format error: csv value is not numeric", written);
    strictEqual(brief(post(`fulljson={"a":"${written}"}`)), NOT_NUMERIC, written);
    strictEqual(brief(bulk(`[[0,16,"${written}"]]`)), NOT_NUMERIC, written);
  }
});

Deno.test("parseBulk() counts back from now: the last item is dated now", () => {
  deepStrictEqual(brief(bulk('[[0,16,1137],[2,17,1437,3164],[4,19,{"power":1412},5]]')), [
    ["16", "1", 1137, RECEIVED_S - 4],
    ["17", "1", 1437, RECEIVED_S - 2],
    ["17", "2", 3164, RECEIVED_S - 2],
    ["19", "power", 1412, RECEIVED_S],
    ["19", "1", 5, RECEIVED_S],
  ]);
});

// @spec collectors.protocols
Deno.test("parsePost() reads a date without an offset in the time zone of the residence", () => {
  const at = (time: string, timeZone?: string) =>
    brief(post(`csv=1&time=${encodeURIComponent(time)}`, null, timeZone));
  const expected = one(1_500_000_000);
  for (const day of ["2017-07-14", "2017/07/14", "14/07/2017", "14 Jul 2017", "Jul-14-2017"]) {
    // 02:40 UTC is 04:40 in Paris in summer, and 06:40 in La Réunion.
    deepStrictEqual(at(`${day} 04:40:00`), expected, day);
    deepStrictEqual(at(`${day} 06:40:00`, "Indian/Reunion"), expected, day);
  }
  for (const given of ["2017-07-14T04:40:00+02:00", "Fri, 14 Jul 2017 02:40:00 GMT"]) {
    deepStrictEqual(at(given, "Indian/Reunion"), expected, given);
  }
  const missing = ["32 Jul 2017 04:40", "30 Feb 2017 04:40", "2017-02-29", "2017-02-30T04:02:00Z"];
  for (const wrong of ["14 Jul 275000 04:40", "hier", ...missing]) {
    strictEqual(at(wrong), "Format error, time is not a date", wrong);
  }
  // In Paris, 31 March 23:30 at -05:00 is 1 April.
  deepStrictEqual(at("31 Mar 2017 23:30:00 -0500"), one(Date.UTC(2017, 3, 1, 4, 30) / 1_000));
});

Deno.test("parsePost() reads a time that the clock shows twice as the one that has just passed", () => {
  // 25 October 2026, 2:30: at 0:30 UTC, then at 1:30 UTC.
  const [firstS, secondS] = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)]
    .map((ms) => ms / 1_000);
  const readAt = (nowS: number, time: string) => {
    const parameters = new URLSearchParams({ csv: "1", time });
    const parsed = parsePost({ parameters, nowS, timeZone: "Europe/Paris" }, null);
    return parsed.ok ? parsed.readings[0]?.epochS : parsed.message;
  };
  for (const time of ["2026-10-25 02:30", "25 Oct 2026 02:30:00"]) {
    strictEqual(readAt((firstS ?? 0) + 20, time), firstS);
    strictEqual(readAt((secondS ?? 0) + 20, time), secondS);
    // The clock of the sender is a little ahead.
    strictEqual(readAt((secondS ?? 0) - 20, time), secondS);
    // Sent again a day later.
    strictEqual(readAt((secondS ?? 0) + 86_400, time), firstS);
  }
});

Deno.test("parseBulk() counts from sentat, else offset, else time", () => {
  for (
    const [query, epochS] of [
      ["sentat=543&offset=1&time=1", RECEIVED_S - 23],
      ["offset=600", RECEIVED_S - 80],
      ["time=1500000000", 1_500_000_520],
    ] as const
  ) {
    deepStrictEqual(brief(bulk("[[520,16,1],[530,16,2]]", query)), [
      ["16", "1", 1, epochS],
      ["16", "1", 2, epochS + 10],
    ]);
  }
  strictEqual(brief(bulk("[[0,16,1]]", "sentat=x")), "Format error, time is not a date");
});

Deno.test("parseBulk() skips short items and nulls, and refuses any other JSON than a list of numbers", () => {
  // A null keeps its position.
  deepStrictEqual(brief(bulk("[[0,16],[0,17,null,2],5]")), [["17", "2", 2, RECEIVED_S]]);
  const notBulk = "Format error, json string supplied is not valid";
  for (const data of ["", "{}", "[[", '[["x",16,1]]']) strictEqual(brief(bulk(data)), notBulk);
  strictEqual(brief(bulk('[[0,16,"x"]]')), NOT_NUMERIC);
});

Deno.test("parseBulk() limits the size of one request", () => {
  const parsed = bulk(`[[0,1,${Array(MOST_VALUES + 1).fill(1).join()}]]`);
  ok(!parsed.ok && parsed.message.includes(String(MOST_VALUES)));
});

Deno.test("parsePost() and parseBulk() never throw, and return only finite numbers and booleans", () => {
  const anything = fc.oneof(fc.string(), fc.json(), fc.stringMatching(/^[[\]{}:",0-9a]{0,40}$/));
  fc.assert(
    fc.property(anything, fc.constantFrom("json", "fulljson", "csv", "data"), (text, name) => {
      for (const parsed of [post(new URLSearchParams({ [name]: text }).toString()), bulk(text)]) {
        if (parsed.ok) {
          ok(parsed.readings.every(({ value }) => Number.isFinite(Number(value)) && value !== ""));
        }
      }
    }),
    { seed: 20260101, numRuns: 500 },
  );
});

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

/** The readings of a body, as `[field, value, epochS]`, or why there are none. */
function chirpstack(body: unknown, event = "up") {
  return briefOf(parseChirpstack(event, { body, nowS: NOW_S }));
}

function thingsStack(body: unknown) {
  return briefOf(parseThingsStack({ body, nowS: NOW_S }));
}

function briefOf(parsed: ParsedReadings) {
  if (!parsed.ok) return parsed.message;
  if (parsed.eventId === undefined) return "ignored";
  return parsed.readings.map(({ field, value, epochS }) => [field, value, epochS]);
}

const UPLINK_S = Date.UTC(2026, 0, 15, 8, 20, 31) / 1000;

Deno.test("parseChirpstack() flattens the object of the device's decoder, at the uplink's time", () => {
  const parsed = parseChirpstack("up", { body: UPLINK, nowS: NOW_S });
  ok(parsed.ok);
  strictEqual(parsed.eventId, UPLINK.deduplicationId);
  deepStrictEqual(briefOf(parsed), [
    ["temperatureSensor.1", 25.5, UPLINK_S],
    ["open", true, UPLINK_S],
    ["state", "ok", UPLINK_S],
    ["list.0", 3, UPLINK_S],
    ["list.1", 4, UPLINK_S],
  ]);
  deepStrictEqual(parsed.readings[0], {
    line: 1,
    device: { measurement: "up", tags: [["dev_eui", "01010101010101ab"], ["house", "A12"]] },
    field: "temperatureSensor.1",
    value: 25.5,
    epochS: UPLINK_S,
  });
});

/** An uplink of version 3, as its default JSON is. */
const UPLINK_3 = {
  applicationID: "7",
  deviceName: "A12-temp",
  devEUI: "01010101010101AB",
  rxInfo: [{ gatewayID: "0016c001f153a14c", time: null }, { time: "2026-01-15T08:20:31.123Z" }],
  fCnt: 4,
  data: "qg==",
  object: { temperature: 25.5 },
  tags: { house: "A12" },
};

// @spec collectors.device-events
Deno.test("parseChirpstack() reads version 3 as the same source, also written as protobuf's JSON", () => {
  const { object: _, ...bare } = UPLINK_3;
  const inBase64 = { ...bare, devEUI: "AQEBAQEBAas=", objectJSON: '{"temperature":25.5}' };
  const parsed = [UPLINK_3, inBase64].map((body) => parseChirpstack("up", { body, nowS: NOW_S }));
  deepStrictEqual(parsed[0], parsed[1]);
  const [first] = parsed;
  ok(first?.ok);
  strictEqual(first.eventId, "01010101010101ab:up:4:2026-01-15T08:20:31.123Z");
  deepStrictEqual(first.readings, [{
    line: 1,
    device: { measurement: "up", tags: [["dev_eui", "01010101010101ab"], ["house", "A12"]] },
    field: "temperature",
    value: 25.5,
    epochS: UPLINK_S,
  }]);
  const status = { devEUI: UPLINK_3.devEUI, margin: 7, batteryLevel: 88.6 };
  deepStrictEqual(chirpstack(status, "status"), [
    ["margin", 7, NOW_S],
    ["batteryLevel", 88.6, NOW_S],
  ]);
});

/** A message as a webhook of The Things Stack posts it. */
const THINGS_STACK = {
  end_device_ids: {
    device_id: "a12-temp",
    application_ids: { application_id: "residences" },
    dev_eui: "01010101010101AB",
  },
  correlation_ids: ["as:up:01E0WZGT6Y7657CPFPE5WEYDSQ"],
  received_at: "2026-01-15T08:20:32.447941836Z",
  uplink_message: {
    f_port: 1,
    f_cnt: 5,
    frm_payload: "qg==",
    decoded_payload: { temperature: 25.5 },
    received_at: "2026-01-15T08:20:31.447941836Z",
  },
};

// @spec collectors.device-events
Deno.test("parseThingsStack() reads the decoded payload as ChirpStack's source, and ignores other messages", () => {
  const parsed = parseThingsStack({ body: THINGS_STACK, nowS: NOW_S });
  ok(parsed.ok);
  strictEqual(parsed.eventId, "01010101010101ab:5:2026-01-15T08:20:31.447941836Z");
  deepStrictEqual(parsed.readings[0]?.device, {
    measurement: "up",
    tags: [["dev_eui", "01010101010101ab"]],
  });
  deepStrictEqual(briefOf(parsed), [["temperature", 25.5, UPLINK_S]]);
  const { uplink_message: _, ...join } = THINGS_STACK;
  strictEqual(thingsStack({ ...join, join_accept: {} }), "ignored");
  strictEqual(thingsStack(UPLINK), 'not an event "uplink_message": end_device_ids');
  strictEqual(thingsStack([]), 'not an event "uplink_message": body');
});

// @spec collectors.device-memory
Deno.test("entries of a device's memory are past values, each at its own date", () => {
  const history = [
    { timestamp: UPLINK_S - 3_600, temperature: 19, humidity: 40 },
    { timestamp: 1_000 * (UPLINK_S - 1_800), temperature: 20 },
    { time: "2026-01-15T09:10:31+01:00", temperature: 21 },
  ];
  deepStrictEqual(chirpstack({ ...UPLINK, object: { temperature: 25.5, history } }), [
    ["temperature", 25.5, UPLINK_S],
    ["temperature", 19, UPLINK_S - 3_600],
    ["humidity", 40, UPLINK_S - 3_600],
    ["temperature", 20, UPLINK_S - 1_800],
    ["temperature", 21, UPLINK_S - 600],
  ]);
  const channels = [{ ts: UPLINK_S - 60, pulses: 3 }];
  deepStrictEqual(chirpstack({ ...UPLINK, object: { channels } }), [
    ["channels.pulses", 3, UPLINK_S - 60],
  ]);
  // An entry without a date has the event's, and its rank in the list.
  const mixed = [{ ts: UPLINK_S - 60, pulses: 3 }, { pulses: 4 }];
  deepStrictEqual(chirpstack({ ...UPLINK, object: { mixed } }), [
    ["mixed.0.ts", UPLINK_S - 60, UPLINK_S],
    ["mixed.0.pulses", 3, UPLINK_S],
    ["mixed.1.pulses", 4, UPLINK_S],
  ]);
  const long = Array.from({ length: 300 }, (_, n) => ({ ts: UPLINK_S - 60 * n, pulses: n }));
  strictEqual(chirpstack({ ...UPLINK, object: { history: long } }).length, 300);
});

Deno.test("parseChirpstack() reads the margin of a status, and its battery where it was measured", () => {
  const status = { ...UPLINK, object: undefined, margin: 7 };
  const margin = ["margin", 7, UPLINK_S];
  // Without a battery or a measurement of it, ChirpStack sends the default of the field.
  for (
    const [battery, ...values] of [
      [{ batteryLevel: 88.6 }, ["batteryLevel", 88.6, UPLINK_S]],
      [{ batteryLevel: 0, externalPowerSource: true, batteryLevelUnavailable: false }],
      [{ batteryLevel: 0, externalPowerSource: false, batteryLevelUnavailable: true }],
      [{ batteryLevel: 0, externalPowerSource: false, batteryLevelUnavailable: false }, [
        "batteryLevel",
        0,
        UPLINK_S,
      ]],
    ]
  ) deepStrictEqual(chirpstack({ ...status, ...battery }, "status"), [margin, ...values]);
});

Deno.test("parseChirpstack() dates an event without time by its arrival, and accepts one without values", () => {
  const bare = { deduplicationId: "a", deviceInfo: { devEui: "0101010101010101" } };
  deepStrictEqual(chirpstack(bare), []);
  deepStrictEqual(chirpstack({ ...bare, object: { temperature: 20 } }), [
    ["temperature", 20, NOW_S],
  ]);
  for (const event of ["join", "ack", "log"]) strictEqual(chirpstack(bare, event), "ignored");
});

Deno.test("a body that is not a device event is refused, with what is wrong", () => {
  const many = Object.fromEntries(Array.from({ length: 257 }, (_, n) => [n, n]));
  const deep = JSON.parse(`${'{"a":'.repeat(20)}1${"}".repeat(20)}`);
  const wrong: (readonly [body: unknown, message: string])[] = [
    [null, 'not an event "up": body'],
    [[], 'not an event "up": body'],
    ["up", 'not an event "up": body'],
    [{}, 'not an event "up": deduplicationId'],
    [{ ...UPLINK, deduplicationId: "" }, 'not an event "up": deduplicationId'],
    [{ ...UPLINK, time: "hier" }, 'not an event "up": time'],
    // On the clock of an unknown time zone.
    [{ ...UPLINK, time: "2026-01-15T08:20:31.123" }, 'not an event "up": time'],
    [{ ...UPLINK, deviceInfo: { devEui: "../../x" } }, 'not an event "up": deviceInfo.devEui'],
    [{ ...UPLINK_3, devEUI: "AQEB" }, 'not an event "up": devEUI'],
    [{ ...UPLINK, object: many }, "more than 256 different values"],
    [{ ...UPLINK, object: deep }, "a value nested deeper than 8: a.a.a.a.a.a.a.a.a"],
    [{ ...UPLINK, object: { ["x".repeat(257)]: 1 } }, "a name longer than 256"],
    [{ ...UPLINK, object: 5 }, "the decoded payload is not an object"],
  ];
  for (const [body, message] of wrong) strictEqual(chirpstack(body), message);
  match(String(chirpstack(UPLINK, "")), /\/things-stack/);
});

// @spec imports.units
Deno.test("attachSource() refuses a series whose unit the source does not convert to; what it sent waits", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    const second = Math.floor(built.clock.now() / 1_000) - 60;
    const lines = `power,serial=1,unit_of_measurement=W value=600 ${second}`;
    ok((await sendLines(built.platform, await aCollector(ask), lines)).kind === "stored");
    const [energy, heat] = [await aSeries(ask, "ELEC"), await aSeries(ask, "TEMP")];
    const body = { source: "power,serial=1 value", houseId: null };
    for (const series of [energy, heat]) {
      strictEqual(await codeOfCall(ask("attachSource", { ...at, series, body })), "unit-mismatch");
    }
    const [waiting] = await answerOf(ask("listUnknownSources", at));
    deepStrictEqual([waiting?.source, waiting?.unit, waiting?.readingCount], [
      "power,serial=1 value",
      "W",
      1,
    ]);
    strictEqual(waiting !== undefined && "droppedCount" in waiting, false);
  }));

Deno.test("sortedSources() groups the sources of dwellings by measurement, and leaves the others", () => {
  const [firstSeenAt, lastSeenAt] = ["2026-01-15T08:00:00.000Z", "2026-01-15T08:00:00.000Z"];
  const unknown = (source: string, houseId: string | null, measure: string | null) => {
    return { source, houseId, measure, firstSeenAt, lastSeenAt, lastValue: 1, readingCount: 1 };
  };
  const lone = unknown("gaz value", null, null);
  deepStrictEqual(
    sortedSources([
      unknown("t,serial=1 value", "h1", "t,house=* value"),
      lone,
      unknown("t,serial=2 value", "h2", "t,house=* value"),
      unknown("t,serial=3 value", "h2", "t,house=* value"),
      unknown("h,serial=1 value", "h1", "h,house=* value"),
    ]),
    {
      measures: [
        { measure: "t,house=* value", sourceCount: 3, houseIds: ["h1", "h2"] },
        { measure: "h,house=* value", sourceCount: 1, houseIds: ["h1"] },
      ],
      others: [lone],
    },
  );
});
