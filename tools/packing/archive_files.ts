import { ROOT } from "../files.ts";
import { bundledTools, PASSWORD_WORKER, VENDORED } from "./bundled_tools.ts";
import { settingsExample } from "./settings_example.ts";
import type { ArchiveFiles } from "./tar_gz.ts";
import { thirdParties } from "./third_parties.ts";

/** What stands ready beside the program: its README, units of systemd, a Dockerfile. */
const READY = "tools/packing/ready/";

/** Documents that the person who runs it reads. */
const DOCUMENTS = ["LICENSE", "docs/deployment.md", "docs/collecting.md"];

/** What the archive holds: the built server with its files, the tools as scripts, and what a host needs around them. */
export async function archiveFiles(): Promise<ArchiveFiles> {
  const encoder = new TextEncoder();
  return new Map([
    ...copies("_fresh", "_fresh"),
    ...copies(READY.slice(0, -1), ""),
    ...VENDORED.flatMap((name) => copies(`node_modules/${name}`, `node_modules/${name}`)),
    ...DOCUMENTS.map((path) => [path, Deno.readFileSync(ROOT + path)] as const),
    ...await bundledTools(),
    [PASSWORD_WORKER, encoder.encode(`import "../../../tools/password_worker.js";\n`)],
    ["deno.json", encoder.encode(configuration())],
    ["settings.env.example", encoder.encode(settingsExample())],
    ["THIRD-PARTIES.txt", encoder.encode(thirdParties())],
  ]);
}

function copies(from: string, to: string): (readonly [string, Uint8Array])[] {
  return namesUnder(`${ROOT}${from}/`).map((name) => [
    to === "" ? name : `${to}/${name}`,
    Deno.readFileSync(`${ROOT}${from}/${name}`),
  ]);
}

/** Packages and builds are folders that no list of sources names. */
function namesUnder(folder: string, under = ""): string[] {
  return [...Deno.readDirSync(folder + under)].flatMap(({ name, isDirectory }) =>
    isDirectory ? namesUnder(folder, `${under}${name}/`) : [under + name]
  );
}

/** What Deno reads beside the scripts: no lock, since nothing is left to resolve. */
function configuration(): string {
  const tool = (name: string, ...args: string[]) =>
    ["deno run -A", `tools/${name}.js`, ...args].join(" ");
  const tasks = {
    start: tool("start"),
    "kv:backup": tool("kv", "backup"),
    "kv:restore": tool("kv", "restore"),
    "kv:check": tool("kv", "check"),
    seed: tool("seed"),
    import: tool("import"),
    mail: tool("mail"),
  };
  const settings = { nodeModulesDir: "manual", lock: false, unstable: ["kv", "cron"], tasks };
  return JSON.stringify(settings, null, 2) + "\n";
}
