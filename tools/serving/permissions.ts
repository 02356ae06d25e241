/** The permissions of the server: for what its settings name, and nothing else. @module */
import { SETTINGS } from "@/fresh.config.ts";
import type { AppConfig } from "@/lib/web/config.ts";

/** Read by Deno itself when the store is a KV Connect server. */
const KV_TOKEN = "DENO_KV_ACCESS_TOKEN";

/** Read by Fresh, for the name of the build. */
export const BUILD_NAMES = ["DENO_DEPLOYMENT_ID", "GITHUB_SHA", "CI_COMMIT_SHA"];

/** The permission flags of the server. `root` is the project's folder, with its last `/`. */
export function serverPermissions(config: AppConfig, root: string): string[] {
  const folder = storeFolder(config, root);
  const storeFolders = folder === null ? [] : [folder];
  const hosts = outsideHosts(config);
  const names = [
    ...Object.keys(SETTINGS),
    ...BUILD_NAMES,
    ...isRemote(config.kvPath) ? [KV_TOKEN] : [],
  ];
  return [
    "--no-prompt",
    `--allow-read=${[root, ...packagesElsewhere(root), ...storeFolders].join(",")}`,
    ...storeFolders.map((one) => `--allow-write=${one}`),
    ...hosts.length === 0 ? [] : [`--allow-net=${hosts.join(",")}`],
    `--allow-env=${names.join(",")}`,
  ];
}

/** The folder that `node_modules` links to, if it is a link: the fonts of PDFs are read there. */
function packagesElsewhere(root: string): string[] {
  const packages = `${root}node_modules`;
  try {
    return Deno.lstatSync(packages).isSymlink ? [Deno.realPathSync(packages)] : [];
  } catch (fault) {
    if (fault instanceof Deno.errors.NotFound) return [];
    throw fault;
  }
}

/** The folder that holds the store's files; null when the store is in memory or elsewhere. */
export function storeFolder({ kvPath }: Pick<AppConfig, "kvPath">, root: string): string | null {
  if (kvPath === ":memory:" || isRemote(kvPath)) return null;
  const path = kvPath.startsWith("/") ? kvPath : root + kvPath;
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

export function outsideHosts(config: AppConfig): string[] {
  const urls = [config.apiHost, config.smtpUrl, config.addressApi, config.mqtt?.url ?? null];
  if (config.adict !== null) urls.push(config.adict.api, config.adict.tokenUrl);
  if (config.weatherFiles !== null) urls.push(config.weatherFiles);
  if (isRemote(config.kvPath)) urls.push(config.kvPath);
  if (config.bucket !== null) urls.push(config.bucket.url);
  const hosts = urls.flatMap((url) => url === null ? [] : hostAndPort(new URL(url)));
  if (config.scanner !== null) hosts.push(`${config.scanner.hostname}:${config.scanner.port}`);
  // Addresses are looked up and checked before a webhook is posted: those are of any host, and name servers too.
  if (config.webhooks !== "off") hosts.push("0.0.0.0/0");
  return [...new Set(hosts)];
}

const PORTS: Readonly<Record<string, string>> = {
  "http:": "80",
  "https:": "443",
  "smtp:": "587",
  "smtps:": "465",
  "mqtt:": "1883",
  "mqtts:": "8883",
};

function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || PORTS[protocol]}`;
}

function isRemote(kvPath: string): boolean {
  return /^https?:/.test(kvPath);
}
