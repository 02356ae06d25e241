/** `deno task kv:backup`, `kv:restore`, `kv:check`: maintenance of the store's file. @module */

import { appConfig } from "@/fresh.config.ts";
import type { AppConfig } from "@/lib/web/config.ts";
import { now } from "@/lib/web/process.ts";
import { backUp, restore } from "./keeping/backups.ts";
import { checkStore } from "./keeping/check.ts";
import { exitCode, UserError } from "./user_error.ts";

const USAGE = `Usage:
  deno task kv:backup FILE     copies the store to FILE, while it is in use, with its SHA-256 in FILE.sha256
  deno task kv:restore FILE    puts a backup in the place of the store, which is set aside; the server must be stopped
  deno task kv:check           looks at everything the store holds, while it is in use
The store is the file that DENO_KV_PATH names.`;

const FAULTS_NAMED = 50;

if (import.meta.main) Deno.exit(await exitCode(() => main(Deno.args)));

async function main([verb, file, ...others]: readonly string[]): Promise<number | void> {
  if (file?.startsWith("-") || others.length > 0) throw new UserError(USAGE);
  const { kvPath } = appConfig();
  if (verb === "backup" && file) return await backupTo(file, { kvPath });
  if (verb === "restore" && file) return await restoreFrom(file, { kvPath });
  if (verb === "check" && file === undefined) return await check(kvPath);
  throw new UserError(USAGE);
}

async function backupTo(file: string, { kvPath }: Pick<AppConfig, "kvPath">): Promise<void> {
  const { path, bytes, entryCount, sha256 } = await backUp({ storePath: kvPath, path: file });
  console.log(`${path}: ${entryCount} values, ${bytes} bytes, SHA-256 ${sha256}`);
}

async function restoreFrom(file: string, { kvPath }: Pick<AppConfig, "kvPath">): Promise<void> {
  const stamp = now().replaceAll(/[-:]|\.\d+/g, "");
  const { entryCount, setAside } = await restore({ path: file, storePath: kvPath, stamp });
  console.log(`${kvPath}: ${entryCount} values restored.`);
  if (setAside !== null) console.log(`What was there is in ${setAside}.`);
}

async function check(kvPath: string): Promise<number> {
  const { counts, faults } = await checkStore(kvPath);
  for (const [name, count] of counts) console.log(`${String(count).padStart(9)}  ${name}`);
  for (const fault of faults.slice(0, FAULTS_NAMED)) console.error(fault);
  console.log(faults.length === 0 ? "All is well." : `Faults: ${faults.length}.`);
  return faults.length === 0 ? 0 : 1;
}
