import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { ConfigError, readConfig, SETTINGS } from "@/fresh.config.ts";
import { IMAGE_MAX_BYTES } from "@/lib/base/image_format.ts";
import { MAX_FILE_BYTES } from "@/lib/ingest/sensors_pages.ts";
import { MAX_FORM_BYTES } from "@/lib/web/body_limits.ts";
import { isLoopback } from "@/lib/web/settings.ts";
import { exists, readText } from "@/tools/files.ts";

Deno.test("readConfig() of an empty environment serves this machine only, with the demo", () => {
  const { host, port, kvPath, demo, isUnprotected, trustProxy } = readConfig({});
  deepStrictEqual({ host, port, kvPath, demo, isUnprotected, trustProxy }, {
    host: "127.0.0.1",
    port: 8000,
    kvPath: "data/kv.db",
    demo: true,
    isUnprotected: false,
    trustProxy: false,
  });
});

Deno.test("readConfig() starts a public host without demo accounts", () => {
  strictEqual(readConfig({ HOST: "0.0.0.0" }).demo, false);
  strictEqual(readConfig({ HOST: "0.0.0.0", DEMO: "on" }).demo, true);
});

Deno.test("readConfig() treats an empty value as unset", () => {
  strictEqual(readConfig({ PORT: "", API_HOST: " " }).port, 8000);
});

Deno.test("readConfig() has a body limit that admits the files of the pages, unless it is set", () => {
  const { maxBodyBytes, maxDocumentBytes } = readConfig({});
  for (const file of [MAX_FILE_BYTES, IMAGE_MAX_BYTES + MAX_FORM_BYTES, maxDocumentBytes]) {
    ok(file <= maxBodyBytes, String(file));
  }
});

const BAD: readonly [name: keyof typeof SETTINGS, value: string, sentence: string][] = [
  ["PORT", "abc", 'PORT is "abc": it must be a whole number from 0 to 65535.'],
  ["PORT", "65536", 'PORT is "65536": it must be a whole number from 0 to 65535.'],
  ["HOST", "a b", 'HOST is "a b": it must be a host name or an IP address.'],
  ["DEMO", "yes", 'DEMO is "yes": it must be on, off or auto.'],
  [
    "DENO_KV_PATH",
    "ftp://x",
    'DENO_KV_PATH is "ftp://x": it must be a file, ":memory:" or the http(s) URL of a KV Connect server.',
  ],
  [
    "API_HOST",
    "a.example",
    'API_HOST is "a.example": it must be the http(s) origin of the host that answers the calls, or empty.',
  ],
  [
    "LOGIN_PATH",
    "//evil.example",
    'LOGIN_PATH is "//evil.example": it must be an unused path, such as /login.',
  ],
  [
    "TILE_URL",
    "https://t.example/{z}",
    'TILE_URL is "https://t.example/{z}": it must be an http(s) URL holding {z}, {x} and {y}.',
  ],
];

for (const [name, value, message] of BAD) {
  Deno.test(`readConfig() refuses ${name}=${value} in one sentence`, () => {
    throws(() => readConfig({ [name]: value }), { name: "ConfigError", message });
  });
}

Deno.test("readConfig() credits the map to the configured author, else to the tile provider", () => {
  strictEqual(readConfig({}).tiles.credit, "© IGN");
  const TILE_URL = "https://tuiles.example:8443/{z}/{x}/{y}.png";
  strictEqual(readConfig({ TILE_URL }).tiles.credit, "tuiles.example:8443");
  const TILE_CREDIT = "© les contributeurs OpenStreetMap";
  deepStrictEqual(readConfig({ TILE_URL, TILE_CREDIT }).tiles, {
    url: TILE_URL,
    credit: TILE_CREDIT,
  });
});

Deno.test("readConfig() never prints a setting that may contain a password", () => {
  throws(() => readConfig({ SMTP_URL: "http://me:secret@mail.example" }), (error) => {
    return error instanceof ConfigError && !error.message.includes("secret");
  });
});

// @spec collectors.mqtt-topics
Deno.test("readConfig() subscribes to a broker only with its topics, and never prints its address", () => {
  strictEqual(readConfig({ MQTT_TOPICS: "r1=a/{field}" }).mqtt, null);
  const url = "mqtts://moi:secret@courtier.example/suivi";
  deepStrictEqual(readConfig({ MQTT_URL: url, MQTT_TOPICS: "r1=a/{field}, {residence}/b" }).mqtt, {
    url,
    topics: ["r1=a/{field}", "{residence}/b"],
  });
  const faulty: Record<string, string>[] = [
    { MQTT_URL: url },
    { MQTT_URL: url, MQTT_TOPICS: "a/{field}" },
    { MQTT_URL: "ws://moi:secret@courtier.example", MQTT_TOPICS: "r1=a" },
    {
      MQTT_URL: "mqtt://moi:secret@courtier.example?rejectUnauthorized=false",
      MQTT_TOPICS: "r1=a",
    },
  ];
  for (const env of faulty) {
    throws(() => readConfig(env), (error) => {
      return error instanceof ConfigError && !error.message.includes("secret");
    });
  }
});

Deno.test("readConfig() uses GRDF only with a configured client, whose secret may contain colons", () => {
  strictEqual(readConfig({}).adict, null);
  deepStrictEqual(
    readConfig({ ADICT_CLIENT: "moi:un:secret", ADICT_API: "http://a.example/v2/" }).adict,
    {
      api: "http://a.example/v2",
      tokenUrl: "https://adict-connexion.grdf.fr/oauth2/aus5y2ta2uEHjCWIR417/v1/token",
      client: { id: "moi", secret: "un:secret" },
    },
  );
  throws(() => readConfig({ ADICT_CLIENT: "secret" }), {
    message:
      "ADICT_CLIENT must be the identifier and the secret of a GRDF client, separated by a colon, or empty.",
  });
});

Deno.test("isLoopback() is true for hosts that only this machine can reach", () => {
  for (const host of ["127.0.0.1", "127.8.9.1", "localhost", "::1"]) {
    strictEqual(isLoopback(host), true);
  }
  for (const host of ["0.0.0.0", "::", "10.0.0.1", "127.example"]) {
    strictEqual(isLoopback(host), false);
  }
});

Deno.test("the deployment guide lists each setting, with its default", () => {
  strictEqual(exists("docs/deployment.md"), true);
  const guide = readText("docs/deployment.md");
  for (const [name, { does }] of Object.entries(SETTINGS)) {
    strictEqual(guide.includes(`\`${name}\``) && guide.includes(does), true, `${name}: ${does}`);
  }
});
