import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { createRequire } from "node:module";
import { dataUnit, type DataUnitId } from "@/lib/timeseries/units.ts";
import { links } from "@/lib/ui/links.ts";
import { aBroker, type Broker } from "@/tests/helpers/a_broker.ts";
import { houseDraft } from "@/tests/helpers/a_dwelling.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { aFedSeries, type OwnSite, PERSON, withOwnSite } from "@/tests/loading/own_site.ts";
import "@/tests/npm/influx.ts";
import { InfluxV1 } from "@/tests/npm/influx_v1.ts";
import { textOf, Visitor } from "@/tools/serving/visitor.ts";

/** A real sender: a value between `send` and the page, with the source that its tool names. */
interface Sender {
  readonly name: string;
  readonly unit: DataUnitId;
  readonly source: string;
  /** As the page of sensors shows it. */
  readonly shown: string;
  readonly send: (
    to: { url: string; token: string; projectId: string; broker: Broker },
  ) => Promise<void>;
}

/** The part of the v2 client used by this test: its types are those of a browser build. */
interface InfluxWriter {
  writeRecord(line: string): void;
  close(): Promise<void>;
}

const SENDERS: readonly Sender[] = [
  {
    name: "InfluxDB v2 client",
    unit: "TEMP",
    source: "entity_id=salon",
    shown: "20,4",
    async send({ url, token }) {
      const { InfluxDB } = createRequire(import.meta.url)("@influxdata/influxdb-client");
      const writer: InfluxWriter = new InfluxDB({ url, token }).getWriteApi("oph", "b", "s");
      writer.writeRecord(`°C,domain=sensor,entity_id=salon value=20.4 ${secondsNow()}`);
      await writer.close();
    },
  },
  {
    name: "InfluxDB v1 client",
    unit: "HUM",
    source: "humidite,serial=0102 value",
    shown: "47",
    async send({ url, token }) {
      const { hostname, port } = new URL(url);
      const client = new InfluxV1({
        host: hostname,
        port: Number(port),
        database: "telegraf",
        username: "telegraf",
        password: token,
      });
      await client.createDatabase("telegraf");
      await client.writePoints([
        { measurement: "humidite", tags: { serial: "0102" }, fields: { value: 47 } },
      ], { precision: "s" });
    },
  },
  {
    name: "curl to Emoncms' input/post",
    unit: "ELEC",
    source: "emoncms,node=emontx power1",
    shown: "1 234,5",
    async send({ url, token }) {
      const answer = await curl(`${url}/input/post`, {
        form: { node: "emontx", fulljson: JSON.stringify({ power1: 1234.5 }), apikey: token },
      });
      deepStrictEqual(JSON.parse(answer), { success: true });
    },
  },
  {
    name: "curl to Emoncms' input/bulk",
    unit: "TDEP",
    source: "emoncms,node=19 2",
    shown: "61,2",
    async send({ url, token }) {
      const data = "[[0,16,11.37],[2,17,14.37,31.64],[4,19,14.12,61.2]]";
      const answer = await curl(`${url}/input/bulk`, { form: { data, apikey: token } });
      strictEqual(answer, "ok");
    },
  },
  {
    name: "curl to ChirpStack's webhook",
    unit: "CO2",
    source: "dev_eui=0101010101010101 co2Sensor.1",
    shown: "612",
    async send({ url, token }) {
      const event = {
        deduplicationId: "3ac7e3c4-4401-4b8d-9386-a5c902f9202d",
        time: new Date(1_000 * secondsNow()).toISOString(),
        deviceInfo: { deviceName: "A12", devEui: "0101010101010101", tags: { house: "A12" } },
        fCnt: 4,
        fPort: 1,
        object: { co2Sensor: { 1: 612 } },
      };
      const answer = await curl(`${url}/chirpstack?event=up`, { json: event, token });
      strictEqual(answer, "");
    },
  },
  {
    name: "curl to ChirpStack's webhook of version 3",
    unit: "TEMP",
    source: "up,dev_eui=0202020202020202 temperature",
    shown: "19,5",
    async send({ url, token }) {
      const event = {
        devEUI: "AgICAgICAgI=",
        fCnt: 4,
        rxInfo: [{ time: new Date(1_000 * secondsNow()).toISOString() }],
        objectJSON: '{"temperature":19.5}',
      };
      strictEqual(await curl(`${url}/chirpstack?event=up`, { json: event, token }), "");
    },
  },
  {
    name: "curl to The Things Stack's webhook",
    unit: "TEMP",
    source: "dev_eui=0303030303030303 temperature",
    shown: "20,5",
    async send({ url, token }) {
      const message = {
        end_device_ids: { device_id: "a12", dev_eui: "0303030303030303" },
        uplink_message: {
          f_cnt: 4,
          received_at: new Date(1_000 * secondsNow()).toISOString(),
          decoded_payload: {
            temperature: 20.5,
            history: [{ timestamp: secondsNow() - 3_600, temperature: 18 }],
          },
        },
      };
      strictEqual(await curl(`${url}/things-stack`, { json: message, token }), "");
    },
  },
  {
    name: "MQTT client of zigbee2mqtt",
    unit: "TEMP",
    source: "zigbee2mqtt,serial=salon temperature",
    shown: "21,5",
    async send({ projectId, broker }) {
      const message = '{"temperature":21.5,"linkquality":80}';
      await broker.deliver(`${projectId}/zigbee2mqtt/salon`, message);
    },
  },
];

Deno.test("values of each sender are shown on the page of sensors, attached before or after", async () => {
  const broker = await aBroker();
  const settings = {
    MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
    MQTT_TOPICS: "{residence}/zigbee2mqtt/{serial}",
  };
  await withOwnSite(async (site) => {
    const { url, landlord, projectId } = site;
    const { token } = await landlord.ask("createIngestToken", {
      projectId,
      body: { name: "Concentrateurs" },
    });
    for (const [index, sender] of SENDERS.entries()) {
      const attachedFirst = index % 2 === 0;
      if (attachedFirst) await attach(site, sender);
      await sender.send({ url, token, projectId, broker });
      if (!attachedFirst) await attach(site, sender);
    }
    const visitor = new Visitor(url);
    await visitor.signIn(PERSON);
    const page = textOf(await visitor.ask(links.sensors(projectId)));
    for (const { name, unit, shown } of SENDERS) {
      const row = page.split("<tr").find((one) => one.includes(`>${name}</a></th>`)) ?? "";
      match(
        row.replaceAll(/[\u00A0\u202F]/g, " "),
        new RegExp(`>${shown} ${dataUnit(unit).unit}</td>`),
        name,
      );
    }
  }, settings);
  await broker.close();
});

/** The event of ChirpStack's documentation. */
const DOCUMENTED = {
  deduplicationId: "3ac7e3c4-4401-4b8d-9386-a5c902f9202d",
  time: "2026-01-15T08:20:31.123+00:00",
  deviceInfo: { deviceName: "A12-temp", devEui: "0101010101010101", tags: { house: "A12" } },
  object: { temperatureSensor: { 1: 25.0 } },
};

Deno.test("device's tag house=A12 is enough for its values to be on that dwelling's page", () =>
  withOwnSite(async ({ url, landlord, projectId }) => {
    const { ask } = landlord;
    const { version: _, ...features } = await ask("getProjectFeatures", { projectId });
    await ask("putProjectFeatures", { projectId, body: { ...features, houseMode: 1 } });
    const email = PERSON.email;
    await ask("putProjectUserRoles", { projectId, email, body: { roles: ["collect"] } });
    const house = houseDraft({}, { name: "A12" });
    const { id: houseId } = await ask("createHouse", { projectId, body: house });
    const { id: series } = await ask("createDataseries", {
      projectId,
      body: seriesDraft({ dataUnitId: "TEMP", scope: "housing" }),
    });
    const source = "up,house=* temperatureSensor.1";
    await ask("attachSource", { projectId, series, body: { source, houseId: null } });
    const { token } = await ask("createIngestToken", { projectId, body: { name: "ChirpStack" } });
    await curl(`${url}/chirpstack?event=up`, { json: DOCUMENTED, token });
    const visitor = new Visitor(url);
    await visitor.signIn(PERSON);
    const month = links.housingSeries({ projectId, houseId }, series, "daily/2026/01");
    const page = textOf(await visitor.ask(month));
    const row = page.split("<tr").find((one) => one.includes("15 janvier 2026")) ?? "";
    match(row, /<td class="number">25<\/td>/);
  }));

/** A series named after the sender, attached to its source. */
async function attach({ landlord, projectId }: OwnSite, sender: Sender): Promise<void> {
  await aFedSeries(landlord, { projectId, ...sender });
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1_000);
}

/** A form, or JSON with a token in its header. */
type Posted = { form: Record<string, string> } | { json: unknown; token: string };

/** Posts with curl, or with `fetch` where curl is missing. */
async function curl(url: string, posted: Posted): Promise<string> {
  const { body, headers } = "form" in posted
    ? { body: new URLSearchParams(posted.form).toString(), headers: FORM }
    : {
      body: JSON.stringify(posted.json),
      headers: { "content-type": "application/json", authorization: `Bearer ${posted.token}` },
    };
  const args = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  try {
    const { success, stdout, stderr } = await new Deno.Command("curl", {
      args: ["-sS", "--fail-with-body", "--max-time", "20", ...args, "--data", body, url],
    }).output();
    strictEqual(success, true, textFrom(stderr));
    return textFrom(stdout);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    const answer = await fetch(url, { method: "POST", body, headers });
    strictEqual(answer.ok, true);
    return await answer.text();
  }
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };

function textFrom(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
