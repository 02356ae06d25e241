import { existsSync } from "node:fs";
import * as z from "zod";
import {
  AT_BUILD,
  type LockedPackage,
  lockedPackages,
  packageFolder,
} from "@/tools/dependencies.ts";

const manifest = z.object({
  name: z.string(),
  license: z.string(),
  author: z.union([z.string(), z.object({ name: z.string() })]).optional(),
});

/** The packages in the archive, at the versions of deno.lock, with their licences. */
export function thirdParties(): string {
  const parts = lockedPackages("deno.lock").filter(({ name }) => !AT_BUILD.test(name))
    .map((one) => `${one.name} ${one.version}\n\n${licence(one)}`);
  return [HEAD, ...parts].join(`\n\n${"-".repeat(80)}\n`);
}

const HEAD =
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
