import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { CollectedSite } from "@/tests/loading/collected_site.ts";
import { childrenOf, descriptorCount, limitDescriptors } from "@/tests/loading/process_figures.ts";
import { type SickDisk, withFullDisk, withReadOnlyDisk } from "@/tests/loading/sick_disk.ts";
import { started } from "@/tests/loading/started.ts";
import { NotRun } from "@/tests/runner/run_named.ts";
import { seedAdministrator } from "@/tools/serving/administrator.ts";
import { buildIfStale } from "@/tools/serving/build_state.ts";
import { startServer } from "@/tools/serving/server_process.ts";
import { UNLIMITED } from "@/tools/serving/unlimited.ts";
import { textOf } from "@/tools/serving/visitor.ts";

const ROUNDS = 20;
const SETTINGS = { DEMO: "off", ACCESS_LOG: "off", PORT: "0", ...UNLIMITED };

/**
 * QF3: a disk that fills up and one that becomes read-only, 20 times each, with one start on the
 * full disk; no more file descriptors. Reads work, writes answer 503 with the right sentence or code, everything recovers
 * by itself, nothing acknowledged is lost.
 */
export default async function diskFull(): Promise<void> {
  await buildIfStale();
  const parts = [
    ["disk full", () => withFullDisk(onDisk)],
    ["read-only disk", () => withReadOnlyDisk(onDisk)],
    ["no descriptor left", serverWithoutDescriptors],
  ] as const;
  for (const [name, run] of parts) {
    try {
      await run();
      console.log(`${name}: reads stay up, writes say so, all works again, 0 lost`);
    } catch (error) {
      if (!(error instanceof NotRun)) throw error;
      console.log(`${name}: NOT RUN, ${error.message}`);
    }
  }
}

async function onDisk(disk: SickDisk): Promise<void> {
  const kvPath = `${disk.folder}/store/kv.db`;
  await Deno.mkdir(`${disk.folder}/store`);
  await seedAdministrator(kvPath);
  const config = readConfig({ ...SETTINGS, DENO_KV_PATH: kvPath });
  let server = await startServer(config);
  try {
    const site = await CollectedSite.at(server.url);
    await works(site, "before");
    for (let round = 0; round < (disk.healsInUse ? ROUNDS : 2); round++) {
      await disk.fail();
      await refusesWrites(site);
      if (disk.healsInUse && round === 0) {
        await server.kill();
        server = await startServer(config);
        site.moveTo(server.url);
        await refusesWrites(site);
      }
      if (!disk.healsInUse) await server.stop();
      await disk.heal();
      if (!disk.healsInUse) server = await startServer(config);
      site.moveTo(server.url);
      await works(site, `round ${round}`);
    }
    strictEqual(await server.stop(), 0);
    await site.losesNothing(kvPath);
  } finally {
    await server.kill();
  }
}

/** Checks that reads and writes by form, by call and by a collector all work. */
async function works(site: CollectedSite, name: string): Promise<void> {
  await reads(site);
  strictEqual((await site.collect(20)).status, 204);
  strictEqual((await site.fillForm(`form ${name}`)).status, 303);
  strictEqual((await site.create(`call ${name}`)).status, 201);
  for (const made of ["form", "call"]) ok(await site.shows(`${made} ${name}`));
}

async function refusesWrites(site: CollectedSite): Promise<void> {
  await reads(site);
  const collected = await untilRefused(site);
  deepStrictEqual([collected.status, collected.headers.get("retry-after")], [503, "5"]);
  const form = await site.fillForm("refused");
  strictEqual(form.status, 503);
  match(textOf(form), new RegExp(errorText("store-unavailable").slice(0, 30)));
  const call = await site.create("refused");
  strictEqual(call.status, 503);
  match(textOf(call), /"code":"store-unavailable"/);
  await reads(site);
  ok(!await site.shows("refused"));
}

/** The store's own log has a little room left. */
async function untilRefused(site: CollectedSite) {
  for (let tick = 0; tick < 1000; tick++) {
    const answer = await site.collect(20);
    if (answer.status !== 204) return answer;
  }
  throw new Error("The disk never filled up.");
}

async function reads(site: CollectedSite): Promise<void> {
  deepStrictEqual((await site.read()).map(({ status }) => status), [200, 200, 200, 200, 200]);
}

/** `deno serve` ends without descriptors: `start` restarts it, and nothing acknowledged is lost. */
async function serverWithoutDescriptors(): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "descriptors-" });
  const kvPath = `${folder}/kv.db`;
  await seedAdministrator(kvPath);
  const start = await started({ ...SETTINGS, DENO_KV_PATH: kvPath });
  try {
    const site = await CollectedSite.at(start.url);
    await works(site, "before");
    const [server = 0] = childrenOf(start.pid);
    await limitDescriptors(server, descriptorCount(server));
    await site.read().catch(() => {});
    site.moveTo(await start.again(1));
    await works(site, "after");
    strictEqual(await start.stop(), 0);
    await site.losesNothing(kvPath);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
