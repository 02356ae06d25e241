/**
 * `deno task docs`: writes the documents that are made from the sources; `--check` only says which are out of date.
 *
 * @module
 */

import { keysDocument } from "@/lib/store/keys.ts";
import { callsDocument } from "./calls_document.ts";
import { decisionsDocument } from "./decisions_document.ts";
import { exists, readText, ROOT } from "./files.ts";

const DOCUMENTS: Readonly<Record<string, () => string>> = {
  "docs/calls.md": callsDocument,
  "docs/decisions/README.md": decisionsDocument,
  "docs/keys.md": keysDocument,
};

if (import.meta.main) Deno.exit(Deno.args.includes("--check") ? check() : write());

function check(): number {
  const stale = Object.entries(DOCUMENTS)
    .filter(([path, text]) => !exists(path) || readText(path) !== text())
    .map(([path]) => path);
  for (const path of stale) console.log(`${path} is out of date: run \`deno task docs\`.`);
  return stale.length === 0 ? 0 : 1;
}

function write(): number {
  for (const [path, text] of Object.entries(DOCUMENTS)) Deno.writeTextFileSync(ROOT + path, text());
  return 0;
}
