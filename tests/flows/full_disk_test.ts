import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { Platform } from "@/lib/app/platform.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { accountByEmail } from "@/lib/identity/accounts.ts";
import { SESSION_IDLE_MS } from "@/lib/identity/sessions.ts";
import { SEEN_FOR_MS } from "@/lib/store/cache.ts";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { aMember, aSeries, PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import { handlerOn, SITE, type Site, withSite } from "@/tests/helpers/a_site.ts";
import { storeOn } from "@/tests/helpers/changed_stores.ts";

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
