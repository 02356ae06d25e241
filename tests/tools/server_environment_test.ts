import { deepStrictEqual, match, notStrictEqual } from "node:assert/strict";
import { readConfig, type SettingName, SETTINGS } from "@/fresh.config.ts";
import { serverEnvironment } from "@/tools/serving/server_environment.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import { withServer } from "@/tools/serving/with_server.ts";

/** Every setting with another value than its default. */
const ALL_SET: Readonly<Record<SettingName, string>> = {
  HOST: "0.0.0.0",
  PORT: "0",
  DENO_KV_PATH: ":memory:",
  STORE_TIMEOUT_MS: "2500",
  DEMO: "on",
  API_HOST: "https://api.example",
  SMTP_URL: "smtp://moi:un%3Asecret@mail.example:2525",
  MAIL_FROM: "suivi@bailleur.example",
  PUBLIC_URL: "https://suivi.example",
  APP_URLS: "touch=https://touch.example,app=http://app.example:8080",
  OAUTH: "on",
  ADDRESS_API: "http://adresses.example/geocodage",
  ADICT_CLIENT: "moi:un:secret",
  ADICT_API: "http://adict.example/v2",
  ADICT_TOKEN_URL: "http://jetons.example/v1/token",
  WEATHER_FILES: "http://meteo.example/quotidien",
  MQTT_URL: "mqtts://moi:un%3Asecret@courtier.example:8884/suivi",
  MQTT_TOPICS: "{residence}/zigbee2mqtt/{serial},r1=emon/{node}/{field}",
  TILE_URL: "https://tuiles.example/{z}/{x}/{y}.png",
  TILE_CREDIT: "© les contributeurs OpenStreetMap",
  PUBLISHER: "Bailleur d’essai, « ESH »",
  PUBLISHER_CONTACT: "contact@bailleur.example",
  DATA_CONTACT: "dpo@bailleur.example",
  HOSTING: "Hébergeur, 1 rue des Serveurs, Nancy",
  ACCESSIBILITY: "partial",
  LOGIN_PATH: "/espace/entree",
  TRUST_PROXY: "on",
  UNPROTECTED: "yes",
  ACCESS_LOG: "off",
  MAX_BODY_MB: "7",
  MAX_DOCUMENT_MB: "6",
  S3_URL: "https://moi:un%3Asecret@s3.example/documents/suivi?region=gra",
  CLAMD_URL: "tcp://antivirus.example:3310",
  PROVIDER_LINK_DAYS: "20",
  WEBHOOKS: "public",
  READING_YEARS: "8",
  RATE_LOGIN_ACCOUNT: "11",
  RATE_LOGIN_ADDRESS: "12",
  RATE_LINK: "13",
  RATE_API: "14",
  RATE_ADDRESS: "15",
  RATE_COLLECTOR: "16",
};

Deno.test("serverEnvironment() contains every setting, so that reading it again gives the same settings", () => {
  const said: Readonly<Record<string, string>> = ALL_SET;
  for (const [name, { fallback }] of Object.entries(SETTINGS)) {
    notStrictEqual(said[name], fallback, name);
  }
  deepStrictEqual(serverEnvironment(readConfig(ALL_SET)), ALL_SET);
  const unset = readConfig({});
  deepStrictEqual(readConfig(serverEnvironment(unset)), unset);
});

Deno.test("startServer() passes the given settings to its server", async () => {
  const config = readConfig({ LOGIN_PATH: "/entree", PUBLISHER: "Bailleur d’essai" });
  await withServer(config, async ({ url }) => {
    const visitor = new Visitor(url);
    match((await visitor.ask("/home")).headers.get("location") ?? "", /^\/entree\b/);
    const notice = await visitor.ask("/legal-notice");
    match(new TextDecoder().decode(notice.bytes), /Bailleur d’essai/);
  });
});
