import type { SettingName } from "@/fresh.config.ts";
import type { AdictConfig, AppConfig } from "@/lib/web/config.ts";

/** The settings as environment variables of the server: all of them, so that it inherits none. */
export function serverEnvironment(config: AppConfig): Record<SettingName, string> {
  return {
    HOST: config.host,
    PORT: String(config.port),
    DENO_KV_PATH: config.kvPath,
    STORE_TIMEOUT_MS: String(config.storeTimeoutMs),
    DEMO: switched(config.demo),
    API_HOST: config.apiHost ?? "",
    SMTP_URL: config.smtpUrl ?? "",
    MAIL_FROM: config.mailFrom,
    PUBLIC_URL: config.publicUrl ?? "",
    APP_URLS: Object.entries(config.appUrls).map((pair) => pair.join("=")).join(","),
    OAUTH: switched(config.oauth),
    ADDRESS_API: config.addressApi,
    ...adictEnvironment(config.adict),
    WEATHER_FILES: config.weatherFiles ?? "",
    MQTT_URL: config.mqtt?.url ?? "",
    MQTT_TOPICS: config.mqtt?.topics.join(",") ?? "",
    TILE_URL: config.tiles.url,
    TILE_CREDIT: config.tiles.credit,
    PUBLISHER: config.publisher.name ?? "",
    PUBLISHER_CONTACT: config.publisher.contact ?? "",
    DATA_CONTACT: config.publisher.dataContact ?? "",
    HOSTING: config.publisher.hosting ?? "",
    ACCESSIBILITY: config.publisher.conformity,
    LOGIN_PATH: config.loginPath,
    TRUST_PROXY: switched(config.trustProxy),
    UNPROTECTED: config.isUnprotected ? "yes" : "no",
    ACCESS_LOG: switched(config.accessLog),
    MAX_BODY_MB: String(config.maxBodyBytes / 1024 / 1024),
    MAX_DOCUMENT_MB: String(config.maxDocumentBytes / 1024 / 1024),
    S3_URL: bucketAddress(config.bucket),
    CLAMD_URL: config.scanner === null
      ? ""
      : `tcp://${config.scanner.hostname}:${config.scanner.port}`,
    PROVIDER_LINK_DAYS: String(config.providerLinkDays),
    WEBHOOKS: config.webhooks,
    READING_YEARS: String(config.readingYears),
    RATE_LOGIN_ACCOUNT: String(config.rates.loginPerAccountAndMinute),
    RATE_LOGIN_ADDRESS: String(config.rates.loginPerAddressAndMinute),
    RATE_LINK: String(config.rates.linksPerEmailAndHour),
    RATE_API: String(config.rates.apiPerAccountAndMinute),
    RATE_ADDRESS: String(config.rates.requestsPerAddressAndMinute),
    RATE_COLLECTOR: String(config.rates.writesPerCollectorAndMinute),
  };
}

function bucketAddress(bucket: AppConfig["bucket"]): string {
  if (bucket === null) return "";
  const url = new URL(bucket.url);
  [url.username, url.password] = [bucket.accessKey, encodeURIComponent(bucket.secretKey)];
  url.searchParams.set("region", bucket.region);
  return url.href;
}

function adictEnvironment(adict: AdictConfig | null) {
  return {
    ADICT_CLIENT: adict === null ? "" : `${adict.client.id}:${adict.client.secret}`,
    ADICT_API: adict?.api ?? "",
    ADICT_TOKEN_URL: adict?.tokenUrl ?? "",
  };
}

function switched(isOn: boolean): "on" | "off" {
  return isOn ? "on" : "off";
}
