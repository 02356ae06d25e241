import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { jobStates, recordedRun } from "@/lib/platform/job_records.ts";
import {
  accessibilityStatement,
  legalNotice,
  privacyStatement,
  type StatementPart,
} from "@/lib/platform/statements.ts";
import { jobErrorText } from "@/lib/platform/text.ts";
import { RUN_SUBJECTS, writeRunFailure } from "@/lib/store/jobs.ts";
import { keys } from "@/lib/store/keys.ts";
import { withLease } from "@/lib/store/leases.ts";
import {
  anAccount,
  aPlatformAdmin,
  callAs,
  PASSWORD,
  PLATFORM_ADMIN,
  signedIn,
  type TestPlatform,
} from "@/tests/helpers/a_platform.ts";
import { aMember, ORG, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import { answerOf, codeOfCall, withStore } from "@/tests/helpers/fixtures.ts";
import { filesUnder, ROOT } from "@/tools/files.ts";

const ADA = "ada@bailleur.fr";

/** A platform with its administrator, and one organisation administered by Ada. */
async function withRoot(
  test: (built: TestPlatform, root: CallFunction) => Promise<void>,
): Promise<void> {
  await withResidence(async (built) => {
    await test(built, await aPlatformAdmin(built));
  });
}

Deno.test("putPlatformOrg() renames an organisation once per version, for its members at once", () =>
  withRoot(async (built, root) => {
    const ada = await someone(built, { isAdmin: true });
    const list = await answerOf(root("listPlatformOrgs", {}));
    const version = list[0]?.version;
    strictEqual((await ada("listOrgs", {})).ok, true);
    const rename = (name: string) =>
      root("putPlatformOrg", { orgId: ORG, body: { name, version } });
    strictEqual((await rename("Habitat du Lac")).ok, true);
    const late = await rename("Habitat de la Mer");
    strictEqual(!late.ok && late.status, 409);
    const orgs = await answerOf(ada("listOrgs", {}));
    deepStrictEqual(orgs.map(({ name }) => name), ["Habitat du Lac"]);
    strictEqual(
      await codeOfCall(root("putPlatformOrg", { orgId: "nulle", body: { name: "X" } })),
      "not-found",
    );
  }));

Deno.test("addPlatformOrgAdmin() adds an administrator to any organisation", () =>
  withRoot(async (built, root) => {
    await anAccount(built, { email: ADA });
    const body = { email: ADA };
    strictEqual((await root("addPlatformOrgAdmin", { orgId: ORG, body })).ok, true);
    const { ask: ada } = await signedIn(built, ADA);
    const admins = await answerOf(ada("listOrgAdmins", { orgId: ORG }));
    deepStrictEqual(admins.map(({ email }) => email), [ADA]);
    const log = await answerOf(ada("getAudit", { orgId: ORG }));
    deepStrictEqual(log.entries.map(({ email, action }) => [email, action]), [
      [PLATFORM_ADMIN, "addPlatformOrgAdmin"],
    ]);
    strictEqual(
      await codeOfCall(root("addPlatformOrgAdmin", { orgId: "nulle", body })),
      "not-found",
    );
  }));

// @spec platform.locked-accounts
Deno.test("an account locked after too many attempts is listed, and unlocked at once", () =>
  withRoot(async (built, root) => {
    await anAccount(built, { email: ADA });
    const nobody = callAs(built, ANONYMOUS);
    const login = (password: string) => nobody("login", { body: { email: ADA, password } });
    for (let tries = 0; tries < 5; tries++) await login("faux");
    strictEqual(await codeOfCall(login(PASSWORD)), "too-many-requests");
    const list = await answerOf(root("listLockedAccounts", {}));
    deepStrictEqual(list.map(({ email }) => email), [ADA]);
    match(list[0]?.until ?? "", /^2026-02-10T11:0\d:\d\d/);
    strictEqual((await root("unlockAccount", { email: ADA })).ok, true);
    strictEqual((await login(PASSWORD)).ok, true);
    const after = await answerOf(root("listLockedAccounts", {}));
    deepStrictEqual(after, []);
    strictEqual(await codeOfCall(root("unlockAccount", { email: "nul@bailleur.fr" })), "not-found");
  }));

Deno.test("listJobs() returns when each job ran and runs next, and its last error", () =>
  withRoot(async (built, root) => {
    const { store, clock } = built;
    const before = await answerOf(root("listJobs", {}));
    deepStrictEqual(before.map(({ startedAt, lastError }) => [startedAt, lastError]), [
      ...before.map(() => [null, null]),
    ]);
    const fault = () => Promise.reject(new Error("disk is full"));
    await recordedRun({ store, now: clock.now }, "send outbox", fault).catch(() => {});
    clock.advance(90_000);
    const work = () => Promise.resolve(clock.advance(1_000));
    await recordedRun({ store, now: clock.now }, "send outbox", work);
    const after = await answerOf(root("listJobs", {}));
    deepStrictEqual(after.find(({ name }) => name === "send outbox"), {
      name: "send outbox",
      schedule: "* * * * *",
      startedAt: "2026-02-10T11:01:30.000Z",
      endedAt: "2026-02-10T11:01:31.000Z",
      isInterrupted: false,
      isSlow: false,
      nextAt: "2026-02-10T11:02:00.000Z",
      lastError: "Error: disk is full",
      lastErrorAt: "2026-02-10T11:00:00.000Z",
    });
  }));

Deno.test("getStorage() counts the entries of the store by kind, and stops at its limit", () =>
  withRoot(async (built, root) => {
    for (let from = 0; from < 1_200; from += 400) {
      const atomic = built.store.atomic();
      for (let rank = from; rank < from + 400; rank++) atomic.set(["cache", `k${rank}`], rank);
      await atomic.commit();
    }
    const storage = await answerOf(root("getStorage", {}));
    const counts = new Map(
      storage.kinds.map(({ name, count, isMore }) => [name, [count, isMore]]),
    );
    deepStrictEqual(counts.get("org"), [1, false]);
    deepStrictEqual(counts.get("cache"), [1_000, true]);
    strictEqual(counts.has("team"), false);
    strictEqual(storage.fileBytes, null);
  }));

Deno.test("sendTestMail() queues a mail, which getMails() counts without its content", () =>
  withRoot(async (_, root) => {
    strictEqual((await root("sendTestMail", { body: { email: ADA } })).ok, true);
    const mails = await root("getMails", {});
    ok(mails.ok);
    const { mails: [mail], ...counts } = mails.answer;
    deepStrictEqual(counts, {
      leaves: false,
      waitingCount: 1,
      failedCount: 0,
      oldestQueuedAt: "2026-02-10T11:00:00.000Z",
    });
    deepStrictEqual([mail?.to, mail?.kind, mail?.state], [ADA, "test", "waiting"]);
  }));

Deno.test("jobErrorText() gives in French the number of failures, with their names, and that a run stopped", () => {
  const named = "Les Lilas (Bailleur): Error: disk is full";
  const failed = writeRunFailure({ count: 2, subject: "residences", named });
  strictEqual(jobErrorText(`AggregateError: ${failed}`), `échec pour 2\u00A0résidences (${named})`);
  strictEqual(jobErrorText("Error: disk is full"), "arrêt sur une erreur (Error: disk is full)");
  // Truncated, as it was too long to be stored.
  strictEqual(
    jobErrorText("AggregateError: 1 of the posts failed: p1"),
    "échec pour 1\u00A0envoi (p1)",
  );
  for (const subject of RUN_SUBJECTS) {
    const text = jobErrorText(writeRunFailure({ count: 1, subject, named: "x" }));
    strictEqual(/^échec pour 1\u00A0[^(]+ \(x\)$/.test(text), true, text);
  }
});

const PAGES = ["/accessibility", "/legal-notice", "/privacy"];

/** The text of all parts of a statement. */
function textOf(parts: readonly StatementPart[]): string {
  return parts.flatMap(({ title, paragraphs, list = [] }) => [title, ...paragraphs, ...list])
    .join("\n");
}

const { publisher: SAID, tiles: TILES } = readConfig({
  PUBLISHER: "Office du Lac, 1 quai Sud, 74000 Annecy",
  PUBLISHER_CONTACT: "contact@lac.example",
  DATA_CONTACT: "dpo@lac.example",
  HOSTING: "Hébergeur du Lac, Annecy",
  ACCESSIBILITY: "partial",
  TILE_URL: "https://tuiles.example/{z}/{x}/{y}.png",
  TILE_CREDIT: "© les contributeurs OpenStreetMap",
});

Deno.test("the legal pages are public, and linked from every page", () =>
  withSite(async (site) => {
    await aMember(site);
    const visitor = site.visitor();
    for (const path of PAGES) {
      const page = await visitor.get(path);
      strictEqual(page.status, 200, path);
      match(page.text, /ne l’a pas encore indiqué/);
      ok((await visitor.get("/login")).html.includes(`href="${path}"`), path);
    }
    await visitor.signIn();
    for (const path of PAGES) ok((await visitor.get("/home")).html.includes(`href="${path}"`));
  }));

// @spec platform.statements
Deno.test("legalNotice() names the publisher and the host of the instance, from its settings", () => {
  const text = textOf(legalNotice(SAID, TILES));
  match(
    text,
    /Éditeur\nOffice du Lac, 1 quai Sud, 74000 Annecy\nContact\u00A0: contact@lac.example/,
  );
  match(text, /Hébergement\nHébergeur du Lac, Annecy/);
  match(text, /Fond de carte\u00A0: © les contributeurs OpenStreetMap\./);
});

Deno.test("privacyStatement() has the contact for personal data, else the publisher's", () => {
  match(textOf(privacyStatement(SAID, TILES)), /Contact\u00A0: dpo@lac.example/);
  const without = privacyStatement({ ...SAID, dataContact: null }, TILES);
  match(textOf(without), /Contact\u00A0: contact@lac.example/);
  match(textOf(without), /demandé par votre navigateur à tuiles\.example\./);
  match(textOf(without), /fins 2 ans, les valeurs par jour 3 ans, par mois 7 ans/);
});

// @spec platform.statements
Deno.test("privacyStatement() names every cookie of the program, and how long the log outlives accounts", () => {
  const parts = privacyStatement(SAID, TILES);
  const cookies = textOf(parts.filter(({ title }) => title === "Cookies"));
  const set = filesUnder("lib", ".ts").flatMap((path) => cookieNamesIn(path)).toSorted();
  deepStrictEqual(set, Object.keys(WORDS_OF_COOKIES).toSorted());
  for (const words of Object.values(WORDS_OF_COOKIES)) match(cookies, words);
  match(
    textOf(parts.filter(({ title }) => title === "Combien de temps")),
    /lignes du journal, 5 ans\u00A0: l’adresse email de qui a agi y reste après la suppression du compte.*dans les résidences et sur les documents reste, sans son adresse/,
  );
});

/** The statement's words for each cookie. */
const WORDS_OF_COOKIES: Readonly<Record<string, RegExp>> = {
  session: /session d’un compte/,
  provider: /d’un prestataire/,
  screen: /d’un écran d’information/,
  organisation: /dernière organisation choisie/,
  refresh: /l’arrêt de l’actualisation des pages/,
  said: /dire une seule fois qu’un formulaire est enregistré/,
};

/** Names of the cookies that a source file declares, without their https prefix. */
function cookieNamesIn(path: string): string[] {
  const source = Deno.readTextFileSync(`${ROOT}${path}`);
  return [...source.matchAll(/new HostCookie\("(\w+)"|_COOKIE = "(\w+)"/g)].map((
    [, ofHost, plain],
  ) => ofHost ?? plain ?? "");
}

Deno.test("accessibilityStatement() claims the result of an audit, and nothing without one", () => {
  match(textOf(accessibilityStatement(SAID)), /Eco-Platform est partiellement conforme avec/);
  const none = textOf(accessibilityStatement(readConfig({}).publisher));
  match(none, /est non conforme avec le référentiel .* Aucun audit complet des 106 critères/);
});

const HOUR_MS = 3_600_000;

Deno.test("recordedRun() keeps the first three hundred characters of an error", () =>
  withStore(async (store, { now }) => {
    const failing = () => Promise.reject(new Error("x".repeat(5_000)));
    await rejects(recordedRun({ store, now }, "send outbox", failing));
    const state = (await jobStates(store, now())).find(({ name }) => name === "send outbox");
    strictEqual(state?.lastError, `Error: ${"x".repeat(293)}`);
  }));

Deno.test("jobStates() shows a run as interrupted an hour after its start, unless its lease is held", () =>
  withStore(async (store, { now, advance }) => {
    const killed = { startedAt: now(), endedAt: null, lastError: null, lastErrorAt: null };
    await store.atomic().set(keys.jobRun("purge series"), killed).commit();
    const isInterrupted = async () =>
      (await jobStates(store, now())).find(({ name }) => name === "purge series")?.isInterrupted;
    strictEqual(await isInterrupted(), false);
    advance(HOUR_MS);
    strictEqual(await isInterrupted(), true);
    await withLease(store, "purge series", {
      holdMs: 60_000,
      now,
      work: async () => strictEqual(await isInterrupted(), false),
    });
    await recordedRun({ store, now }, "purge series", () => Promise.resolve());
    strictEqual(await isInterrupted(), false);
  }));

// @spec platform.jobs
Deno.test("recordedRun() shows the run of the process that has the lease, and none for those that find it taken", () =>
  withStore(async (store, { now, advance }) => {
    const shown = async () =>
      (await jobStates(store, now())).find(({ name }) => name === "watch alarms");
    const [begun, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const run = (work: () => Promise<void>) =>
      recordedRun(
        { store, now },
        "watch alarms",
        () => withLease(store, "watch alarms", { holdMs: 5 * 60_000, now, work }),
      );
    const first = run(() => {
      begun.resolve();
      return slow.promise;
    });
    await begun.promise;
    for (let minute = 0; minute < 3; minute++) {
      const isSlow = minute > 0;
      deepStrictEqual([(await shown())?.endedAt, (await shown())?.isSlow], [null, isSlow]);
      advance(60_001);
      await run(() => Promise.reject(new Error("held elsewhere")));
      await recordedRun({ store, now }, "watch alarms", () => Promise.resolve(0));
    }
    slow.resolve();
    await first;
    const { startedAt, endedAt, isSlow } = await shown() ?? {};
    deepStrictEqual([startedAt, endedAt, isSlow], [
      "2026-02-10T11:00:00.000Z",
      "2026-02-10T11:03:00.003Z",
      true,
    ]);
    await run(() => Promise.resolve());
    strictEqual((await shown())?.startedAt, "2026-02-10T11:03:00.003Z");
  }));

// @spec platform.jobs
Deno.test("recordedRun() starts a run after one whose process was killed, and shows only that one as interrupted", () =>
  withStore(async (store, { now, advance }) => {
    const killed = { startedAt: now(), endedAt: null, lastError: "no", lastErrorAt: now() };
    await store.atomic().set(keys.jobRun("mail alarms"), killed).commit();
    advance(60_000);
    await recordedRun({ store, now }, "mail alarms", () => Promise.resolve(null));
    const state = (await jobStates(store, now())).find(({ name }) => name === "mail alarms");
    deepStrictEqual([state?.startedAt, state?.endedAt, state?.lastError], [
      "2026-02-10T11:01:00.000Z",
      "2026-02-10T11:01:00.000Z",
      "no",
    ]);
  }));

// @spec platform.jobs
Deno.test("recordedRun() shows why a run was given up, and the next one starts", () =>
  withStore(async (store, { now, advance }) => {
    const run = (work: () => Promise<void>) =>
      recordedRun(
        { store, now },
        "mail alarms",
        () => withLease(store, "mail alarms", { holdMs: 60_000, now, stepMs: 1, work }),
      );
    await rejects(run(() => new Promise(() => {})), /given up/);
    const shown = async () =>
      (await jobStates(store, now())).find(({ name }) => name === "mail alarms");
    const { endedAt, lastErrorAt, lastError } = await shown() ?? {};
    deepStrictEqual([endedAt, lastErrorAt], [new Date(now()).toISOString(), endedAt]);
    match(jobErrorText(lastError ?? ""), /^passage abandonné, une étape a duré plus de /);
    advance(60_000);
    await run(() => Promise.resolve());
    strictEqual((await shown())?.endedAt, new Date(now()).toISOString());
  }));
