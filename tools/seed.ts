/** `deno task seed`: creates an account or an organisation in the store, or fills it from the demo. @module */

import { parseArgs } from "node:util";
import { appConfig } from "@/fresh.config.ts";
import { newId } from "@/lib/base/secrets.ts";
import { seedOrganisation, seedStories } from "@/lib/demo/seed/seed_demo.ts";
import { seedReadings } from "@/lib/demo/seed/series.ts";
import { demoSites } from "@/lib/demo/seed/site_table.ts";
import { siteId } from "@/lib/demo/simulation/site_series.ts";
import { accountByEmail, createAccount } from "@/lib/identity/accounts.ts";
import { firstAccount } from "@/lib/identity/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import { withStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { epochMs } from "@/lib/web/process.ts";
import { exitCode, readCommandLine, UserError } from "./user_error.ts";

const USAGE = `Usage:
  deno task seed account EMAIL --forename NAME --surname NAME [--platform-admin]
      The password is asked for, or read from standard input.
  deno task seed organisation NAME --admin EMAIL
  deno task seed demo --admin EMAIL [--years 2]
      Fills the store with the demo's 22 residences and so many years of readings.
The store is the one DENO_KV_PATH names.`;

const SEEDED = ["account", "organisation", "demo"] as const;

if (import.meta.main) Deno.exit(await exitCode(main));

async function main(): Promise<void> {
  const command = seedCommand(Deno.args);
  await withStore(appConfig().kvPath, async (store) => {
    console.log(await seed(store, command));
  });
}

/**
 * Executes a command, and reports it in one sentence.
 *
 * @throws UserError when a value is wrong or what it names is not there
 */
export async function seed(
  store: Store,
  { what, name, options }: SeedCommand,
  readPassword = askPassword,
): Promise<string> {
  switch (what) {
    case "account":
      return await seedAccount(store, name, { options, readPassword });
    case "organisation":
      return await seedOrg(store, name, options);
    case "demo":
      return await seedFromDemo(store, options);
  }
}

interface SeedCommand {
  readonly what: typeof SEEDED[number];
  /** The address of an account, or the name of an organisation; "" without one. */
  readonly name: string;
  readonly options: SeedOptions;
}

interface SeedOptions {
  forename?: string | undefined;
  surname?: string | undefined;
  admin?: string | undefined;
  years?: string | undefined;
  "platform-admin"?: boolean | undefined;
}

/** Reads a command line. @throws UserError with the usage when it is wrong */
export function seedCommand(args: readonly string[]): SeedCommand {
  return readCommandLine(USAGE, () => {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        forename: { type: "string" },
        surname: { type: "string" },
        admin: { type: "string" },
        years: { type: "string" },
        "platform-admin": { type: "boolean" },
      },
    });
    const [first, name = ""] = positionals;
    const what = SEEDED.find((one) => one === first);
    if (what === undefined) throw new UserError(USAGE);
    return { what, name, options: values };
  });
}

async function seedAccount(
  store: Store,
  email: string,
  { options, readPassword }: { options: SeedOptions; readPassword: () => Promise<string> },
): Promise<string> {
  const { forename = "", surname = "" } = options;
  const typed = { email, forename, surname, password: await readPassword() };
  const person = firstAccount.safeParse({ ...typed, code: "console" });
  if (!person.success) {
    const [issue] = person.error.issues;
    throw new UserError(`${issue?.path.join(".")}: ${issue?.message}\n${USAGE}`);
  }
  const { code: _, ...account } = person.data;
  const platformAdmin = options["platform-admin"] ?? false;
  const id = await createAccount(store, { ...account, platformAdmin }, { now: epochMs() });
  if (id === null) throw new UserError(`An account has the address ${account.email} already.`);
  return `Account ${account.email} created.`;
}

async function seedOrg(store: Store, name: string, options: SeedOptions): Promise<string> {
  if (name.trim() === "") throw new UserError(USAGE);
  const adminId = await accountIdOf(store, options.admin);
  const orgId = newId();
  await store.atomic()
    .set(keys.org(orgId), { name: name.trim() })
    .set(keys.member(orgId, adminId), { isAdmin: true })
    .set(keys.orgOfAccount(adminId, orgId), true)
    .commit();
  return `Organisation ${name.trim()} created, id ${orgId}.`;
}

async function seedFromDemo(store: Store, options: SeedOptions): Promise<string> {
  const landlordId = await accountIdOf(store, options.admin);
  const years = Number(options.years ?? "2");
  if (!Number.isInteger(years) || years < 1 || years > 7) {
    throw new UserError("--years is a whole number from 1 to 7.");
  }
  if (await isWhole(store)) throw new UserError("The store holds the demo already.");
  const now = epochMs();
  await seedOrganisation(store, { landlordId, now });
  let count = 0;
  for (const [index, site] of demoSites().entries()) {
    const projectId = siteId(index);
    const writer = new StoredSeries(store, projectId, epochMs);
    count += await seedReadings(writer, { site, index, years, now });
    // The first page that reads them does not wait for it.
    await compact(store, projectId, epochMs);
  }
  await seedStories(store, { landlordId, now });
  return `${demoSites().length} residences and ${count} readings written.`;
}

/** False too for a demo whose writing was interrupted: the same command writes it again. */
async function isWhole(store: Store): Promise<boolean> {
  const last = siteId(demoSites().length - 1);
  const [head] = await Array.fromAsync(
    store.list({ prefix: keys.seriesHead.under(last) }, { limit: 1 }),
  );
  return head !== undefined;
}

async function accountIdOf(store: Store, email: string | undefined): Promise<string> {
  if (email === undefined) throw new UserError(USAGE);
  const account = await accountByEmail(store, email);
  if (account === null) throw new UserError(`No account has the address ${email}.`);
  return account.id;
}

/** Typed at the terminal, or the first line of standard input. */
async function askPassword(): Promise<string> {
  if (Deno.stdin.isTerminal()) return prompt("Password:") ?? "";
  const text = await new Response(Deno.stdin.readable).text();
  return text.split(/\r?\n/)[0] ?? "";
}
