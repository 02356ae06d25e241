import { SETTINGS } from "@/fresh.config.ts";
import { WASM_FILES } from "@/lib/files/image_codecs.ts";
import { FONT_FILES } from "@/lib/files/pdf_fonts.ts";
import { ROOT } from "@/tools/files.ts";
import { bundledTools, WORKERS } from "./bundled_tools.ts";
import { copies } from "./copies.ts";
import { serverFiles } from "./server_files.ts";
import type { ArchiveFiles } from "./tar_gz.ts";
import { thirdParties } from "./third_parties.ts";
import { VENDORED } from "./vendored.ts";

/** Files shipped beside the program: its README, what Docker ignores. */
const READY = "tools/packing/ready/";

/** Documents for the operator. */
const DOCUMENTS = ["LICENSE", "docs/deployment.md", "docs/collecting.md"];

/** Content of the archive: the built server with its files, the tools as scripts, and files for the host. */
export async function archiveFiles(): Promise<ArchiveFiles> {
  const encoder = new TextEncoder();
  const read = [...FONT_FILES.values(), ...Object.values(WASM_FILES)]
    .map((file) => `node_modules/${file}`);
  return new Map([
    ...await serverFiles(),
    ...copies(READY.slice(0, -1), ""),
    ...copies("deploy", "deploy"),
    ...VENDORED.flatMap((name) => copies(`node_modules/${name}`, `node_modules/${name}`)),
    ...[...DOCUMENTS, ...read].map((path) => [path, Deno.readFileSync(ROOT + path)] as const),
    ...await bundledTools(),
    ...Object.entries(WORKERS).map(([name, path]) =>
      [path, encoder.encode(`import "../../tools/${name}.js";\n`)] as const
    ),
    ["deno.json", encoder.encode(configuration())],
    ["settings.env.example", encoder.encode(settingsExample())],
    ["THIRD-PARTIES.txt", encoder.encode(thirdParties())],
  ]);
}

/** Configuration of Deno beside the scripts: no lock, since nothing is left to resolve. */
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
  const settings = { nodeModulesDir: "manual", lock: false, unstable: ["kv"], tasks };
  return JSON.stringify(settings, null, 2) + "\n";
}

/** Every setting, each with what it does and what it must be, as a file that systemd and Docker read. */
function settingsExample(): string {
  const lines = Object.entries(SETTINGS).map(([name, { does, must, fallback }]) =>
    `# ${does}\n# It must be ${must}.\n#${name}=${fallback}\n`
  );
  return [HEAD, ...lines].join("\n");
}

const HEAD =
  `# Settings, one a line: take the "#" away before those to change. Those left out have the value shown.
# It holds secrets: chmod 600.
`;
