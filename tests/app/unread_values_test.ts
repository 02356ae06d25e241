/**
 * Beside a stored value of each kind that does not fit its schema, every other page and call answers, and says that
 * something is missing.
 * @module
 */

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { Call } from "@/lib/api/call.ts";
import { parameterNames } from "@/lib/api/routing.ts";
import { type CallName, CALLS, isCallName } from "@/lib/app/catalogue.ts";
import { Platform } from "@/lib/app/platform.ts";
import { unreadBodies } from "@/lib/app/site.ts";
import { faultOfEntry } from "@/lib/app/stored_kinds.ts";
import { isRecord } from "@/lib/base/records.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { DEMO_ORG, SAMPLE_ORG } from "@/lib/demo/seed/people.ts";
import { seedDemo } from "@/lib/demo/seed/seed_demo.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Entry, Key, Store } from "@/lib/store/store.ts";
import { CHEAP, signedIn, UNLIMITED_RATES, WAITING } from "@/tests/helpers/a_platform.ts";
import { CookieJar, handlerOn, SITE, type Site, withSite } from "@/tests/helpers/a_site.ts";
import { placeIn, QUERIES } from "@/tests/helpers/schema_examples.ts";
import { allRoutes, DEMO_PLACE, pathOf } from "@/tests/tools/routes.ts";

const PLACE = { orgId: DEMO_ORG.id, projectId: "p01" };
const { landlord } = DEMO_ACCOUNTS;

/** Values of other types than those of any kind. */
const WRONG = [{ wrong: true }, "wrong", null, 7];

/** Kinds of which each value matters to all others of its place: none is left out. */
const READ_WHOLE: readonly string[] = ["acc_producer", "acc_consumer"];

const FAULT = "unknown-error";

/** Reads whose answer is JSON: files cannot say what they lack, and fail. The size of the store differs each time. */
const READS = Object.keys(CALLS).filter(isCallName).filter((name) => {
  const { method, answerKind = "json" }: Call = CALLS[name];
  return method === "GET" && answerKind === "json" && !/Address$|^getStorage$/.test(name);
});

function paramsOf(name: CallName): Record<string, string | undefined> {
  return placeIn(name, CALLS[name], PLACE);
}

/** The ids that the calls and pages ask about. */
const ASKED: ReadonlySet<unknown> = new Set(
  [
    landlord.id,
    ...Object.values(DEMO_PLACE),
    ...READS.flatMap((name) => Object.values(paramsOf(name))),
  ],
);

interface Kind {
  readonly doc: { readonly name: string; readonly params: readonly string[] };
  named(values: object): Key;
}

/**
 * The key of a value of a kind that is not asked about, beside those that are: of another entity, in another
 * residence, or a new one; null for a kind without parameters.
 */
function keyBeside({ doc: { name, params }, named }: Kind, stored: readonly Entry[]): Key | null {
  if (params.length === 0) return null;
  const isPlace = (part: string) => part === PLACE.orgId || part === PLACE.projectId;
  const own = stored.filter(({ key }) => key[0] === name).map(({ key }) => key);
  const isBeside = (key: Key) => !key.slice(1).some((part) => ASKED.has(part));
  const ofPlace = own.find((key) =>
    key.some((part) => isPlace(String(part))) &&
    isBeside(key.filter((part) => !isPlace(String(part))))
  );
  if (ofPlace !== undefined && params.length > 1) return ofPlace;
  const other = own.find(isBeside);
  if (other !== undefined) return other;
  const last = params.at(-1) ?? "";
  const instead = last === "orgId" ? SAMPLE_ORG.id : "abime";
  return named({ ...paramsOf("listOrgs"), accountId: landlord.id, [last]: instead });
}

/** The outcome of each read: its answer as text, or the code of its refusal; and the keys that it names. */
async function outcomes({ dispatcher }: Platform, caller: Caller) {
  const found = new Map<CallName, { text: string; code: string; unread: readonly string[] }>();
  for (const name of READS) {
    const params = paramsOf(name);
    const path = parameterNames(CALLS[name].path).map((key) => [key, params[key]]);
    const query = new URLSearchParams(QUERIES[name] ?? "");
    const input = { ...Object.fromEntries([...path, ...query]) };
    const context = { caller, clientAddress: "192.0.2.1", requestId: "test" };
    const result = await dispatcher.answerRequest(CALLS[name], { input, readBody: null }, context);
    found.set(name, {
      text: result.ok ? JSON.stringify(result.answer) : "",
      code: result.ok ? "ok" : result.code,
      unread: result.unread ?? [],
    });
  }
  return found;
}

/** A site with the demo in its real store, and a landlord who administers the platform too. */
interface DemoSite extends Site {
  readonly caller: Caller;
  readonly cookies: CookieJar;
  readonly stored: readonly Entry[];
}

function withDemoStore(test: (site: DemoSite) => Promise<void>): Promise<void> {
  return withSite(async (site) => {
    const { store, clock, handler } = site;
    await seedDemo(store, { now: clock.now(), passwordCost: CHEAP });
    const { value } = await store.get(keys.account(landlord.id));
    ok(isRecord(value));
    await store.atomic().set(keys.account(landlord.id), { ...value, platformAdmin: true }).commit();
    // Listed before the sign-in: its session stays readable.
    const stored = await Array.fromAsync(store.list({ prefix: [] }));
    const { caller } = await signedIn(site, landlord.email, landlord.password);
    const cookies = new CookieJar();
    const { email, password } = landlord;
    const body = new URLSearchParams({ email, password });
    const signed = await cookies.send(handler, "/login", {
      method: "POST",
      body,
      headers: { origin: SITE },
    });
    strictEqual(signed.status, 303);
    await test({ ...site, caller, cookies, stored });
  });
}

/** Uses another process on the store of a site, which has read nothing yet. */
async function inNewProcess<T>(
  { store, clock }: Pick<Site, "store" | "clock">,
  use: (platform: Platform, faults: unknown[]) => Promise<T>,
): Promise<T> {
  const faults: unknown[] = [];
  const platform = new Platform({
    store,
    now: clock.now,
    demo: false,
    rates: UNLIMITED_RATES,
    upstream: null,
    addressApi: "http://127.0.0.1:1",
    mail: WAITING,
    logFault: (_, fault) => faults.push(fault),
    passwordCost: CHEAP,
  });
  try {
    return await use(platform, faults);
  } finally {
    await platform.close();
  }
}

/** Writes a value under each key, and returns what restores the values before. */
async function spoil(store: Store, spoiled: readonly Key[], value: unknown) {
  const before = await Promise.all(spoiled.map((key) => store.get(key)));
  const atomic = store.atomic();
  for (const key of spoiled) atomic.set(key, value);
  ok((await atomic.commit()).ok);
  return async () => {
    const restored = store.atomic();
    for (const { key, value, versionstamp } of before) {
      if (versionstamp === null) restored.delete(key);
      else restored.set(key, value);
    }
    await restored.commit();
  };
}

/** The keys beside those asked about, one of each kind that a wrong value does not fit. */
function keysBeside(stored: readonly Entry[], value: unknown): Key[] {
  return Object.values<Kind>(keys).flatMap((kind) => {
    const key = keyBeside(kind, stored);
    const fits = key === null || faultOfEntry({ key, value }) === null;
    return fits || READ_WHOLE.includes(kind.doc.name) ? [] : [key];
  });
}

// @spec calls.unread
Deno.test("beside a value of each kind that does not fit its schema, every other read answers, and names what is missing", () =>
  withDemoStore(async (site) => {
    const { store, caller, stored } = site;
    const whole = await inNewProcess(site, (platform) => outcomes(platform, caller));
    for (const value of WRONG) {
      const spoiled = keysBeside(stored, value);
      ok(spoiled.length > 70, `${spoiled.length} kinds`);
      const restore = await spoil(store, spoiled, value);
      await inNewProcess(site, async (platform, faults) => {
        const names = new Set(spoiled.map((key) => key.join("/")));
        // Once more: what is cached is named again.
        for (const once of ["first", "again"]) {
          const inPart = await outcomes(platform, caller);
          const wrong = [...inPart].flatMap(([name, { text, code, unread }]) => {
            const before = whole.get(name);
            const isSaid = text === before?.text || unread.length > 0;
            const areKnown = unread.every((key) => names.has(key));
            // What cannot be read may have given an access.
            const isSame = code === before?.code || (before?.code !== "ok" && code === FAULT);
            return isSame && isSaid && areKnown ? [] : [`${once} ${name} ${code}`];
          });
          const why = [...new Set(faults.map(String))].join("\n");
          deepStrictEqual(wrong, [], `${JSON.stringify(value)}: ${why}`);
        }
        ok(faults.length > 0);
      });
      // Nothing is written over them.
      for (const key of spoiled) deepStrictEqual((await store.get(key)).value, value);
      await restore();
    }
  }));

// @spec calls.unread
Deno.test("beside a value of each kind that does not fit its schema, every other page is shown", () =>
  withDemoStore(async (site) => {
    const { store, clock, cookies, stored } = site;
    const routes = (await allRoutes()).filter(({ isPage, pattern }) =>
      isPage && !/^\/(?:display|providers|design)/.test(pattern)
    );
    const statuses = () =>
      inNewProcess(site, async (platform, faults) => {
        const handler = await handlerOn(platform, {}, clock.now);
        const found = new Map<string, number>();
        const texts: string[] = [];
        for (const path of routes.map((route) => pathOf(route))) {
          const response = await cookies.send(handler, path, {});
          found.set(path, response.status);
          texts.push(await response.text());
        }
        return { found, texts, faults };
      });
    const whole = await statuses();
    const spoiled = keysBeside(stored, WRONG[0]);
    const restore = await spoil(store, spoiled, WRONG[0]);
    const inPart = await statuses();
    await restore();
    const changed = [...inPart.found].filter(([path, status]) => {
      const before = whole.found.get(path) ?? 0;
      return status !== before && !(before >= 400 && status === 500);
    });
    deepStrictEqual(changed, [], [...new Set(inPart.faults.map(String))].join("\n"));
    ok(inPart.texts.filter((html) => html.includes("illisible")).length > 30);
  }));

/** An answer to a page of a new process, with the value under a key replaced by a wrong one. */
async function answerBeside(site: DemoSite, key: Key, path: string) {
  const restore = await spoil(site.store, [key], WRONG[0]);
  try {
    return await inNewProcess(site, async (platform) => {
      const handler = await handlerOn(platform, {}, site.clock.now);
      const response = await site.cookies.send(handler, path, {});
      const name = response.headers.get("content-disposition") ?? "";
      return { status: response.status, name, html: await response.text() };
    });
  } finally {
    await restore();
  }
}

// @spec calls.unread
Deno.test("the page of a value that does not fit its schema says so, and does not answer that there is none", () =>
  withDemoStore(async (site) => {
    const { contractId = "", orgId } = { ...DEMO_PLACE, ...PLACE };
    const contracts = "/home/contracting/contracts";
    const { houseId = "", series } = paramsOf("getHouseDetailedData");
    const house = `/collect/${PLACE.projectId}/houses/${houseId}/${series}/monthly/2025`;
    const contract = keys.contract(orgId, contractId);
    const about = [
      [contract, `${contracts}/${contractId}`],
      [keys.orgFeatures(orgId), contracts],
      [keys.project(PLACE.projectId), `/collect/${PLACE.projectId}`],
      // What its occupant consents to is unknown.
      [keys.occupancies(PLACE.projectId, houseId), house],
    ] as const;
    strictEqual((await site.cookies.send(site.handler, house, {})).status, 200);
    for (const [key, path] of about) {
      const { status, html } = await answerBeside(site, key, path);
      strictEqual(status, 500, path);
      ok(html.includes("Une donnée enregistrée est illisible"), path);
      ok(html.includes(key.join("/")), path);
    }
    const file = await answerBeside(site, contract, `${contracts}?csv=comma`);
    match(file.name, /contrats-incomplet\.csv"/);
  }));

// @spec calls.unread
Deno.test("no write replaces a value that does not fit its schema", () =>
  withDemoStore(async (site) => {
    const { store, caller } = site;
    const at = { orgId: DEMO_ORG.id, contractId: DEMO_PLACE.contractId ?? "" };
    const key = keys.contract(at.orgId, at.contractId);
    const body = { name: "Autre", code: "A", equipment: null, allprojects: true, projects: [] };
    const restore = await spoil(store, [key], WRONG[0]);
    await inNewProcess(site, async ({ dispatcher }) => {
      const context = { caller, clientAddress: "192.0.2.1", requestId: "test" };
      for (
        const result of [
          await dispatcher.answer(CALLS.putContract, { ...at, body }, context),
          await dispatcher.answer(CALLS.deleteContract, at, context),
          await dispatcher.answer(CALLS.createContract, { orgId: at.orgId, body }, context),
        ]
      ) deepStrictEqual(result.ok || [result.code, result.unread], [FAULT, [key.join("/")]]);
    });
    deepStrictEqual((await store.get(key)).value, WRONG[0]);
    await restore();
  }));

async function isEndedFor(method: string): Promise<boolean> {
  let isEnded = false;
  const body = new ReadableStream({ cancel: () => void (isEnded = true) }, { highWaterMark: 0 });
  const answer = await unreadBodies()({
    req: new Request("http://127.0.0.1/", { method }),
    next: () => Promise.resolve(new Response(body, { status: 203 })),
  });
  strictEqual(answer.status, 203);
  return isEnded;
}

Deno.test("unreadBodies() ends the body of an answer to HEAD, which nobody reads, and no other one", async () => {
  strictEqual(await isEndedFor("HEAD"), true);
  strictEqual(await isEndedFor("GET"), false);
});
