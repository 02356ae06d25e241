/**
 * The only configuration: what the environment says, parsed once, and what the build makes.
 *
 * Nothing else reads the environment. A bad value is one sentence.
 *
 * @module
 */

import * as z from "zod";
import { topicTemplate } from "@/lib/ingest/mqtt/topics.ts";
import type { MapTiles } from "./lib/ui/map_tiles.ts";
import type { AdictConfig, AppConfig } from "./lib/web/config.ts";
import {
  appOrigins,
  baseUrl,
  bucketUrl,
  clientCredentials,
  decided,
  emailOrNone,
  isLoopback,
  lineOrNull,
  mqttUrl,
  onOffOrAuto,
  onOrOff,
  origin,
  orNull,
  scannerUrl,
  secret,
  type Setting,
  setting,
  signInPath,
  smtpUrl,
  tileUrl,
  wholeNumber,
} from "./lib/web/settings.ts";

/** The public map of IGN, and whom it credits. */
const IGN_CREDIT = "© IGN";
const IGN_TILES = "https://data.geopf.fr/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0" +
  "&LAYER=GEOGRAPHICALGRIDSYSTEMS.PLANIGNV2&STYLE=normal&FORMAT=image/png&TILEMATRIXSET=PM" +
  "&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}";

/** Every environment variable the program reads. */
export const SETTINGS = {
  HOST: setting(
    z.string().regex(/^[\w.:-]+$/),
    "127.0.0.1",
    "a host name or an IP address",
    "address to listen on",
  ),
  PORT: wholeNumber([0, 65535], "8000", "port to listen on; 0 takes a free one"),
  DENO_KV_PATH: setting(
    z.string().regex(/^(:memory:|https?:\/\/\S+|(?!\w+:\/\/).+)$/),
    "data/kv.db",
    'a file, ":memory:" or the http(s) URL of a KV Connect server',
    "the store",
  ),
  STORE_TIMEOUT_MS: wholeNumber([100, 600_000], "5000", "timeout of one store operation, ms"),
  DEMO: onOffOrAuto("demo accounts; auto: only on a loopback host"),
  API_HOST: setting(
    origin(),
    "",
    "the http(s) origin of the host that answers the calls, or empty",
    "forwards the calls to another host, through the cache",
  ),
  SMTP_URL: secret(
    smtpUrl(),
    "",
    "smtp://user:password@host:port or smtps://…, or empty",
    "mail server; empty: mails stay in the outbox",
  ),
  MAIL_FROM: setting(
    z.email(),
    "ne-pas-repondre@localhost.localdomain",
    "an e-mail address",
    "sender of the mails",
  ),
  PUBLIC_URL: setting(
    origin(),
    "",
    "the public http(s) origin of this program, or empty",
    "origin of the links in mails; without it, a public host sends no mail",
  ),
  APP_URLS: setting(
    appOrigins(),
    "",
    "name=origin pairs separated by commas, such as touch=https://touch.example, or empty",
    "origins of the password links of other applications, by their `app`",
  ),
  OAUTH: onOrOff(
    "off",
    "OAuth mode: tokens from /api/oauth/token, and `temptoken` on the sign-in page",
  ),
  ADDRESS_API: setting(
    baseUrl(),
    "https://data.geopf.fr/geocodage",
    "the http(s) URL of an address service",
    "national address service",
  ),
  ADICT_CLIENT: secret(
    clientCredentials(),
    "",
    "the identifier and the secret of a GRDF client, separated by a colon, or empty",
    "queries GRDF every day for consents and readings of gas delivery points; empty: never",
  ),
  ADICT_API: setting(
    baseUrl(),
    "https://api.grdf.fr/adict/v6",
    "the http(s) URL of GRDF's ADICT service",
    "consents and readings of gas delivery points",
  ),
  ADICT_TOKEN_URL: setting(
    baseUrl(),
    "https://adict-connexion.grdf.fr/oauth2/aus5y2ta2uEHjCWIR417/v1/token",
    "the http(s) URL of GRDF's token endpoint",
    "tokens of the ADICT service",
  ),
  WEATHER_FILES: setting(
    orNull(baseUrl()),
    "",
    "the http(s) URL of the folder of Météo-France's daily files, or empty",
    "daily temperatures of the nearest public station, for the degree days; empty: never fetched",
  ),
  MQTT_URL: secret(
    mqttUrl(),
    "",
    "mqtt://user:password@host:port/client-id or mqtts://…, or empty",
    "MQTT broker whose messages are readings; empty: none",
  ),
  MQTT_TOPICS: setting(
    z.string().transform((text) => text.split(",").map((part) => part.trim()).filter(Boolean))
      .refine((topics) => topics.every((topic) => topicTemplate(topic) !== null)),
    "",
    "topics separated by commas, such as {residence}/zigbee2mqtt/{serial} or ID=emon/{node}/{field}",
    "topics of the broker, and where their readings belong",
  ),
  TILE_URL: setting(tileUrl(), IGN_TILES, "an http(s) URL holding {z}, {x} and {y}", "map tiles"),
  TILE_CREDIT: lineOrNull(
    "attribution of the map; empty: IGN for its own map, else the host of the tiles",
  ),
  PUBLISHER: lineOrNull("publisher of this instance, on its legal notice"),
  PUBLISHER_CONTACT: emailOrNone("contact about this instance and its accessibility"),
  DATA_CONTACT: emailOrNone("contact about personal data; empty: the publisher's contact"),
  HOSTING: lineOrNull("hosting company of this instance, on its legal notice"),
  ACCESSIBILITY: setting(
    z.enum(["none", "partial", "full"]),
    "none",
    "none, partial or full",
    "RGAA conformity found by an audit of this instance; none without an audit",
  ),
  LOGIN_PATH: setting(
    signInPath(),
    "/login",
    "an unused path, such as /login",
    "path to which anonymous users are redirected; the sign-in page also answers there",
  ),
  TRUST_PROXY: onOrOff("off", "use X-Forwarded-For and X-Forwarded-Proto of the proxy"),
  UNPROTECTED: setting(
    z.enum(["yes", "no"]),
    "no",
    "yes or no",
    "starts on a public host without a proxy, where nothing disconnects slow clients",
  ),
  ACCESS_LOG: onOrOff("on", "one JSON line on standard output per request"),
  MAX_BODY_MB: wholeNumber(
    [1, 1024],
    "32",
    "largest request body, MiB; a file of readings has up to 31.5",
  ),
  MAX_DOCUMENT_MB: wholeNumber(
    [1, 24],
    "20",
    "largest file that a provider deposits, MiB; MAX_BODY_MB bounds it too",
  ),
  S3_URL: secret(
    bucketUrl(),
    "",
    "https://key:secret@host/bucket?region=name, or empty",
    "S3-compatible bucket for deposited PDFs; empty: the store",
  ),
  CLAMD_URL: setting(
    scannerUrl(),
    "",
    "tcp://host:port, or empty",
    "ClamAV daemon that scans deposited PDFs; empty: none",
  ),
  PROVIDER_LINK_DAYS: wholeNumber(
    [1, 365],
    "30",
    "validity of the links mailed to providers, days",
  ),
  WEBHOOKS: setting(
    z.enum(["off", "public", "any"]),
    "off",
    "off, public or any",
    "addresses allowed for webhooks of alarm reports: none, public ones, or private ones too",
  ),
  READING_YEARS: wholeNumber(
    [1, 50],
    "10",
    "maximum age of a reading, years; older ones are refused, or confirmed in forms",
  ),
  RATE_LOGIN_ACCOUNT: wholeNumber([1, 100_000], "5", "sign-in attempts per account and minute"),
  RATE_LOGIN_ADDRESS: wholeNumber(
    [1, 100_000],
    "20",
    "sign-in attempts per client address and minute",
  ),
  RATE_LINK: wholeNumber([1, 100_000], "3", "links and codes requested per e-mail and hour"),
  RATE_API: wholeNumber(
    [1, 1_000_000],
    "1200",
    "pages and API calls per account (or token) and minute",
  ),
  RATE_ADDRESS: wholeNumber(
    [1, 1_000_000],
    "600",
    "anonymous pages and API calls per client address and minute",
  ),
  RATE_COLLECTOR: wholeNumber([1, 1_000_000], "6000", "writes per collector's token and minute"),
} satisfies Record<string, Setting<unknown>>;

/** Name of an environment variable the program reads. */
export type SettingName = keyof typeof SETTINGS;

/** A setting that cannot be used; its message is the sentence the operator reads. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** The settings an environment gives. @throws {ConfigError} naming the first bad value and what it must be */
export function readConfig(env: Readonly<Record<string, string | undefined>>): AppConfig {
  const host = value(env, "HOST");
  const loopback = isLoopback(host);
  const trustProxy = value(env, "TRUST_PROXY") === "on";
  return {
    host,
    port: value(env, "PORT"),
    kvPath: value(env, "DENO_KV_PATH"),
    storeTimeoutMs: value(env, "STORE_TIMEOUT_MS"),
    demo: decided(value(env, "DEMO"), loopback),
    apiHost: value(env, "API_HOST"),
    smtpUrl: value(env, "SMTP_URL"),
    mailFrom: value(env, "MAIL_FROM"),
    publicUrl: value(env, "PUBLIC_URL"),
    appUrls: value(env, "APP_URLS"),
    isLocal: loopback && !trustProxy,
    oauth: value(env, "OAUTH") === "on",
    addressApi: value(env, "ADDRESS_API"),
    adict: adictOf(env),
    weatherFiles: value(env, "WEATHER_FILES"),
    mqtt: mqttOf(env),
    tiles: tilesOf(env),
    publisher: {
      name: value(env, "PUBLISHER"),
      contact: value(env, "PUBLISHER_CONTACT"),
      dataContact: value(env, "DATA_CONTACT"),
      hosting: value(env, "HOSTING"),
      conformity: value(env, "ACCESSIBILITY"),
    },
    loginPath: value(env, "LOGIN_PATH"),
    trustProxy,
    isUnprotected: value(env, "UNPROTECTED") === "yes",
    accessLog: value(env, "ACCESS_LOG") === "on",
    maxBodyBytes: value(env, "MAX_BODY_MB") * 1024 * 1024,
    maxDocumentBytes: value(env, "MAX_DOCUMENT_MB") * 1024 * 1024,
    bucket: value(env, "S3_URL"),
    scanner: value(env, "CLAMD_URL"),
    providerLinkDays: value(env, "PROVIDER_LINK_DAYS"),
    webhooks: value(env, "WEBHOOKS"),
    readingYears: value(env, "READING_YEARS"),
    rates: {
      loginPerAccountAndMinute: value(env, "RATE_LOGIN_ACCOUNT"),
      loginPerAddressAndMinute: value(env, "RATE_LOGIN_ADDRESS"),
      linksPerEmailAndHour: value(env, "RATE_LINK"),
      apiPerAccountAndMinute: value(env, "RATE_API"),
      requestsPerAddressAndMinute: value(env, "RATE_ADDRESS"),
      writesPerCollectorAndMinute: value(env, "RATE_COLLECTOR"),
    },
  };
}

function adictOf(env: Readonly<Record<string, string | undefined>>): AdictConfig | null {
  const client = value(env, "ADICT_CLIENT");
  const [api, tokenUrl] = [value(env, "ADICT_API"), value(env, "ADICT_TOKEN_URL")];
  return client === null ? null : { api, tokenUrl, client };
}

function mqttOf(env: Readonly<Record<string, string | undefined>>): AppConfig["mqtt"] {
  const [url, topics] = [value(env, "MQTT_URL"), value(env, "MQTT_TOPICS")];
  if (url !== null && topics.length === 0) {
    throw new ConfigError(`MQTT_URL needs MQTT_TOPICS: ${SETTINGS.MQTT_TOPICS.must}.`);
  }
  return url === null ? null : { url, topics };
}

function tilesOf(env: Readonly<Record<string, string | undefined>>): MapTiles {
  const url = value(env, "TILE_URL");
  const own = url === IGN_TILES ? IGN_CREDIT : new URL(url).host;
  return { url, credit: value(env, "TILE_CREDIT") ?? own };
}

let parsed: AppConfig | undefined;

/**
 * The settings of this process, parsed at the first call and never again.
 *
 * @throws {ConfigError} naming the first bad value and what it must be
 */
export function appConfig(): AppConfig {
  return parsed ??= readConfig(environment());
}

/** The environment, reduced to the names the program knows. */
function environment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, Deno.env.get(name)]));
}

/** What dev.ts builds: browsers the islands must run in, and what each page may weigh. */
export const BUILD = {
  target: ["es2022", "chrome109", "firefox115", "safari16"],
  /** Bytes on the wire and requests to first paint; design figures, checked by `deno task weight`. */
  budgets: {
    deposit: { htmlAndCss: 10_240, script: 0, wanted: 0, requests: 1 },
    hall: { htmlAndCss: 7_168, script: 1_024, wanted: 0, requests: 3 },
    asked: { htmlAndCss: 14_336, script: 0, wanted: 0, requests: 1 },
    list: { htmlAndCss: 20_480, script: 21_248, wanted: 14_848, requests: 2 },
    chart: { htmlAndCss: 30_720, script: 12_800, wanted: 51_200, requests: 2 },
    simulation: { htmlAndCss: 30_720, script: 29_952, wanted: 51_200, requests: 2 },
    map: { htmlAndCss: 25_600, script: 20_992, wanted: 43_008, requests: 2 },
  },
  /** What differs on Fresh itself: one script for each island and shared chunk, sent by gzip. */
  budgetsOnFresh: {
    list: { script: 40_960, wanted: 20_480 },
    chart: { script: 40_960, wanted: 61_440 },
    simulation: { script: 49_152, wanted: 61_440 },
    map: { script: 40_960, wanted: 51_200 },
  },
} as const;

/** A kind of page with its own byte budget. */
export type PageKind = keyof typeof BUILD.budgets;

function value<N extends SettingName>(
  env: Readonly<Record<string, string | undefined>>,
  name: N,
): z.output<(typeof SETTINGS)[N]["schema"]>;
function value(env: Readonly<Record<string, string | undefined>>, name: SettingName): unknown {
  const { schema, fallback, must, secret } = SETTINGS[name];
  const text = env[name]?.trim() || fallback;
  const result = schema.safeParse(text);
  if (result.success) return result.data;
  throw new ConfigError(
    secret ? `${name} must be ${must}.` : `${name} is ${JSON.stringify(text)}: it must be ${must}.`,
  );
}
