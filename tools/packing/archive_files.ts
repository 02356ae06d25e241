/** The content of an archive: the built server, the sources, their packages, and files for the host. @module */

import { packTar, type TarEntry } from "modern-tar";
import { existsSync } from "node:fs";
import { gzipSync } from "node:zlib";
import * as z from "zod";
import { SETTINGS } from "@/fresh.config.ts";
import {
  AT_BUILD,
  type LockedPackage,
  lockedPackages,
  packageFolder,
  packageStore,
} from "@/tools/dependencies.ts";
import { exists, readText, ROOT } from "@/tools/files.ts";

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

/** The bytes of a file, or a symbolic link. */
type ArchiveFile = Uint8Array | { readonly linkTo: string };

type ArchiveFiles = ReadonlyMap<string, ArchiveFile>;

/** Modification time of every file, so that the same files always make the same bytes. */
const MADE_AT = new Date("2000-01-01T00:00:00Z");

/** The files as a `.tar.gz` that unpacks to one folder; same files, same bytes. */
export async function tarGz(folder: string, files: ArchiveFiles): Promise<Uint8Array> {
  const entries = [...files].sort(([a], [b]) => a < b ? -1 : 1).map(([path, file]): TarEntry => {
    const header = { name: `${folder}/${path}`, mtime: MADE_AT, mode: 0o644 };
    return "linkTo" in file
      ? { header: { ...header, size: 0, type: "symlink", linkname: file.linkTo } }
      : { header: { ...header, size: file.length }, body: file };
  });
  return gzipSync(await packTar(entries), { level: 9 });
}

const manifest = z.object({
  name: z.string(),
  license: z.string(),
  author: z.union([z.string(), z.object({ name: z.string() })]).optional(),
});

/** The packages in the archive, at the versions of deno.lock, with their licences. */
function thirdParties(): string {
  const parts = lockedPackages("deno.lock").filter(({ name }) => !AT_BUILD.test(name))
    .map((one) => `${one.name} ${one.version}\n\n${licence(one)}`);
  return [LICENCES_HEAD, ...parts].join(`\n\n${"-".repeat(80)}\n`);
}

const LICENCES_HEAD =
  `What is in this archive beside the program itself: each package, its version, its licence.`;

function licence(one: LockedPackage): string {
  const folder = packageFolder(one);
  const files = [folder, `${folder}/codec`].flatMap(licenceFiles);
  return files.length === 0
    ? named(manifest.parse(JSON.parse(Deno.readTextFileSync(`${folder}/package.json`))))
    : files.map((file) => Deno.readTextFileSync(file).trim()).join("\n\n");
}

/** The licences in a folder; some packages have a folder for the code that they compiled. */
function licenceFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = Array.from(Deno.readDirSync(folder), ({ name }) => name).toSorted();
  return names.filter((name) => /^licen[cs]e/i.test(name)).map((name) => `${folder}/${name}`);
}

/** The licence of a package that only names it, and its author. @throws TypeError when its text is not here */
function named({ name, license, author }: z.output<typeof manifest>): string {
  const text = LICENCES[license];
  if (text === undefined) throw new TypeError(`The package ${name} has no file of its licence.`);
  const holder = typeof author === "string" ? author : author?.name ?? `the authors of ${name}`;
  return `${license} License\n\nCopyright (c) ${holder}\n\n${text}`;
}

const MIT =
  `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const ISC =
  `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`;

/** Texts of licences, by their names in a manifest. */
const LICENCES: Readonly<Record<string, string>> = { MIT, ISC };
