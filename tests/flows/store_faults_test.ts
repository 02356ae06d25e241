import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { Platform } from "@/lib/app/platform.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { accountByEmail } from "@/lib/identity/accounts.ts";
import { SESSION_IDLE_MS } from "@/lib/identity/sessions.ts";
import { SEEN_FOR_MS } from "@/lib/store/cache.ts";
import { OperationLimit } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { aMember, aSeries, PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import { handlerOn, SITE, type Site, withSite } from "@/tests/helpers/a_site.ts";
import { storeOn, withCommits } from "@/tests/helpers/changed_stores.ts";
import { type Seen, sendThroughFaults } from "./store_faults.ts";

const REQUESTS = 208;
const SEED = 20260101;
const NONE = { errorRate: 0, conflictRate: 0, delayRate: 0, delayMs: 0 };

function countOf({ statuses }: Seen, ...wanted: number[]): number {
  return wanted.reduce((sum, status) => sum + (statuses[status] ?? 0), 0);
}

Deno.test("failing store gives complete French pages, writes nothing twice, and recovers", async () => {
  const seen = await sendThroughFaults({
    ...NONE,
    // Half of them while the store works: each of these succeeds, since failed ones leave no trace.
    requestCount: 2 * REQUESTS,
    rests: true,
    seed: SEED,
    errorRate: 0.03,
  });
  deepStrictEqual(seen.wrong, []);
  ok(seen.editCount > 0);
  ok(countOf(seen, 500, 503) > 0, JSON.stringify(seen.statuses));
  ok(countOf(seen, 200, 201, 409) > REQUESTS, JSON.stringify(seen.statuses));
});

Deno.test("store where every fifth write conflicts loses and repeats nothing", async () => {
  const seen = await sendThroughFaults({
    ...NONE,
    requestCount: REQUESTS,
    seed: SEED,
    conflictRate: 0.2,
  });
  deepStrictEqual(seen.wrong, []);
  ok(seen.editCount > 0);
  ok(countOf(seen, 409) > 0, JSON.stringify(seen.statuses));
  deepStrictEqual(countOf(seen, 500, 503), 0);
});

Deno.test("store that is slow at times still answers", async () => {
  const seen = await sendThroughFaults({
    ...NONE,
    requestCount: REQUESTS,
    seed: SEED,
    delayRate: 0.02,
    delayMs: 20,
  });
  deepStrictEqual(seen.wrong, []);
  ok(seen.editCount > 0);
  deepStrictEqual(countOf(seen, 200, 201, 409), REQUESTS);
});

const OTHER = links.outdoorSources(PROJECT);

/** A store with a time limit on every operation, which can stop answering like a remote server. */
function silentStore(store: Store) {
  const state: { silent: "nothing" | "commits" | "everything" } = { silent: "nothing" };
  const limit = new OperationLimit(100, () => answered(() => Promise.resolve()));
  const answered = <T>(operate: () => Promise<T>): Promise<T> =>
    state.silent === "everything" ? new Promise<T>(() => {}) : operate();
  const silent: Store = {
    ...withCommits(store, (inner) =>
      limit.within(() => {
        if (state.silent !== "nothing") return new Promise<never>(() => {});
        return inner.commit();
      }, "commit")),
    get: (key) => limit.within(() => answered(() => store.get(key))),
    getMany: (keys) => limit.within(() => answered(() => store.getMany(keys))),
    async *list(selector, options) {
      await limit.within(() => answered(() => Promise.resolve()));
      yield* store.list(selector, options);
    },
  };
  return { store: silent, state, close: () => limit.close() };
}

async function onASilentStore(
  site: Site,
  test: (
    ask: (path: string, init?: RequestInit) => Promise<Response>,
    silence: (what?: "commits") => void,
  ) => Promise<void>,
): Promise<void> {
  await aMember(site, { isAdmin: true, roles: ["collect"] });
  const { token } = await signedIn(site);
  const { id } = await site.platform.sessionFor(token);
  const { store, state, close } = silentStore(site.store);
  const handler = await handlerOn(new Platform({ ...site.platform.options, store }));
  const ask = (path: string, init: RequestInit = {}) => {
    const headers = { cookie: `session=${id}`, origin: SITE, accept: "text/html", ...init.headers };
    return handler(new Request(SITE + path, { ...init, headers }));
  };
  try {
    await test(ask, (what?: "commits") => void (state.silent = what ?? "everything"));
  } finally {
    close();
  }
}

Deno.test("store that does not answer: 503 with Retry-After on every endpoint, within the limit", () =>
  withSite((site) =>
    onASilentStore(site, async (ask, silence) => {
      silence();
      const answers = [
        await ask(LOGIN_PATH, { headers: { cookie: "" } }),
        await ask(OTHER),
        await ask("/api/auth/me", { headers: { authorization: `Bearer ${"a".repeat(43)}` } }),
        await ask("/api/auth/me"),
        await ask("/api/v2/write", {
          method: "POST",
          body: "air,serial=1 value=20",
          headers: { authorization: `Token ${"a".repeat(43)}` },
        }),
        await ask("/health"),
      ];
      deepStrictEqual(answers.map(({ status }) => status), [503, 503, 503, 503, 503, 503]);
      // Only the sign-in page asks a call before its user is known.
      strictEqual(site.faults.splice(0).length, 1);
      deepStrictEqual(
        answers.map(({ headers }) => headers.get("retry-after")),
        ["5", "5", "5", "5", "5", "5"],
      );
      match(
        await answers[1]?.text() ?? "",
        new RegExp(errorText("store-unreachable").slice(0, 30)),
      );
      strictEqual((await answers[3]?.json()).code, "store-unreachable");
    })
  ));

Deno.test("write whose commit is late reports that it may have been saved; a read does not", () =>
  withSite((site) =>
    onASilentStore(site, async (ask, silence) => {
      await ask(OTHER);
      silence("commits");
      const body = new URLSearchParams({ name: "O", method: "meteo", seriesId: "", station: "" });
      const answer = await ask(OTHER, { method: "POST", body });
      strictEqual(answer.status, 503);
      strictEqual(site.faults.splice(0).length, 1);
      match(await answer.text(), /a peut-être été enregistrée/);
      doesNotMatch(await (await ask(OTHER)).text(), /peut-être/);
    })
  ));

/** Of the user whom `someone()` makes. */
const EMAIL = "ada@bailleur.fr";
const SENTENCE = errorText("store-unavailable");
const PAGES = [links.residences(), links.residence(PROJECT), links.outdoorSources(PROJECT)];

/** A residence whose disk fills up, its collector, and one of its users. */
async function onADisk(site: Site) {
  const { ask } = await aMember(site, { isAdmin: true, roles: ["collect"] });
  const series = await aSeries(ask, "TEMP");
  await ask("attachSource", {
    projectId: PROJECT,
    series,
    body: { source: "serial=1", houseId: null },
  });
  const created = await ask("createIngestToken", { projectId: PROJECT, body: { name: "C" } });
  const token = created.ok ? created.answer.token : "";
  const { id: cookie } = await site.platform.sessionFor((await signedIn(site)).token);
  const disk = { isFull: false };
  const platform = new Platform({ ...site.platform.options, store: storeOn(disk, site.store) });
  const handler = await handlerOn(platform);
  const send = (path: string, init: RequestInit = {}) => {
    const headers = { cookie: `session=${cookie}`, origin: SITE, ...init.headers };
    return handler(new Request(SITE + path, { ...init, headers }));
  };
  const post = (path: string, fields: Record<string, string>) =>
    send(path, { method: "POST", body: new URLSearchParams(fields) });
  return {
    disk,
    read: (path: string) => send(path),
    fillForm: (name: string) =>
      post(links.outdoorSources(PROJECT), { name, method: "meteo", seriesId: "", station: "" }),
    signIn: () => post(LOGIN_PATH, { email: EMAIL, password: "motdepasse" }),
    create: (name: string) =>
      send(`/api/collect/projects/${PROJECT}/facilities/outdoorsources`, {
        method: "POST",
        body: JSON.stringify({ name, method: "meteo", seriesId: null, station: "" }),
        headers: { "content-type": "application/json" },
      }),
    collect: (celsius: number) =>
      send("/api/v2/write?precision=s", {
        method: "POST",
        body: `air,serial=1 value=${celsius} ${
          Math.floor(site.clock.now() / 1_000) - 600 * celsius
        }`,
        headers: { authorization: `Token ${token}` },
      }),
    /** The collector's readings in the store. */
    kept: async () => {
      const points = await storedSeries(site)
        .points(series, { fromS: 0, toS: 2 ** 32 });
      return points.map(({ value }) => value);
    },
  };
}

/** Half of the time that a session may stay unused, after which a request prolongs it. */
const HALF_A_SESSION_MS = SESSION_IDLE_MS / 2;

Deno.test("QF3 small: on a full disk pages open in an old session, and after a change of rights", () =>
  withSite(async (site) => {
    const there = await onADisk(site);
    const account = await accountByEmail(site.store, EMAIL);
    site.clock.advance(HALF_A_SESSION_MS);
    there.disk.isFull = true;
    for (const path of PAGES) strictEqual((await there.read(path)).status, 200, path);
    await site.platform.versions.bump([{ kind: "account", id: account?.id ?? "" }]);
    site.clock.advance(SEEN_FOR_MS);
    for (const path of PAGES) strictEqual((await there.read(path)).status, 200, path);
  }));

Deno.test("QF3 small: on a full disk everything can be read; every write reports it and can be retried", () =>
  withSite(async (site) => {
    const there = await onADisk(site);
    strictEqual((await there.collect(20)).status, 204);
    there.disk.isFull = true;
    for (const path of PAGES) strictEqual((await there.read(path)).status, 200, path);
    for (const answer of [await there.fillForm("Orly"), await there.signIn()]) {
      strictEqual(answer.status, 503);
      match(await answer.text(), new RegExp(SENTENCE.slice(0, 30)));
    }
    const refused = await there.create("Nancy");
    strictEqual(refused.status, 503);
    deepStrictEqual((await refused.json()).code, "store-unavailable");
    const later = await there.collect(21);
    deepStrictEqual([later.status, later.headers.get("retry-after")], [503, "5"]);
    for (const path of PAGES) strictEqual((await there.read(path)).status, 200, path);
    const faults = site.faults.splice(0);
    // One for each refused write.
    strictEqual(faults.length, 4);
    for (const fault of faults) match(String(fault), /disk is full/);

    there.disk.isFull = false;
    strictEqual((await there.collect(21)).status, 204);
    // The later of the two is first in time.
    deepStrictEqual(await there.kept(), [21, 20]);
    strictEqual((await there.fillForm("Orly")).status, 303);
    strictEqual((await there.create("Nancy")).status, 201);
    const page = await (await there.read(links.outdoorSources(PROJECT))).text();
    deepStrictEqual(["Orly", "Nancy"].map((name) => page.split(`>${name}</a>`).length - 1), [1, 1]);
    strictEqual((await there.signIn()).status, 303);
  }));
