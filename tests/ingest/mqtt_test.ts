import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { takeMessage } from "@/lib/ingest/mqtt/messages.ts";
import { placeOfTopic, topicTemplate } from "@/lib/ingest/mqtt/topics.ts";
import { readMqttState, staySubscribed } from "@/lib/ingest/mqtt/subscriber.ts";
import { mqttText } from "@/lib/platform/text.ts";
import { keptPoints, readUnknown } from "@/lib/series/unknown_sources.ts";
import { keys } from "@/lib/store/keys.ts";
import { sourceKey } from "@/lib/timeseries/source_names.ts";
import { withFedApp } from "@/tests/api/a_residence.ts";
import { aBroker, type Broker, until } from "@/tests/helpers/a_broker.ts";
import { houseDraft } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { PROJECT, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { httpsInFrontOf } from "@/tests/tools/loopback.ts";

const TOPICS = ["p1=emon/{node}/{field}", "p1=emon/{node}", "{residence}/zigbee2mqtt/{serial}"];
const PASSWORD = "très:secret";

/** Starts a process that subscribes; it is stopped by the answer. */
function aSubscriber(
  { store, clock, platform }: TestPlatform,
  { port }: Pick<Broker, "port">,
  { reports = [], topics = TOPICS, password = PASSWORD, scheme = "mqtt", collectorOf }: {
    reports?: string[];
    topics?: readonly string[];
    password?: string;
    scheme?: "mqtt" | "mqtts";
    collectorOf?: Parameters<typeof staySubscribed>[0]["collectorOf"];
  } = {},
): () => Promise<void> {
  const stopping = new AbortController();
  const running = staySubscribed({
    store,
    now: clock.now,
    url: `${scheme}://suivi:${encodeURIComponent(password)}@127.0.0.1:${port}/essai`,
    topics,
    collectorOf: collectorOf ?? ((projectId) => platform.collectorAt(projectId)),
    report: (sentence) => void reports.push(sentence),
    stopping: stopping.signal,
    pauses: { lookMs: 20, reconnectMs: 50 },
  });
  return () => {
    stopping.abort();
    return running;
  };
}

interface Subscribed {
  readonly built: TestPlatform;
  readonly broker: Broker;
  readonly reports: string[];
  stop(): Promise<void>;
  /** Sources without a series, with their last value and how many readings were stored. */
  waiting(): Promise<unknown[]>;
  refusals(): Promise<unknown[]>;
}

function withSubscriber(test: (subscribed: Subscribed) => Promise<void>): Promise<void> {
  return withResidence(async (built) => {
    const ask = await someone(built, { roles: ["collect"] });
    const at = { projectId: PROJECT };
    const broker = await aBroker({ password: PASSWORD });
    const reports: string[] = [];
    const stop = aSubscriber(built, broker, { reports });
    try {
      await until(() => broker.subscribers.length > 0);
      await test({
        built,
        broker,
        reports,
        stop,
        waiting: async () =>
          (await answerOf(ask("listUnknownSources", at)))
            .map(({ source, lastValue, readingCount }) => [source, lastValue, readingCount]),
        refusals: async () =>
          (await answerOf(ask("listRefusedSources", at)))
            .map(({ source, cause, count }) => [source, cause, count]),
      });
    } finally {
      await stop();
      await broker.close();
    }
  });
}

// @spec collectors.mqtt-topics
Deno.test("a template of topics names the residence, the device and the value", () => {
  const cases: readonly [template: string, topic: string, residence: string, source: string][] = [
    ["r1=emon/{node}/{field}", "emon/emontx/power1", "r1", "emoncms,node=emontx power1"],
    [
      "{residence}/zigbee2mqtt/{serial}",
      "r2/zigbee2mqtt/salon",
      "r2",
      "zigbee2mqtt,serial=salon value",
    ],
    ["r1=tele/{serial}/SENSOR", "tele/prise 4/SENSOR", "r1", "tele,serial=prise 4 value"],
    ["site/{residence}/+/{house}/{field}", "site/r3/x/A12/eau", "r3", "site,house=A12 eau"],
    ["{residence}/{field}", "r4/puissance", "r4", "mqtt puissance"],
  ];
  for (const [written, topic, residence, source] of cases) {
    const template = topicTemplate(written);
    ok(template, written);
    const place = placeOfTopic([template], topic);
    ok(place, topic);
    strictEqual(place.residence, residence);
    strictEqual(sourceKey(place.device, place.field ?? "value"), source);
    for (const other of [`${topic}/x`, topic.slice(0, topic.lastIndexOf("/"))]) {
      strictEqual(placeOfTopic([template], other), null, other);
    }
  }
  strictEqual(topicTemplate("r1=a/+/{node}/b")?.filter, "a/+/+/b");
  const faulty = ["", "r1=", "emon/{node}", "r1={residence}/a", "r1=a/{node}/{node}", "r1=a/#"];
  for (const written of [...faulty, "r1=a/{Node}", "r1=a/x{node}", "r1=a b/{node}", "r1=a/b+"]) {
    strictEqual(topicTemplate(written), null, written);
  }
});

// @spec collectors.mqtt
Deno.test("messages of emonHub, zigbee2mqtt, Tasmota and gateways are readings", () =>
  withSubscriber(async ({ broker, waiting, stop, built }) => {
    await broker.deliver("emon/emontx/power1", "1234.5");
    await broker.deliver("emon/emontx/power1", " 1e3\n", { qos: 1 });
    await broker.deliver("emon/19", '{"power":10,"time":1760000000,"vide":null}');
    await broker.deliver(
      "p1/zigbee2mqtt/salon",
      '{"temperature":20.5,"state":"ON","update":{"ok":true}}',
    );
    await stop();
    const tasmota = aSubscriber(built, broker, { topics: ["p1=tele/{serial}/SENSOR"] });
    await until(() => broker.subscribers.length > 1);
    const hour = new Date(built.clock.now()).toISOString().slice(0, 19);
    await broker.deliver("tele/prise/SENSOR", `{"Time":"${hour}","AM2301":{"Temperature":21.4}}`);
    await tasmota();
    deepStrictEqual((await waiting()).toSorted(), [
      ["emoncms,node=19 power", 10, 1],
      ["emoncms,node=emontx power1", 1_000, 1],
      ["tele,serial=prise AM2301.Temperature", 21.4, 1],
      ["zigbee2mqtt,serial=salon state", "ON", 1],
      ["zigbee2mqtt,serial=salon temperature", 20.5, 1],
      ["zigbee2mqtt,serial=salon update.ok", "true", 1],
    ]);
    const sourceKey = "emoncms,node=19 power";
    const { value } = await readUnknown(built.store, { projectId: PROJECT, sourceKey });
    deepStrictEqual(keptPoints(value), [{ epochS: 1_760_000_000, value: 10 }]);
  }));

// @spec collectors.mqtt
Deno.test("a hostile message is refused and counted, and the next one is read", () =>
  withSubscriber(async ({ broker, reports, waiting, refusals }) => {
    const deep = 10_000;
    const hostile: readonly [topic: string, payload: string | Uint8Array][] = [
      ["emon/a/long", "1".repeat(1_024 * 1_024 + 1)],
      ["emon/a/deep", "[".repeat(deep) + "]".repeat(deep)],
      ["emon/a/bytes", new Uint8Array([0xff, 0xfe, 0x31])],
      ["emon/a/json", '{"power":'],
      ["emon/a/beyond", "1e400"],
      ["emon/b", '{"power":1e400}'],
      ["emon/a/text", "x".repeat(257)],
      ["emon/a/empty", ""],
      ["emon/a/many", JSON.stringify(Array.from({ length: 257 }, (_, n) => n))],
      ["p1/zigbee2mqtt/\u202e", "1"],
      ["nobody/zigbee2mqtt/x", "1"],
      ["other/topic", "1"],
    ];
    for (const [topic, payload] of hostile.slice(0, -1)) await broker.deliver(topic, payload);
    await broker.publish("other/topic", "1");
    await broker.deliver("emon/a/good", "1");
    deepStrictEqual((await waiting()).toSorted(), [
      ["emoncms,node=a good", 1, 1],
      ["zigbee2mqtt,serial=\u202e value", 1, 1],
    ]);
    deepStrictEqual((await refusals()).toSorted(), [
      ["emoncms,node=a beyond", "value", 1],
      ["emoncms,node=a bytes", "message", 1],
      ["emoncms,node=a deep", "message", 1],
      ["emoncms,node=a json", "message", 1],
      ["emoncms,node=a long", "message", 1],
      ["emoncms,node=a many", "message", 1],
      ["emoncms,node=a text", "text", 1],
      ["emoncms,node=b power", "value", 1],
    ]);
    deepStrictEqual(reports, [`The broker 127.0.0.1:${broker.port}: no residence "nobody"`]);
  }));

// @spec collectors.mqtt-retained
Deno.test("a message that the broker retained is passed over, unless it has its own date", () =>
  withSubscriber(async ({ built, broker, stop, waiting }) => {
    await broker.deliver("emon/a/live", "1", { retain: true });
    await broker.deliver("emon/b", '{"power":2,"time":1760000000}', { retain: true });
    await stop();
    for (const times of [2, 3]) {
      const stopAgain = aSubscriber(built, broker);
      await until(() =>
        broker.subscribers.length === times && broker.acknowledgedCount() === 2 * times
      );
      await stopAgain();
    }
    deepStrictEqual(await waiting(), [["emoncms,node=a live", 1, 1], [
      "emoncms,node=b power",
      2,
      1,
    ]]);
  }));

// @spec collectors.mqtt-acks
Deno.test("a message that could not be stored is sent again, and those of a stopped program wait", () =>
  withSubscriber(async ({ built, broker, reports, stop, waiting }) => {
    await stop();
    await broker.publish("emon/a/1", "1");
    await broker.publish("emon/a/2", "2");
    let failures = 3;
    const stopAgain = aSubscriber(built, broker, {
      reports,
      collectorOf: (projectId) => {
        if (failures-- > 0) throw new Error("the store is full");
        return built.platform.collectorAt(projectId);
      },
    });
    await until(() => broker.acknowledgedCount() === 2);
    await broker.deliver("emon/a/3", "3");
    await stopAgain();
    deepStrictEqual((await waiting()).toSorted(), [
      ["emoncms,node=a 1", 1, 1],
      ["emoncms,node=a 2", 2, 1],
      ["emoncms,node=a 3", 3, 1],
    ]);
    deepStrictEqual(reports, [`The broker 127.0.0.1:${broker.port}: the store is full`]);
  }));

// @spec collectors.mqtt-acks
Deno.test("a residence that publishes too often waits for the next minute", () =>
  withResidence(async (built) => {
    const broker = await aBroker();
    const stop = aSubscriber(built, broker);
    await until(() => broker.subscribers.length > 0);
    await broker.deliver("emon/a/1", "1");
    await broker.publish("emon/a/2", "2");
    await new Promise((resolve) => setTimeout(resolve, 200));
    strictEqual(broker.acknowledgedCount(), 1);
    built.clock.advance(60_000);
    await until(() => broker.acknowledgedCount() === 2);
    await stop();
    await broker.close();
  }, { rates: { writesPerCollectorAndMinute: 1 } }));

// @spec collectors.mqtt
Deno.test("a broker that stops and starts again is subscribed to again", () =>
  withSubscriber(async ({ broker, waiting }) => {
    await broker.deliver("emon/a/1", "1");
    const { port } = broker;
    await broker.close();
    const again = await aBroker({ port, password: PASSWORD });
    await until(() => again.subscribers.length > 0);
    await again.deliver("emon/a/2", "2");
    deepStrictEqual(again.subscribers, ["essai"]);
    deepStrictEqual((await waiting()).toSorted(), [
      ["emoncms,node=a 1", 1, 1],
      ["emoncms,node=a 2", 2, 1],
    ]);
    await again.close();
  }));

// @spec collectors.mqtt
Deno.test("a wrong password is reported once, without it", () =>
  withResidence(async (built) => {
    const broker = await aBroker({ password: PASSWORD });
    const reports: string[] = [];
    const stop = aSubscriber(built, broker, { reports, password: "faux:secret" });
    await until(() => reports.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await stop();
    await broker.close();
    strictEqual(reports.length, 1);
    match(reports[0] ?? "", /^The broker 127\.0\.0\.1:\d+: Connection refused/);
    strictEqual(reports.join().includes("secret"), false);
  }));

// @spec collectors.mqtt
Deno.test("a broker whose certificate nobody vouches for is not sent the password", () =>
  withResidence(async (built) => {
    const { url, close } = httpsInFrontOf(() => "");
    const reports: string[] = [];
    const port = Number(new URL(url).port);
    const stop = aSubscriber(built, { port }, { reports, scheme: "mqtts" });
    await until(() => reports.length > 0);
    await stop();
    await close();
    match(reports[0] ?? "", /certificate/i);
  }));

// @spec collectors.mqtt
Deno.test("a topic that the broker refuses is reported, and the others are read", () =>
  withResidence(async (built) => {
    const broker = await aBroker({ refused: "+/zigbee2mqtt/+" });
    const reports: string[] = [];
    const stop = aSubscriber(built, broker, { reports });
    await until(() => reports.length > 0);
    match(reports.join(), /one of emon\/\+\/\+, emon\/\+, \+\/zigbee2mqtt\/\+: Subscribe error/);
    await broker.deliver("emon/a/1", "1");
    await stop();
    await broker.close();
  }));

// @spec collectors.mqtt-once
Deno.test("one of two processes on a store subscribes, then the other", () =>
  withSubscriber(async ({ built, broker, stop, waiting }) => {
    const stopOther = aSubscriber(built, broker);
    await broker.deliver("emon/a/1", "1");
    strictEqual(broker.subscribers.length, 1);
    await stop();
    await broker.publish("emon/a/1", "2");
    await until(() => broker.acknowledgedCount() === 2);
    strictEqual(broker.subscribers.length, 2);
    deepStrictEqual(await waiting(), [["emoncms,node=a 1", 2, 1]]);
    await stopOther();
  }));

// @spec collectors.mqtt-state
Deno.test("the page of the jobs tells how the subscription goes, without its credentials", () =>
  withSubscriber(async ({ built: { store, clock }, broker, stop, reports }) => {
    await broker.deliver("emon/emontx/power1", "12");
    await broker.deliver("inconnue/zigbee2mqtt/salon", "1");
    await until(() => reports.length > 0);
    const shown = async () => await readMqttState(store, clock.now());
    await until(async () => (await shown())?.refusedCount === 1);
    const now = clock.now();
    const host = `127.0.0.1:${broker.port}`;
    const state = { host, connectedAt: now, messageAt: now, refusedCount: 1 };
    deepStrictEqual(await shown(), state);
    strictEqual(
      mqttText({
        ...state,
        connectedAt: "2026-02-10T11:00:00.000Z",
        messageAt: null,
      }),
      "Connecté depuis le 10/02/2026 à 12:00, aucun message, 1\u00A0message ou sujet refusé.",
    );
    await stop();
    deepStrictEqual(await shown(), { ...state, connectedAt: null });
  }));

const at = { projectId: PROJECT };
const SECOND_MS = 1_000;

// @spec collectors.arrivals
Deno.test("what each sender sent is listed with what was made of its values, the newest first", () =>
  withFedApp(async ({ askApp, built: { platform, clock }, ask, series, token }) => {
    const send = async (path: string, body: string, headers: Record<string, string> = {}) => {
      clock.advance(SECOND_MS);
      const authorization = `Token ${token}`;
      await askApp(path, { method: "POST", body, headers: { authorization, ...headers } });
    };
    await answerOf(
      ask("attachSource", { ...at, series, body: { source: "serial=1", houseId: null } }),
    );
    const lines = "gaz,serial=1 value=12\nlampe,serial=2 value=3\ngaz,serial=1 value=-5\nbroken";
    await send("/api/v2/write", lines.replaceAll("\\\n", "\n"));
    await send(
      "/input/post",
      `node=a&fulljson=${encodeURIComponent('{"power1":7}')}&apikey=${token}`,
      {
        "content-type": "application/x-www-form-urlencoded",
        authorization: "",
      },
    );
    await send("/chirpstack?event=up", "{");
    clock.advance(SECOND_MS);
    const collector = await platform.collectorAt(PROJECT);
    ok(collector);
    const place = { residence: PROJECT, device: { measurement: "m", tags: [] }, field: "x" };
    const payload = new TextEncoder().encode("8.5");
    await takeMessage(collector, place, { topic: "a/x", payload, isRetained: false });
    const [mqtt, chirpstack, emoncms, influx] = await answerOf(ask("listArrivals", at));
    deepStrictEqual(
      [mqtt, chirpstack, emoncms, influx].map((one) => [
        one?.way,
        one?.storedCount,
        one?.unknownCount,
        one?.refusedCount,
        one?.words,
      ]),
      [
        ["mqtt", 0, 1, 0, "a/x\n8.5"],
        ["chirpstack", 0, 0, 0, "{"],
        ["emoncms", 0, 1, 0, 'node=a&fulljson={"power1":7}'],
        ["influx", 1, 1, 1, lines],
      ],
    );
    strictEqual(chirpstack?.reason, "The body is not JSON");
    match(influx?.reason ?? "", /^line 3: value -5 is not between .*; line 4: /);
    deepStrictEqual(
      influx?.values.map((
        { source, value, outcome, seriesId },
      ) => [source, value, outcome, seriesId]),
      [
        ["gaz,serial=1 value", "-5", "value", null],
        ["lampe,serial=2 value", "3", "unknown", null],
        ["gaz,serial=1 value", "12", "stored", series],
      ],
    );
    strictEqual(JSON.stringify(await ask("listArrivals", at)).includes(token), false);
  }));

// @spec collectors.arrivals
Deno.test("twenty arrivals are listed, one a second, for three days; long words are cut", () =>
  withFedApp(async ({ askApp, built: { clock, store }, ask, token }) => {
    const send = (body: string) =>
      askApp("/api/v2/write", {
        method: "POST",
        body,
        headers: { authorization: `Token ${token}` },
      });
    for (let n = 0; n < 60; n++) {
      clock.advance(SECOND_MS);
      await send(`m,serial=${n} value=${n}`);
      await send(`m,serial=${n} value=1000`);
    }
    const listed = await answerOf(ask("listArrivals", at));
    deepStrictEqual(
      listed.map(({ words }) => words),
      Array.from({ length: 20 }, (_, n) => `m,serial=${59 - n} value=${59 - n}`),
    );
    const stored = await Array.fromAsync(store.list({ prefix: keys.recentArrival.under(PROJECT) }));
    ok(stored.length <= 30, `${stored.length} arrivals`);
    clock.advance(SECOND_MS);
    await send(`m,serial=1 value=1 \n`.repeat(1_000));
    const [long] = await answerOf(ask("listArrivals", at));
    deepStrictEqual([long?.words?.length, long?.isCut, long?.values.length], [4_000, true, 8]);
    clock.advance(3 * 86_400_000);
    deepStrictEqual(await answerOf(ask("listArrivals", at)), []);
  }));

// @spec collectors.arrivals-hidden
Deno.test("the content of what feeds a dwelling's series is neither stored nor listed", () =>
  withFedApp(async ({ askApp, built: { clock, store }, ask, token }) => {
    const features = await answerOf(ask("getProjectFeatures", at));
    const { version: _, ...rest } = features;
    await answerOf(ask("putProjectFeatures", { ...at, body: { ...rest, houseMode: 1 } }));
    const { id: houseId } = await answerOf(ask("createHouse", { ...at, body: houseDraft() }));
    const draft = seriesDraft({ dataUnitId: "TEMP", scope: "housing" });
    const { id: series } = await answerOf(ask("createDataseries", { ...at, body: draft }));
    const send = (body: string) => {
      clock.advance(SECOND_MS);
      const headers = { authorization: `Token ${token}` };
      return askApp("/api/v2/write", { method: "POST", body, headers });
    };
    const words = async () => (await answerOf(ask("listArrivals", at))).map((one) => one.words);
    await send("t,serial=9 value=21.7");
    deepStrictEqual(await words(), ["t,serial=9 value=21.7"]);
    const body = { source: "t,serial=9 value", houseId };
    await answerOf(ask("attachSource", { ...at, series, body }));
    deepStrictEqual(await words(), [null]);
    await send("t,serial=9 value=21.8\nother,serial=1 value=3");
    await send("t,serial=9 value=400");
    await send("other,serial=1 value=4");
    await send("t,serial=9 value=19.5 tomorrow");
    deepStrictEqual(await words(), [null, "other,serial=1 value=4", null, null, null]);
    const [bad, , refused, taken] = await answerOf(ask("listArrivals", at));
    deepStrictEqual(refused?.values.map(({ outcome, value }) => [outcome, value]), [[
      "value",
      null,
    ]]);
    deepStrictEqual([bad?.reason, refused?.reason], ["", ""]);
    deepStrictEqual(
      taken?.values.map(({ source, value, outcome, houseId }) => [source, value, outcome, houseId]),
      [["other,serial=1 value", null, "unknown", null], [
        "t,serial=9 value",
        null,
        "stored",
        houseId,
      ]],
    );
    const prefix = keys.recentArrival.under(PROJECT);
    const stored = JSON.stringify(await Array.fromAsync(store.list({ prefix })));
    deepStrictEqual(
      ["21.8", "=400", '"400"', "19.5"].filter((value) => stored.includes(value)),
      [],
    );
  }));
