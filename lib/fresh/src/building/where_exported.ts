import { join } from "node:path/posix";
import { namePairs } from "../snapshot/name_pairs.ts";
import type { Outputs } from "./few_requests.ts";

/** Where a name is found: the script that exports it, and its name there. */
export interface Place {
  path: string;
  name: string;
}

/**
 * Where the names that an entry exports really come from, by those names.
 *
 * An entry whose code is in other chunks only hands names on: who imports from those spares its request.
 */
export function whereExported(
  path: string,
  outputs: Outputs,
  text: string,
): Map<string, Place> {
  const names = outputs[path]?.exports ?? [];
  if (!isHandingOn(path, outputs)) return new Map(names.map((name) => [name, { path, name }]));
  const imported = new Map<string, Place>();
  for (
    const [, list = "", from = ""] of text.matchAll(/import\s*\{([^}]*)\}\s*from\s*"([^"]+)"/g)
  ) {
    for (const [name, local] of namePairs(list)) {
      imported.set(local, {
        path: join(path, "..", from),
        name,
      });
    }
  }
  const exported = new Map<string, Place>();
  for (const [, list = ""] of text.matchAll(/export\s*\{([^}]*)\}/g)) {
    for (const [local, name] of namePairs(list)) {
      const place = imported.get(local);
      if (place === undefined) throw new Error(`${path} exports ${name} of its own`);
      exported.set(name, place);
    }
  }
  return exported;
}

/** True for a chunk that holds no code of any file. */
function isHandingOn(path: string, outputs: Outputs): boolean {
  const inputs = Object.values(outputs[path]?.inputs ?? {});
  return inputs.every(({ bytesInOutput }) => bytesInOutput === 0);
}
