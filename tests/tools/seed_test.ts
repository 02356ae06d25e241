import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { alarmRecord } from "@/lib/alarms/records.ts";
import { DEMO_ALARM_ID } from "@/lib/demo/seed/alarms.ts";
import { seedOrganisation } from "@/lib/demo/seed/seed_demo.ts";
import { pilotConfigRecord } from "@/lib/heating_control/records.ts";
import { accountByEmail } from "@/lib/identity/accounts.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, listStored, readEntry, type Store } from "@/lib/store/store.ts";
import { signedIn, withPlatform } from "@/tests/helpers/a_platform.ts";
import {
  anOutdoorSource,
  PROJECT,
  someone,
  withMember,
  withResidence,
} from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { importDju } from "@/tools/import.ts";
import { reportText } from "@/tools/importing.ts";
import { seed, seedCommand } from "@/tools/seed.ts";
import { UserError } from "@/tools/user_error.ts";

const PASSWORD = () => Promise.resolve("motdepasse");
const seeded = async (store: Store, args: readonly string[], readPassword?: typeof PASSWORD) =>
  await seed(store, seedCommand(args), readPassword);

const ACCOUNT = ["account", "ada@bailleur.fr", "--forename", "Ada", "--surname", "Durand"];

Deno.test("seed account creates an account that can sign in, and reports an address in use", () =>
  withPlatform(async (built) => {
    strictEqual(await seeded(built.store, ACCOUNT, PASSWORD), "Account ada@bailleur.fr created.");
    const { caller } = await signedIn(built);
    strictEqual(caller.kind === "account" && caller.platformAdmin, false);
    await rejects(
      seeded(built.store, ACCOUNT, PASSWORD),
      /has the address ada@bailleur.fr already/,
    );
    const admin = ["account", "eve@bailleur.fr", ...ACCOUNT.slice(2), "--platform-admin"];
    await seeded(built.store, admin, PASSWORD);
    const eve = (await signedIn(built, "eve@bailleur.fr")).caller;
    strictEqual(eve.kind === "account" && eve.platformAdmin, true);
  }));

Deno.test("seed organisation makes an account its administrator", () =>
  withPlatform(async (built) => {
    await seeded(built.store, ACCOUNT, PASSWORD);
    const said = await seeded(
      built.store,
      ["organisation", "Habitat Test", "--admin", "ada@bailleur.fr"],
    );
    match(said, /^Organisation Habitat Test created, id [\w-]{16}\.$/);
    const { ask } = await signedIn(built);
    const orgs = await answerOf(ask("listOrgs", {}));
    deepStrictEqual(orgs.map(({ name, isAdmin }) => [name, isAdmin]), [[
      "Habitat Test",
      true,
    ]]);
  }));

// @spec demo.seeded-store
Deno.test("seed demo fills the store, also after it was interrupted: 22 residences whose balance comes from stored readings", () =>
  withPlatform(async (built) => {
    await seeded(built.store, ACCOUNT, PASSWORD);
    const landlordId = (await accountByEmail(built.store, "ada@bailleur.fr"))?.id ?? "";
    await seedOrganisation(built.store, { landlordId, now: Date.now() });
    const admin = ["--admin", "ada@bailleur.fr"];
    match(
      await seeded(built.store, ["demo", ...admin, "--years", "1"]),
      /^22 residences and \d+ readings written\.$/,
    );
    built.clock.advance(Date.now() - built.clock.now());
    const { ask } = await signedIn(built);
    const projects = await answerOf(ask("listProjects", { orgId: "demo" }));
    strictEqual(projects.length, 22);
    const lastYear = new Date().getFullYear() - 1;
    const place = { projectId: "p01", boilerRoomId: "p01-c1" };
    const segment = `monthly-${lastYear}`;
    const readings = await answerOf(ask("getBalanceReadings", { ...place, segment }));
    const december = readings.series["p01-c1-gaz"]?.[`${lastYear}-12`];
    ok((december?.value ?? 0) > 1_000, JSON.stringify(december));
    // As in the demo: the settings of modules, by the administrator, and the alarms that ended.
    const pilot = await readEntry(built.store, keys.pilotConfig("p01"), pilotConfigRecord);
    strictEqual(pilot.value?.change.accountId, landlordId);
    ok((await listIds(built.store, keys.pilotModule.under("p01"))).length > 0);
    ok((await answerOf(ask("getPilotConfig", { projectId: "p01" }))).changedAt !== null);
    const alarms = await listStored(built.store, keys.closedAlarm.under("p01"), alarmRecord);
    ok(alarms.length > 1 && alarms.every(({ record }) => record.end !== null));
    const ended = { projectId: "p01", alarmId: DEMO_ALARM_ID };
    const { alarmComments } = await answerOf(ask("getAlarm", ended));
    deepStrictEqual(alarmComments.map(({ author }) => author.email), [
      "ada@bailleur.fr",
      "ada@bailleur.fr",
    ]);
    // Open ones are found by the evaluation of the readings.
    deepStrictEqual(await listIds(built.store, keys.openAlarm.under("p01")), []);
    ok((await answerOf(ask("listDisplayMessages", { projectId: "p01" }))).length > 0);
    // Nothing is left to compact: the first page would wait for it.
    const waiting = built.store.list({ prefix: keys.arrival.under() });
    deepStrictEqual(await Array.fromAsync(waiting), []);
    await rejects(seeded(built.store, ["demo", ...admin]), /holds the demo already/);
  }));

Deno.test("seed prints its usage for missing or unknown arguments", () =>
  withPlatform(async ({ store }) => {
    const wrong = [[], ["nothing"], ["organisation", "X"], ["account", "no-address"], ["demo"], [
      "demo",
      "--unknown",
    ]];
    for (const args of wrong) await rejects(seeded(store, args, PASSWORD), UserError);
  }));

const HEADING = "NUM_POSTE;NOM_USUEL;AAAAMMJJ;TN;QTN;TX;QTX;TM;QTM";

Deno.test("importDju() reads a zipped daily file, and a file of months", () =>
  withMember({ roles: ["collect"] }, async ({ built, ask }) => {
    await anOutdoorSource(ask);
    const { services } = built.platform.own;
    const place = { projectId: PROJECT, source: "Station", dryRun: false };
    const daily = gzipSync(`${HEADING}\n1;X;20240101;0;1;8;1;;\n1;X;20240102;?;1;8;1;;\n`);
    const report = await importDju(services, { ...place, bytes: daily });
    strictEqual(
      reportText(report),
      "2 lines: 1 inserted, 0 replaced, 0 unchanged, 0 ignored, 1 refused.\n" +
        "  line 3, TN: Température illisible ou hors de −60 à 60 °C",
    );
    const months = new TextEncoder().encode("mois;dju\n2023-01;387,2\n");
    strictEqual((await importDju(services, { ...place, bytes: months })).insertedCount, 1);
  }));

Deno.test("importDju() lists the existing sources when the given one is unknown", () =>
  withResidence(async (built) => {
    await anOutdoorSource(await someone(built, { roles: ["collect"] }));
    const { services } = built.platform.own;
    const asked = { bytes: new Uint8Array(), dryRun: false };
    await rejects(
      importDju(services, { ...asked, projectId: PROJECT, source: "Orly" }),
      /There are: Station\./,
    );
    await rejects(importDju(services, { ...asked, projectId: "x", source: "y" }), /No project x/);
    const other = new TextEncoder().encode("a;b\n1;2\n");
    await rejects(
      importDju(services, { projectId: PROJECT, source: "Station", dryRun: false, bytes: other }),
      UserError,
    );
  }));
