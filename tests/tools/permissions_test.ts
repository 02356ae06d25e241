import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { readConfig, SETTINGS } from "@/fresh.config.ts";
import { outsideHosts, serverPermissions } from "@/tools/serving/permissions.ts";
import { inFolder } from "./folders.ts";

function flags(env: Record<string, string>): string[] {
  return serverPermissions(readConfig(env), "/house/").filter((flag) =>
    !flag.startsWith("--allow-env")
  );
}

Deno.test("serverPermissions() names the project, the store's folder and the hosts of the settings", () => {
  deepStrictEqual(flags({ API_HOST: "https://a.example", SMTP_URL: "smtp://u:p@mail.example" }), [
    "--no-prompt",
    "--allow-read=/house/,/house/data",
    "--allow-write=/house/data",
    "--allow-net=a.example:443,mail.example:587,data.geopf.fr:443",
  ]);
});

Deno.test("serverPermissions() lets the server read packages that are elsewhere, where node_modules is a link", () =>
  inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/shared`);
    await Deno.mkdir(`${folder}/site`);
    const root = `${folder}/site/`;
    const reads = () => serverPermissions(readConfig({ DENO_KV_PATH: ":memory:" }), root)[1];
    strictEqual(reads(), `--allow-read=${root}`);
    await Deno.symlink(`${folder}/shared`, `${root}node_modules`);
    const shared = await Deno.realPath(`${folder}/shared`);
    strictEqual(reads(), `--allow-read=${root},${shared}`);
  }));

Deno.test("serverPermissions() gives no write permission for a store in memory or on another host", () => {
  deepStrictEqual(flags({ DENO_KV_PATH: ":memory:" }), [
    "--no-prompt",
    "--allow-read=/house/",
    "--allow-net=data.geopf.fr:443",
  ]);
  deepStrictEqual(outsideHosts(readConfig({ DENO_KV_PATH: "http://kv.example:4512" })), [
    "data.geopf.fr:443",
    "kv.example:4512",
  ]);
});

Deno.test("outsideHosts() includes GRDF's hosts where the settings have a client", () => {
  deepStrictEqual(outsideHosts(readConfig({ ADICT_CLIENT: "moi:secret" })), [
    "data.geopf.fr:443",
    "api.grdf.fr:443",
    "adict-connexion.grdf.fr:443",
  ]);
});

Deno.test("outsideHosts() includes the host of the public weather files", () => {
  deepStrictEqual(outsideHosts(readConfig({ WEATHER_FILES: "https://meteo.example/quotidien/" })), [
    "data.geopf.fr:443",
    "meteo.example:443",
  ]);
});

Deno.test("outsideHosts() includes the broker of the settings", () => {
  const MQTT_TOPICS = "r1=a/{field}";
  for (
    const [url, host] of [["mqtt://b.example", "b.example:1883"], [
      "mqtts://b.example",
      "b.example:8883",
    ]]
  ) {
    deepStrictEqual(outsideHosts(readConfig({ MQTT_URL: url, MQTT_TOPICS })), [
      "data.geopf.fr:443",
      host,
    ]);
  }
});

Deno.test("outsideHosts() includes every IPv4 address only where webhooks are posted", () => {
  for (const WEBHOOKS of ["public", "any"]) {
    deepStrictEqual(outsideHosts(readConfig({ WEBHOOKS })), ["data.geopf.fr:443", "0.0.0.0/0"]);
  }
});

Deno.test("serverPermissions() allows the server to read its settings and the name of its build, nothing else", () => {
  const names = (env: Record<string, string>) =>
    serverPermissions(readConfig(env), "/house/").filter((flag) => flag.startsWith("--allow-env"));
  const all = [...Object.keys(SETTINGS), "DENO_DEPLOYMENT_ID", "GITHUB_SHA", "CI_COMMIT_SHA"];
  deepStrictEqual(names({}), [`--allow-env=${all}`]);
  const remote = { DENO_KV_PATH: "https://kv.example" };
  deepStrictEqual(names(remote), [`--allow-env=${[...all, "DENO_KV_ACCESS_TOKEN"]}`]);
});
