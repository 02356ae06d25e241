import type { AppConfig } from "../../fresh.config.ts";
import { newFirstRunCode } from "../backend/accounts/accounts.ts";
import { Versions } from "../backend/cache/versions.ts";
import { Platform } from "../backend/choose.ts";
import { registerCrons } from "../backend/jobs/crons.ts";
import { openStore } from "../backend/kv/open.ts";
import { Upstream } from "../backend/upstream/upstream.ts";
import { reportFault } from "./access_log.ts";
import { epochMs } from "./clock.ts";
import { stopping } from "./stopping.ts";

/**
 * Opens the store the settings name and puts whoever answers in front of it.
 *
 * @throws StoreUnavailable with the sentence the operator reads
 */
export async function openPlatform(config: AppConfig): Promise<Platform> {
  const store = await openStore(config.kvPath);
  const now = epochMs;
  const upstream = config.apiHost === null
    ? null
    : new Upstream({ origin: config.apiHost, store, versions: new Versions(store, now), now });
  const { demo, rates, addressApi } = config;
  return new Platform({ store, now, demo, rates, upstream, addressApi, reportFault });
}

/** Prints, while no account exists, the code that opens the first one. */
export async function announceFirstRun({ options }: Platform): Promise<void> {
  if (options.upstream !== null) return;
  const code = await newFirstRunCode(options.store);
  if (code === null) return;
  console.log(`No account yet: create the first one at /first-run with the code ${code}`);
}

/** Registers the jobs of this program's own store. */
export function startJobs({ options }: Platform): void {
  const { upstream, store, now } = options;
  if (upstream === null) registerCrons({ store, now, reportFault, stopping: stopping() });
}
