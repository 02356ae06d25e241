import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { projectRecord } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { type AskApp, withApp } from "@/tests/helpers/an_app.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aResidence } from "./a_residence.ts";

interface Site extends Pick<TestPlatform, "store"> {
  askApp: AskApp;
  token: string;
  /** The unknown sources, with their last value and how many readings were stored. */
  waiting(): Promise<unknown[]>;
  nowS: number;
}

function withCollectors(test: (site: Site) => Promise<void>): Promise<void> {
  return withApp(async (askApp, built: TestPlatform) => {
    const { ask, token } = await aResidence(built);
    const waiting = async () => {
      const unknown = await answerOf(ask("listUnknownSources", { projectId: PROJECT }));
      return unknown.map(({ source, lastValue, readingCount }) => [
        source,
        lastValue,
        readingCount,
      ]);
    };
    const { store } = built;
    await test({
      askApp,
      token,
      store,
      waiting,
      nowS: Math.floor(built.clock.now() / 1_000),
    });
  });
}

function zlib(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Response(stream).bytes();
}

// @spec collectors.protocols
Deno.test("/write accepts InfluxDB v1 lines, with its token as the password in each form that clients use", () =>
  withCollectors(async ({ askApp, token, waiting, nowS }) => {
    const basic = `Basic ${btoa(`telegraf:${token}`)}`;
    const send = (at: number, query: string, headers: Record<string, string> = {}) =>
      askApp(`/write?db=d&precision=s${query}`, {
        method: "POST",
        body: `gaz,serial=77 value=${at} ${nowS - 100 + at}`,
        headers,
      });
    const answers = [
      await send(1, "", { authorization: basic }),
      await send(2, `&u=telegraf&p=${token}`),
      await send(3, "", { authorization: `Token telegraf:${token}` }),
      await send(4, ""),
      await send(5, "&u=telegraf&p=wrong"),
      await send(6, "", { authorization: "Basic ???" }),
    ];
    deepStrictEqual(answers.map(({ status }) => status), [204, 204, 204, 401, 401, 401]);
    deepStrictEqual(await answers[4]?.json(), { error: "authorization failed" });
    deepStrictEqual(await waiting(), [["gaz,serial=77 value", 3, 3]]);
  }));

Deno.test("/write names invalid lines as InfluxDB v1 does, and stores the valid ones", () =>
  withCollectors(async ({ askApp, token, waiting, nowS }) => {
    const answer = await askApp(`/write?precision=s&p=${token}`, {
      method: "POST",
      body: `gaz,serial=77 value=1 ${nowS}\nno line`,
    });
    strictEqual(answer.status, 400);
    match((await answer.json()).error, /^partial write: 1 not kept: line 2: .* dropped=1$/);
    deepStrictEqual(await waiting(), [["gaz,serial=77 value", 1, 1]]);
    const unit = await askApp(`/write?precision=day&p=${token}`, { method: "POST", body: "" });
    strictEqual(unit.status, 400);
  }));

Deno.test("/ping and /query answer the requests of v1 clients before they write", () =>
  withCollectors(async ({ askApp }) => {
    const ping = await askApp("/ping");
    deepStrictEqual([ping.status, ping.headers.get("x-influxdb-version")], [204, "1.8.10"]);
    const form = { method: "POST", body: new URLSearchParams({ q: 'CREATE DATABASE "telegraf"' }) };
    for (
      const created of [
        await askApp("/query?q=CREATE%20DATABASE%20telegraf", { method: "POST" }),
        await askApp("/query", form),
      ]
    ) deepStrictEqual(await created.json(), { results: [{ statement_id: 0 }] });
    strictEqual((await askApp("/query?q=SELECT%20*%20FROM%20gaz")).status, 400);
  }));

Deno.test("/input/post accepts readings by GET or by form, and answers in Emoncms' words", () =>
  withCollectors(async ({ askApp, token, waiting }) => {
    const get = await askApp(
      `/input/post?node=emontx&fulljson=${encodeURIComponent('{"power1":100}')}&apikey=${token}`,
    );
    deepStrictEqual([get.status, await get.json()], [200, { success: true }]);
    const form = await askApp("/input/post/emonpi", {
      method: "POST",
      body: new URLSearchParams({ csv: "1,2", apikey: token }),
    });
    deepStrictEqual([form.status, await form.text()], [200, "ok"]);
    const bearer = await askApp("/input/post?csv=7&node=b", {
      headers: { authorization: `Bearer ${token}` },
    });
    strictEqual(await bearer.text(), "ok");
    deepStrictEqual(await waiting(), [
      ["emoncms,node=b 1", 7, 1],
      ["emoncms,node=emonpi 1", 1, 1],
      ["emoncms,node=emonpi 2", 2, 1],
      ["emoncms,node=emontx power1", 100, 1],
    ]);
  }));

// @spec projects.clock
Deno.test("/input/post reads a date without an offset in the time zone of its residence", () =>
  withCollectors(async ({ askApp, token, store, waiting }) => {
    const { value } = await readEntry(store, keys.project(PROJECT), projectRecord);
    await store.atomic().set(keys.project(PROJECT), { ...value, timeZone: "Indian/Reunion" })
      .commit();
    const send = async (time: string) => {
      const query = new URLSearchParams({ csv: "1", time, apikey: token });
      return await (await askApp(`/input/post?${query}`)).text();
    };
    // It is 15:00 in La Réunion, and 12:00 in Paris.
    strictEqual(await send("2026-02-10 14:30:00"), "ok");
    match(await send("2026-02-10 15:30:00"), /2026-02-10T11:30:00.000Z is in the future/);
    deepStrictEqual(await waiting(), [["emoncms,node=0 1", 1, 1]]);
  }));

Deno.test("/input/post reports errors with a 200, and 401 for an unknown key", () =>
  withCollectors(async ({ askApp, token, waiting, nowS }) => {
    const none = await askApp(`/input/post?apikey=${token}`);
    deepStrictEqual([none.status, await none.json()], [200, {
      success: false,
      message: "Request contains no data via csv, json or data tag",
    }]);
    const future = await askApp(`/input/post?csv=1&time=${nowS + 3_600}&apikey=${token}`);
    match((await future.json()).message, /is in the future$/);
    for (const path of ["/input/post?csv=1&apikey=wrong", "/input/post?csv=1"]) {
      const refused = await askApp(path);
      strictEqual(refused.status, 401);
      strictEqual(await refused.text(), "Invalid API key");
      match(refused.headers.get("www-authenticate") ?? "", /invalid_apikey/);
    }
    deepStrictEqual(await waiting(), []);
  }));

Deno.test("/input/bulk accepts readings plain, compressed in hexadecimal, and with a compressed body", () =>
  withCollectors(async ({ askApp, token, waiting }) => {
    const data = (value: number) => `[[0,16,${value}],[10,16,${value + 1}]]`;
    const plain = await askApp("/input/bulk", {
      method: "POST",
      body: new URLSearchParams({ data: data(10), time: "1700000000", apikey: token }),
    });
    const hex = (await zlib(data(20))).toHex();
    const zipped = await askApp("/input/bulk?c=1", {
      method: "POST",
      body: new URLSearchParams({ data: hex, time: "1700000100", apikey: token }),
    });
    const binary = await askApp(`/input/bulk?cb=1&time=1700000200&apikey=${token}`, {
      method: "POST",
      body: await zlib(data(30)),
    });
    for (const answer of [plain, zipped, binary]) {
      deepStrictEqual([answer.status, await answer.text()], [200, "ok"]);
    }
    deepStrictEqual(await waiting(), [["emoncms,node=16 1", 31, 6]]);
    const broken = await askApp(`/input/bulk?cb=1&apikey=${token}`, {
      method: "POST",
      body: "this is not zipped",
    });
    strictEqual(broken.status, 400);
    const odd = await askApp(`/input/bulk?c=1&data=abc&apikey=${token}`);
    strictEqual(odd.status, 400);
  }));

const UPLINK = {
  deduplicationId: "3ac7e3c4-4401-4b8d-9386-a5c902f9202d",
  deviceInfo: { devEui: "0101010101010101", tags: { house: "A12" } },
  object: { temperatureSensor: { 1: 25 } },
};

// @spec collectors.device-events
Deno.test("/chirpstack stores a repeated uplink once", () =>
  withCollectors(async ({ askApp, token, waiting }) => {
    const send = (body: unknown, event = "up") =>
      askApp(`/chirpstack?event=${event}`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      });
    const answers = [
      await send(UPLINK),
      await send({ ...UPLINK, object: { temperatureSensor: { 1: 99 } } }),
      await send(UPLINK, "join"),
      await send({ ...UPLINK, deduplicationId: "other", batteryLevel: 80 }, "status"),
      await send({}),
      await send("{"),
    ];
    deepStrictEqual(answers.map(({ status }) => status), [204, 204, 204, 204, 400, 400]);
    deepStrictEqual(await waiting(), [
      ["status,dev_eui=0101010101010101 batteryLevel", 80, 1],
      ["up,dev_eui=0101010101010101 temperatureSensor.1", 25, 1],
    ]);
  }));

// @spec collectors.device-events
Deno.test("/things-stack stores a repeated uplink once, and says what is wrong with another body", () =>
  withCollectors(async ({ askApp, token, waiting }) => {
    const send = (body: unknown, path = "/things-stack") =>
      askApp(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      });
    const device = { end_device_ids: { dev_eui: "0101010101010101" } };
    const uplink = { f_cnt: 4, received_at: "2026-02-10T10:00:00Z" };
    const message = (temperature: number) => ({
      ...device,
      uplink_message: { ...uplink, decoded_payload: { temperature } },
    });
    const answers = [
      await send(message(20)),
      await send(message(99)),
      await send({ ...device, join_accept: {} }),
      await send(UPLINK),
      await send(message(20), "/chirpstack"),
    ];
    deepStrictEqual(answers.map(({ status }) => status), [204, 204, 204, 400, 400]);
    deepStrictEqual(await waiting(), [["up,dev_eui=0101010101010101 temperature", 20, 1]]);
    const { message: reason } = await answers[4]?.json() ?? {};
    match(reason, /The Things Stack posts to \/things-stack/);
  }));
