/** The content of an archive: the built server, the sources, their packages, and files for the host. @module */

import { SETTINGS } from "@/fresh.config.ts";
import { AT_BUILD, lockedPackages, packageStore } from "@/tools/dependencies.ts";
import { exists, readText, ROOT } from "@/tools/files.ts";
import type { ArchiveFile, ArchiveFiles } from "./tar_gz.ts";
import { thirdParties } from "./third_parties.ts";

/** Folders of the program; `vendor` has the packages of JSR, where the import map names one. */
const FOLDERS = [
  "_fresh",
  "components",
  "deploy",
  "islands",
  "lib",
  "routes",
  "static",
  "tools",
  "vendor",
].filter(exists);

const FILES = [
  "LICENSE",
  "docs/collecting.md",
  "docs/deployment.md",
  "fresh.config.ts",
  "main.ts",
];

/** Files shipped beside the program: its README, what Docker ignores. */
const READY = "tools/packing/ready";

/** Tasks of a host. */
const TASK = /^(?:start|seed|import|mail|kv:.+)$/;

export function archiveFiles(): ArchiveFiles {
  const encoder = new TextEncoder();
  return new Map([
    ...FOLDERS.flatMap((folder) => filesOf(folder)),
    ...packages(),
    ...filesOf(READY, ""),
    ...FILES.map((path) => [path, Deno.readFileSync(ROOT + path)] as const),
    ["deno.json", encoder.encode(configuration())],
    ["settings.env.example", encoder.encode(settingsExample())],
    ["THIRD-PARTIES.txt", encoder.encode(thirdParties())],
  ]);
}

/** Files and links under a folder, by their path in the archive. */
function filesOf(folder: string, to = `${folder}/`): (readonly [string, ArchiveFile])[] {
  return [...Deno.readDirSync(ROOT + folder)].flatMap(({ name, isDirectory, isSymlink }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return filesOf(path, `${to}${name}/`);
    const content = isSymlink
      ? { linkTo: Deno.readLinkSync(ROOT + path) }
      : Deno.readFileSync(ROOT + path);
    return [[to + name, content]];
  });
}

/** What no server reads: maps of sources, types. */
const UNREAD = /\.(?:map|d\.[cm]?ts)$/;

/** The packages of deno.lock, in the folders and with the links that Deno makes. */
function packages(): (readonly [string, ArchiveFile])[] {
  const locked = lockedPackages("deno.lock").filter(({ name }) => !AT_BUILD.test(name));
  const files = locked.flatMap((one) => filesOf(packageStore(one)));
  const links = locked.flatMap(({ name }) => {
    const path = `node_modules/${name}`;
    return exists(path) ? [[path, { linkTo: Deno.readLinkSync(ROOT + path) }] as const] : [];
  });
  return [...files.filter(([path]) => !UNREAD.test(path)), ...links];
}

/** The configuration of Deno, for the packages that are here: no lock, since nothing is left to resolve. */
function configuration(): string {
  const { tasks, ...config } = JSON.parse(readText("deno.json"));
  const own = Object.entries(tasks).filter(([name]) => TASK.test(name));
  const settings = {
    ...config,
    nodeModulesDir: "manual",
    lock: false,
    tasks: Object.fromEntries(own),
  };
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
