import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { auditRecord } from "@/lib/api/audit.ts";
import type { Call } from "@/lib/api/call.ts";
import { Upstream } from "@/lib/api/upstream.ts";
import { type CallFunction, type CallName, CALLS } from "@/lib/app/catalogue.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { newFirstRunCode } from "@/lib/identity/accounts.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { Versions } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { listEntries, type Store } from "@/lib/store/store.ts";
import { type CreatedIds, LIFE, VISIT } from "@/tests/helpers/a_life_of_calls.ts";
import { idOf } from "@/tests/helpers/a_made_life.ts";
import {
  anAccount,
  callAs,
  PASSWORD,
  signedIn,
  type TestPlatform,
} from "@/tests/helpers/a_platform.ts";
import { type AskApp, json, withApp } from "@/tests/helpers/an_app.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { GIVEN_UP, writeGivenUpMail } from "@/tests/helpers/mails.ts";
import { withStoreFile } from "@/tests/helpers/stores.ts";
import { withServer } from "@/tests/tools/loopback.ts";
import { withAddressServer } from "@/tests/tools/map_services.ts";
import { killOften, LEAST_WRITES } from "./kills.ts";
import { shareOneFile } from "./sharing.ts";

/** A store, with a user who may call it and one who may not. */
interface World {
  readonly http: AskApp;
  readonly built: TestPlatform;
  /** A user with every right; a platform administrator, except in the demo. */
  readonly owner: Person;
  /** A user with an account, and no right in the owner's organisation. */
  readonly stranger: Person;
  /** Endpoints of collectors. */
  readonly collectors: AskApp;
  /** Existing ids for the owner. */
  readonly found: CreatedIds;
}

interface Person {
  readonly email: string;
  readonly password: string;
}

const OWNER = { email: "ada@bailleur.fr", password: PASSWORD };
const STRANGER = { email: "eve@ailleurs.fr", password: PASSWORD };

const STORES: Readonly<Record<string, (test: (world: World) => Promise<void>) => Promise<void>>> = {
  "on KV": (test) =>
    withAddressServer(({ url: addressApi }) =>
      withApp(async (http, built) => {
        await someAccounts(built);
        await test({ ...OWN, http, built, collectors: http });
      }, { addressApi })
    ),
  "in the demo": (test) =>
    withAddressServer(({ url: addressApi }) =>
      withApp(async (http, built) => {
        const { landlord: owner, pilot: stranger } = DEMO_ACCOUNTS;
        const other = "karim.benali@demo.example";
        const found = { email: owner.email, other, mail: GIVEN_UP, org: "demo" };
        await test({ http, built, owner, stranger, found, collectors: http });
      }, { demo: true, addressApi })
    ),
  "through another host": (test) =>
    withAddressServer(({ url: addressApi }) =>
      withApp(async (host, atHost) => {
        await someAccounts(atHost);
        await throughHost(host, test);
      }, { addressApi })
    ),
};

/** A user with an account, whom the owner adds to the organisation and removes. */
const OTHER = "zoe@bailleur.fr";

const OWN = {
  owner: OWNER,
  stranger: STRANGER,
  found: { email: OWNER.email, other: OTHER, mail: GIVEN_UP },
};

async function someAccounts(built: TestPlatform): Promise<void> {
  await anAccount(built, { email: OWNER.email, platformAdmin: true });
  await anAccount(built, { email: STRANGER.email });
  await anAccount(built, { email: OTHER });
  await writeGivenUpMail(built, OTHER);
}

/** Runs a test on an app whose API host is another one, served on loopback. */
async function throughHost(
  host: AskApp,
  test: (world: World) => Promise<void>,
): Promise<void> {
  const now = () => Date.now();
  await withServer((request) => {
    const { pathname, search } = new URL(request.url);
    return host(pathname + search, request);
  }, async ({ url: origin }) => {
    using store = await Deno.openKv(":memory:");
    const versions = new Versions(store, now);
    const upstream = new Upstream({ origin, store, versions, now });
    await withApp((http, built) => test({ ...OWN, http, built, collectors: host }), { upstream });
  });
}

const callOf = (name: CallName): Call => CALLS[name];

/**
 * Calls about entities that no call creates, and about statements of a season that is over: the tests of
 * `tests/consumption_reports`, `tests/documents`, `tests/alarms` and `tests/settlement` create them.
 */
const MADE_ASIDE: readonly CallName[] = [
  "getQueuedReportPdf",
  "deleteQueuedReport",
  "validateDocument",
  "getDocumentPdf",
  "uploadDocument",
  "pageAskedDocuments",
  "listWaitingFiles",
  "sendWaitingFile",
  "deleteWaitingFile",
  "getAlarm",
  "archiveAlarm",
  "commentAlarm",
  "sendSettlement",
  "actOnSettlement",
  "getStatementFile",
  "depositSettlement",
  "readSentStatement",
  "answerSentStatement",
];

Deno.test("the life makes every call, and no other", () => {
  const asked = new Set([...LIFE.map(({ name }) => name), ...VISIT, ...MADE_ASIDE]);
  deepStrictEqual([...asked].sort(), Object.keys(CALLS).sort());
});

for (const [where, inStore] of Object.entries(STORES)) {
  // @spec organisations.audit
  Deno.test(`every served call, ${where}: its answer matches its schema, strangers get none, and its change is in the audit log`, () =>
    inStore(async (world) => {
      const { built, owner, stranger, collectors } = world;
      const mine = (await signedIn(built, owner.email, owner.password)).ask;
      const theirs = (await signedIn(built, stranger.email, stranger.password)).ask;
      const nobodys = callAs(built, ANONYMOUS);
      const made: Record<string, string> = { ...world.found };
      for (const { name, asked, keep } of LIFE) {
        if (world.found.org !== undefined && isForPlatform(name)) {
          strictEqual(statusOf(await asked(mine, made)), 403, name);
          continue;
        }
        if (name === "forgetUnknownSource") made.source = await knownSource(mine, made);
        await refusesOthers(name, {
          nobody: () => asked(nobodys, made),
          stranger: () => asked(theirs, made),
        });
        const result = await answerOf(asked(mine, made));
        const fits = callOf(name).answer.safeParse(result);
        ok(fits.success, `${name}: ${fits.error?.message}`);
        // Parsing would remove fields that the schema lacks.
        deepStrictEqual(fits.data, result, name);
        if (keep !== null) made[keep] = idOf(result);
        if (name === "createIngestToken") await send(collectors, result);
      }
      if (where === "on KV") deepStrictEqual(await unwritten(built.store), []);
    }));

  Deno.test(`a path outside the catalogue, ${where}`, () =>
    inStore(async ({ http, built, owner }) => {
      const { token } = await signedIn(built, owner.email, owner.password);
      const answer = await http("/api/collect/nothing", { headers: { "x-authtoken": token } });
      strictEqual(answer.status, 404);
      const { message } = await answer.json();
      const inDemo = "Not implemented: /api/collect/nothing";
      strictEqual(message, where === "in the demo" ? inDemo : "Not found");
    }));

  Deno.test(`visit, ${where}: signed in, refreshed, ended`, () =>
    inStore(async ({ http, owner: { email, password } }) => {
      const token = async (answer: Response) => (await answer.json()).token;
      const asked = (path: string, shown: string) =>
        http(path, { method: "POST", headers: { "x-authtoken": shown } });
      const first = await token(await http("/api/auth/login", json({ email, password })));
      const second = await token(await asked("/api/auth/refresh", first));
      match(second, /^[\w-]{43}$/);
      strictEqual((await asked("/api/auth/refresh", first)).status, 401);
      strictEqual((await asked("/api/auth/logout", second)).status, 200);
      strictEqual((await asked("/api/auth/check", second)).status, 401);
    }));
}

Deno.test("OAuth and the user's own account over HTTP, through another host", () =>
  withApp(async (host, atHost) => {
    await someAccounts(atHost);
    await throughHost(host, async ({ http }) => {
      const form = (fields: Record<string, string>, headers: HeadersInit = {}) => ({
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        body: new URLSearchParams(fields).toString(),
      });
      const client = { client_id: "touch", scope: "openid" };
      const asked = async (path: string, init: RequestInit) => {
        const answer = await http(path, init);
        return { status: answer.status, body: await answer.json() };
      };
      const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
      const { email, password } = { email: OTHER, password: PASSWORD };
      const grant = { grant_type: "password", ...client, username: email, password };
      const first = await asked("/api/oauth/token", form(grant));
      strictEqual(first.status, 200, JSON.stringify(first.body));
      const fits = CALLS.getOAuthToken.answer.safeParse(first.body);
      ok(fits.success);
      const { refresh_token, access_token } = first.body;
      const again = { grant_type: "refresh_token", client_id: "touch", refresh_token };
      strictEqual((await asked("/api/oauth/token", form(again))).status, 200);
      const used = await asked("/api/oauth/token", form(again));
      deepStrictEqual([used.status, used.body.code], [401, "bad-refresh-token"]);
      const write = (path: string, body: object, token: string) =>
        asked(path, {
          ...json(body),
          headers: { ...bearer(token), "content-type": "application/json" },
        });
      const changed = await write("/api/auth/change-password", {
        password: "un-autre-mot",
        oldpassword: password,
      }, access_token);
      strictEqual(changed.status, 200, JSON.stringify(changed.body));
      strictEqual((await asked("/api/auth/me", { headers: bearer(access_token) })).status, 401);
      const moved = await write("/api/auth/change-email", {
        email: "zoe.martin@bailleur.fr",
        password: "un-autre-mot",
      }, changed.body.token);
      strictEqual(moved.status, 200, JSON.stringify(moved.body));
      const migrated = await asked("/api/oauth/migrate", form(client, bearer(moved.body.token)));
      ok(CALLS.migrateToOAuth.answer.safeParse(migrated.body).success);
      strictEqual((await asked("/api/auth/me", { headers: bearer(moved.body.token) })).status, 401);
      const code = { email, code: "aaaa-aaaa-aaaa", password: "un-autre-mot" };
      const reset = await asked("/api/auth/reset-password", json(code));
      deepStrictEqual([reset.status, reset.body.code], [400, "bad-code"]);
      const gone = await write(
        "/api/auth/remove",
        { password: "un-autre-mot" },
        migrated.body.access_token,
      );
      deepStrictEqual([gone.status, gone.body], [200, null]);
      const left = await asked("/api/auth/me", { headers: bearer(migrated.body.access_token) });
      strictEqual(left.status, 401);
    });
  }, { oauth: true }));

Deno.test("the first account is created once; where accounts exist the answer reveals no more", () =>
  withApp(async (http, built) => {
    const code = await newFirstRunCode(built.store);
    const person = { ...OWNER, forename: "Ada", surname: "Durand", code };
    const create = () => http("/api/auth/first-account", json(person));
    strictEqual((await create()).status, 200);
    strictEqual((await create()).status, 404);
  }));

/** A call of the life that changes nothing: the owner is an administrator already. */
const UNCHANGING: CallName = "addPlatformOrgAdmin";

/** Calls of the life that changed something without a line in the audit log. */
async function unwritten(store: Store): Promise<CallName[]> {
  const lines = await listEntries(store, { prefix: keys.audit.under() }, auditRecord);
  const written = new Set(lines.map(({ value: { action } }) => action));
  const asked = [...new Set(LIFE.map(({ name }) => name))].filter((name) => name !== UNCHANGING);
  return asked.filter((name) => callOf(name).audit && !written.has(name));
}

/** Whether only the platform's administrator may call; the demo has none. */
function isForPlatform(name: CallName): boolean {
  return callOf(name).access.any.every((grant) => grant === "platform-admin");
}

/** A user without the right gets 401, or 403 or 404, and nothing is changed. */
async function refusesOthers(
  name: CallName,
  { nobody, stranger }: Record<"nobody" | "stranger", () => ReturnType<CallFunction>>,
): Promise<void> {
  const { access } = callOf(name);
  if (access.any.includes("public")) return;
  strictEqual(statusOf(await nobody()), 401, `${name} to nobody`);
  if (access.any.includes("signed-in") || access.any.includes("self")) return;
  // The pilot user of the demo belongs to the landlord's organisation, and may read the boiler
  // rooms of one residence.
  if (access.any.includes("org-member") || OF_ANY_BOILER_ROOM.has(name)) return;
  const status = statusOf(await stranger());
  ok(status === 403 || status === 404, `${name} to a stranger: ${status}`);
}

/** Calls whose answer is limited to the boiler rooms that the caller may read. */
const OF_ANY_BOILER_ROOM: ReadonlySet<CallName> = new Set([
  "compareBoilerRooms",
  "listSettlements",
  "sendSettlements",
  "listRoomCosts",
  "listGasPces",
  "importGasLines",
]);

function statusOf(result: Awaited<ReturnType<CallFunction>>): number {
  return result.ok ? 200 : result.status;
}

/** Sends a reading of an unattached source, with the token just created. */
async function send(collectors: AskApp, answer: unknown): Promise<void> {
  const token = String(Reflect.get(Object(answer), "token"));
  const { status } = await collectors("/api/v2/write?precision=s", {
    method: "POST",
    headers: { authorization: `Token ${token}` },
    body: `meter,serial=9 value=12 ${Date.parse("2026-02-10T10:00:00Z") / 1000}`,
  });
  strictEqual(status, 204);
}

async function knownSource(ask: CallFunction, made: CreatedIds): Promise<string> {
  const result = await answerOf(ask("listUnknownSources", { projectId: made.project ?? "" }));
  return result[0]?.source ?? "";
}

Deno.test("QF10 small: two processes on one file lose nothing, count exactly, and run a job one at a time", () =>
  withStoreFile(async (path) => {
    await shareOneFile(path, 150);
  }));

Deno.test("the store loses no acknowledged write when its process is killed, and figures match the readings", () =>
  withStoreFile(async (path) => {
    const { kills, acknowledged } = await killOften(path, {
      kills: 20,
      longestMs: 400,
      seed: 1,
      residences: 2,
    });
    strictEqual(kills, 20);
    ok(acknowledged >= kills * LEAST_WRITES, `only ${acknowledged} writes were acknowledged`);
  }));
