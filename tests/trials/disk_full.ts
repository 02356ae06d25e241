import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { CollectedSite } from "@/tests/loading/own_site.ts";
import { childrenOf, descriptorCount, limitDescriptors } from "@/tests/loading/process_figures.ts";
import { started } from "@/tests/loading/started.ts";
import { NotRun } from "@/tests/runner/run_named.ts";
import { seedAdministrator } from "@/tools/serving/seeded_stores.ts";
import { buildIfStale } from "@/tools/serving/build_state.ts";
import { startServer } from "@/tools/serving/server_process.ts";
import { UNLIMITED } from "@/tools/serving/with_server.ts";
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

interface SickDisk {
  readonly folder: string;
  /** Makes every write fail from now on. */
  fail(): Promise<void>;
  /** Makes it writable again; true when no process may have it open meanwhile. */
  readonly heal: () => Promise<void>;
  readonly healsInUse: boolean;
}

/** Runs `act` on a small disk that fills up. */
async function withFullDisk(act: (disk: SickDisk) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "full-disk-" });
  const ballast = `${folder}/ballast`;
  await mounted(["-t", "tmpfs", "-o", "size=8m", "none"], folder, () =>
    act({
      folder,
      // It fails once it has filled the disk.
      fail: async () => void await run("dd", "if=/dev/zero", `of=${ballast}`, "bs=4k"),
      heal: () => Deno.remove(ballast),
      healsInUse: true,
    }));
}

/** Runs `act` on a disk that becomes read-only, as a faulty one does. */
async function withReadOnlyDisk(act: (disk: SickDisk) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "read-only-disk-" });
  const image = await Deno.makeTempFile({ prefix: "disk-" });
  try {
    await Deno.truncate(image, 32 * 1024 * 1024);
    await must("mkfs.ext4", "-q", "-F", image);
    const loop = ["-o", "loop", image];
    await mounted(loop, folder, () =>
      act({
        folder,
        fail: () => must("mount", "-o", "remount,abort", folder),
        heal: async () => {
          await must("umount", folder);
          // Its exit code is 1 once it has repaired the effects of the fault.
          await run("e2fsck", "-p", image);
          await must("mount", ...loop, folder);
        },
        healsInUse: false,
      }));
  } finally {
    await Deno.remove(image);
  }
}

async function mounted(
  what: readonly string[],
  folder: string,
  act: () => Promise<void>,
): Promise<void> {
  await must("mount", ...what, folder);
  try {
    await act();
  } finally {
    await must("umount", "--lazy", folder);
    await Deno.remove(folder);
  }
}

async function must(command: string, ...args: string[]): Promise<void> {
  const { success, said } = await run(command, ...args);
  if (!success) throw new NotRun(`this machine refuses ${command} ${args.join(" ")}: ${said}`);
}

async function run(
  command: string,
  ...args: string[]
): Promise<{ success: boolean; said: string }> {
  try {
    const { success, stderr } = await new Deno.Command(command, { args }).output();
    return { success, said: new TextDecoder().decode(stderr).trim() };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { success: false, said: "it is not there" };
    throw error;
  }
}
