import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict";
import { Platform } from "@/lib/app/platform.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { OperationLimit } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { aMember, PROJECT } from "@/tests/helpers/a_residence.ts";
import { handlerOn, SITE, type Site, withSite } from "@/tests/helpers/a_site.ts";
import { withCommits } from "@/tests/helpers/changed_stores.ts";

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
