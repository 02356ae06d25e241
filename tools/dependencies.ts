/** `deno task dependencies`: writes docs/dependencies.md, the packages of both lock files. @module */
import * as z from "zod";
import { readText, ROOT } from "./files.ts";

/** Packages used to build or pack only, which are not in the archive. */
export const AT_BUILD = /^(?:esbuild|@esbuild\/.+|modern-tar)$/;

const lockFile = z.object({ npm: z.record(z.string(), z.unknown()) });

const manifest = z.object({ license: z.string().optional() });

export type LockedPackage = Readonly<Record<"name" | "version", string>>;

/** The packages of a lock file, in its order. */
export function lockedPackages(path: string): LockedPackage[] {
  return Object.keys(lockFile.parse(JSON.parse(readText(path))).npm).map((locked) => {
    const [, name = "", version = ""] = /^(.[^@]*)@([^_]+)/.exec(locked) ?? [];
    return { name, version };
  });
}

/** Folder in which Deno puts a package, with links to those that it imports; a path of the project. */
export function packageStore({ name, version }: LockedPackage): string {
  return `node_modules/.deno/${name.replace("/", "+")}@${version}`;
}

export function packageFolder(one: LockedPackage): string {
  return `${ROOT}${packageStore(one)}/node_modules/${one.name}`;
}

/** SPDX expression of a package's manifest; the title of its licence's file when that says none. */
export function licenceOf(one: LockedPackage): string {
  const folder = packageFolder(one);
  const { license } = manifest.parse(JSON.parse(Deno.readTextFileSync(`${folder}/package.json`)));
  if (license !== undefined) return license;
  const [title = ""] = Deno.readTextFileSync(`${folder}/LICENSE`).split("\n");
  return title.replace(/^(?:The )?(\S+) License.*$/, "$1");
}

/** The text of docs/dependencies.md. */
export function dependenciesDocument(): string {
  const all = lockedPackages("tests/deno.lock").filter(({ name }) => !name.startsWith("@esbuild/"));
  const program = new Set(lockedPackages("deno.lock").map(({ name, version }) => name + version));
  const rows = all.map((one) => {
    const isOfProgram = program.has(one.name + one.version);
    const use = isOfProgram ? AT_BUILD.test(one.name) ? "build" : "program" : "tests";
    return `| ${one.name} | ${one.version} | ${licenceOf(one)} | ${use} |`;
  });
  return [...HEAD, ...rows, ""].join("\n");
}

const HEAD = [
  "# Dependencies",
  "",
  "Written by `deno task dependencies` from the two lock files and the packages, without a network. esbuild also has a binary for each system.",
  "",
  "| Package | Version | Licence | Used by |",
  "| --- | --- | --- | --- |",
];

if (import.meta.main) {
  Deno.writeTextFileSync(`${ROOT}docs/dependencies.md`, dependenciesDocument());
}
