import { z } from "zod";
import { readText, ROOT } from "@/tools/files.ts";

/** Packages that build or pack, and of which nothing is in the archive. */
const AT_BUILD = /^(?:esbuild|@esbuild\/.+|modern-tar)$/;

const lockFile = z.object({ npm: z.record(z.string(), z.unknown()) });

/** The packages inside the archive, at the versions the lock froze, with their licences. */
export function thirdParties(): string {
  const { npm } = lockFile.parse(JSON.parse(readText("deno.lock")));
  const parts = Object.keys(npm).flatMap((locked) => {
    const [, name = "", version = ""] = /^(.[^@]*)@([^_]+)/.exec(locked) ?? [];
    return AT_BUILD.test(name) ? [] : [`${name} ${version}\n\n${licence(name, version)}`];
  });
  return [HEAD, ...parts].join(`\n\n${"-".repeat(80)}\n`);
}

const HEAD =
  `What is in this archive beside the program itself: each package, its version, its licence.`;

function licence(name: string, version: string): string {
  const folder = `${ROOT}node_modules/.deno/${
    name.replace("/", "+")
  }@${version}/node_modules/${name}`;
  const file = [...Deno.readDirSync(folder)].find((entry) => /^licen[cs]e/i.test(entry.name));
  if (file === undefined) throw new TypeError(`The package ${name} has no file of its licence.`);
  return Deno.readTextFileSync(`${folder}/${file.name}`).trim();
}
