import {
  deepStrictEqual,
  match,
  notStrictEqual,
  ok,
  rejects,
  strictEqual,
} from "node:assert/strict";
import { readConfig, type SettingName, SETTINGS } from "@/fresh.config.ts";
import { seeded } from "@/tests/helpers/made_series.ts";
import { childrenOf } from "@/tests/loading/process_figures.ts";
import { drain, started } from "@/tests/loading/started.ts";
import { malformedRequest, provoke } from "@/tests/trials/malformed_http.ts";
import { ROOT } from "@/tools/files.ts";
import { buildIfStale } from "@/tools/serving/build_state.ts";
import { outsideHosts, serverPermissions } from "@/tools/serving/permissions.ts";
import { restartPause } from "@/tools/serving/run_server.ts";
import { serverEnvironment } from "@/tools/serving/server_environment.ts";
import { startServer } from "@/tools/serving/server_process.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import { withServer } from "@/tools/serving/with_server.ts";
import { expectHeaders } from "./expect_headers.ts";
import { inFolder } from "./folders.ts";

const IN_MEMORY = { PORT: "0", DENO_KV_PATH: ":memory:", ACCESS_LOG: "off" };

/** The output and exit code of `deno task start`, when it cannot start. */
async function startFails(env: Record<string, string>): Promise<{ said: string; code: number }> {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tools/start.ts"],
    cwd: ROOT,
    env: { NO_COLOR: "1", ...env },
  }).output();
  return { said: new TextDecoder().decode(stderr), code };
}

Deno.test("start names an invalid setting in one sentence", async () => {
  deepStrictEqual(await startFails({ PORT: "abc" }), {
    said: 'PORT is "abc": it must be a whole number from 0 to 65535.\n',
    code: 1,
  });
});

Deno.test("start refuses a public host, unless a proxy is in front or the operator accepts none", async () => {
  const port = { PORT: "0", DENO_KV_PATH: ":memory:" };
  deepStrictEqual(await startFails({ ...port, HOST: "0.0.0.0" }), {
    said:
      "HOST is 0.0.0.0: other machines reach it, and nothing disconnects slow clients. Put a proxy in front (deploy/Caddyfile) and set TRUST_PROXY=on, or set UNPROTECTED=yes on a trusted network.\n",
    code: 1,
  });
  for (const accepted of [{ TRUST_PROXY: "on" }, { UNPROTECTED: "yes" }] as const) {
    const { url, stop } = await started({ ...port, HOST: "0.0.0.0", ...accepted });
    strictEqual((await new Visitor(url).ask("/health")).status, 200);
    strictEqual(await stop(), 0);
  }
});

Deno.test("start says that its port is in use", async () => {
  await buildIfStale();
  const other = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { said, code } = await startFails({
    PORT: String(other.addr.port),
    DENO_KV_PATH: ":memory:",
  });
  other.close();
  strictEqual(
    said,
    `Port ${other.addr.port} of 127.0.0.1 is taken by another program: stop it, or set PORT to another one.\n`,
  );
  strictEqual(code, 1);
});

Deno.test("start names a store that cannot be used, and why", async () => {
  await buildIfStale();
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, "no store at all, though long enough to look like one".repeat(20));
  const { said, code } = await startFails({ PORT: "0", DENO_KV_PATH: file });
  await Deno.remove(file);
  strictEqual(said, `Cannot open the store "${file}": file is not a database\n`);
  strictEqual(code, 1);
});

Deno.test("start serves again at the same address each time its server ends unexpectedly", async () => {
  await buildIfStale();
  const { pid, url, again, stop } = await started(IN_MEMORY);
  for (const times of [1, 2, 3, 4]) {
    Deno.kill(childrenOf(pid)[0] ?? 0, "SIGKILL");
    strictEqual(await again(times), url);
  }
  strictEqual((await new Visitor(url).ask("/health")).status, 200);
  strictEqual(await stop(), 0);
});

Deno.test("startServer() reports why a server ended before it listened", async () => {
  const config = { ...readConfig({ ...IN_MEMORY }), host: "192.0.2.1" };
  await rejects(startServer(config), {
    name: "ConfigError",
    message: /^Cannot listen on 192\.0\.2\.1:0: /,
  });
});

Deno.test("every answer of the server has the security headers, including compressed files", async () => {
  await withServer(readConfig({}), async ({ url }) => {
    const visitor = new Visitor(url);
    for (
      const path of [
        "/login",
        "/health",
        "/nowhere",
        "/%ff/x",
        "/robots.txt",
        "/favicon.svg",
        "/api/nowhere",
      ]
    ) {
      const { status, headers } = await visitor.ask(path);
      expectHeaders(new Response(null, { status, headers }));
    }
    strictEqual((await visitor.ask("/health")).status, 200);
    const page = await visitor.ask("/login");
    strictEqual(page.headers.get("content-encoding"), "gzip");
    match(new TextDecoder().decode(page.bytes), /<html lang="fr"/);
  });
});

Deno.test("QF4 small: on SIGTERM the server answers requests in flight and exits with 0", async () => {
  await buildIfStale();
  const server = await startServer(readConfig(IN_MEMORY));
  deepStrictEqual(await drain(server, 20), { answered: 20, dropped: 0, exitCode: 0 });
});

Deno.test("QF6 small: malformed requests neither stop nor hang the server", async () => {
  await withServer(readConfig({}), async ({ url }) => {
    const chance = seeded(7);
    const port = Number(new URL(url).port);
    const endings = await Promise.all(
      Array.from({ length: 300 }, () => provoke(port, malformedRequest(chance), 8000)),
    );
    deepStrictEqual(endings.filter((ending) => ending === "hung" || ending === "fault"), []);
    ok(endings.includes("answered"));
    strictEqual((await new Visitor(url).ask("/health")).status, 200);
  });
});

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

Deno.test("serverPermissions() gives no write permission for a store in memory", () => {
  deepStrictEqual(flags({ DENO_KV_PATH: ":memory:" }), [
    "--no-prompt",
    "--allow-read=/house/",
    "--allow-net=data.geopf.fr:443",
  ]);
});

const MQTT_TOPICS = "r1=a/{field}";

for (
  const [settings, hosts] of [
    [{ ADICT_CLIENT: "moi:secret" }, ["api.grdf.fr:443", "adict-connexion.grdf.fr:443"]],
    [{ WEATHER_FILES: "https://meteo.example/quotidien/" }, ["meteo.example:443"]],
    [{ MQTT_URL: "mqtt://b.example", MQTT_TOPICS }, ["b.example:1883"]],
    [{ MQTT_URL: "mqtts://b.example", MQTT_TOPICS }, ["b.example:8883"]],
    [{ DENO_KV_PATH: "http://kv.example:4512" }, ["kv.example:4512"]],
    // Webhooks are posted to any host.
    [{ WEBHOOKS: "public" }, ["0.0.0.0/0"]],
    [{ WEBHOOKS: "any" }, ["0.0.0.0/0"]],
  ] as const
) {
  Deno.test(`outsideHosts() includes ${hosts} for ${JSON.stringify(settings)}`, () => {
    deepStrictEqual(outsideHosts(readConfig(settings)), ["data.geopf.fr:443", ...hosts]);
  });
}

Deno.test("serverPermissions() allows the server to read its settings and the name of its build, nothing else", () => {
  const names = (env: Record<string, string>) =>
    serverPermissions(readConfig(env), "/house/").filter((flag) => flag.startsWith("--allow-env"));
  const all = [...Object.keys(SETTINGS), "DENO_DEPLOYMENT_ID", "GITHUB_SHA", "CI_COMMIT_SHA"];
  deepStrictEqual(names({}), [`--allow-env=${all}`]);
  const remote = { DENO_KV_PATH: "https://kv.example" };
  deepStrictEqual(names(remote), [`--allow-env=${[...all, "DENO_KV_ACCESS_TOKEN"]}`]);
});

Deno.test("restartPause() doubles at each end, up to a minute, and restarts after a long enough run", () => {
  const pauses: number[] = [];
  let pause: number | null = null;
  for (let end = 0; end < 10; end++) {
    pause = restartPause(pause, { ranMs: 1_000 });
    pauses.push(pause);
  }
  deepStrictEqual(pauses, [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  strictEqual(restartPause(60_000, { ranMs: 60_000 }), 250);
});
