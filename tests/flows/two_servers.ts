/** Two servers on one file: each shows the other's writes, and each mail is sent once. @module */

import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { type PostOffice, withPostOffice } from "@/tests/helpers/a_post_office.ts";
import { CollectedSite } from "@/tests/loading/own_site.ts";
import { seedAdministrator } from "@/tools/serving/seeded_stores.ts";
import { buildIfStale } from "@/tools/serving/build_state.ts";
import { startServer } from "@/tools/serving/server_process.ts";
import { UNLIMITED } from "@/tools/serving/with_server.ts";

/** Number of writes to check. */
export interface Watched {
  /** Writes for which the other server was requested until it showed them. */
  readonly rounds: number;
  /** Mails caused by each server in turn. */
  readonly mails: number;
}

/** Far longer than another server may take to show a write. */
const PATIENCE_MS = 30_000;

/**
 * Writes at each of two servers in turn. Throws when the other never shows it, when a mail is sent
 * twice or never, or a reading is lost.
 * @returns the longest that a write took to be seen beside, ms
 */
export function besideAnother(watched: Watched): Promise<number> {
  return withPostOffice((office) => withTwoServers(office, watched));
}

async function withTwoServers(office: PostOffice, { rounds, mails }: Watched): Promise<number> {
  await buildIfStale();
  const folder = await Deno.makeTempDir({ prefix: "two-servers-" });
  const kvPath = `${folder}/kv.db`;
  await seedAdministrator(kvPath);
  const config = readConfig({
    ...UNLIMITED,
    DEMO: "off",
    ACCESS_LOG: "off",
    PORT: "0",
    DENO_KV_PATH: kvPath,
    SMTP_URL: office.url,
    PUBLIC_URL: "http://127.0.0.1:8000",
  });
  const servers = [await startServer(config), await startServer(config)] as const;
  try {
    const urls = servers.map(({ url }) => url);
    const site = await CollectedSite.at(urls[0] ?? "");
    const slowestMs = await writesSeen(site, urls, rounds);
    await mailsLeave(site, { urls, office, mails });
    for (const server of servers) strictEqual(await server.stop(), 0);
    strictEqual(office.received.length, mails);
    await site.losesNothing(kvPath);
    return slowestMs;
  } finally {
    for (const server of servers) await server.kill();
    await Deno.remove(folder, { recursive: true });
  }
}

/** A write at one server, awaited at the other, which has shown the page without it. */
async function writesSeen(
  site: CollectedSite,
  urls: readonly string[],
  rounds: number,
): Promise<number> {
  let slowestMs = 0;
  for (let round = 0; round < rounds; round++) {
    const [here = "", there = ""] = round % 2 === 0 ? urls : urls.toReversed();
    const name = `Station n°${round}.`;
    site.moveTo(there);
    strictEqual(await site.shows(name), false);
    site.moveTo(here);
    strictEqual((await site.create(name)).status, 201);
    strictEqual((await site.collect(5)).status, 204);
    ok(await site.shows(name));
    const writtenAt = performance.now();
    site.moveTo(there);
    while (!await site.shows(name)) ok(performance.now() - writtenAt < PATIENCE_MS, name);
    slowestMs = Math.max(slowestMs, performance.now() - writtenAt);
  }
  return slowestMs;
}

async function mailsLeave(
  site: CollectedSite,
  { urls, office, mails }: {
    readonly urls: readonly string[];
    readonly office: PostOffice;
    readonly mails: number;
  },
): Promise<void> {
  const expected = Array.from({ length: mails }, (_, index) => `personne-${index}@oph.example`);
  for (const [index, email] of expected.entries()) {
    site.moveTo(urls[index % 2] ?? "");
    strictEqual((await site.invite(email)).status, 200);
  }
  const received = await office.after(mails);
  deepStrictEqual(received.map(({ to }) => to).sort(), expected.sort());
}
