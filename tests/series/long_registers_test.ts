import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { secretHash } from "@/lib/base/secrets.ts";
import type { AccountRecord } from "@/lib/identity/records.ts";
import { keepUnknown } from "@/lib/series/unknown_sources.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Key, Store } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { anAccount, UNLIMITED_RATES } from "@/tests/helpers/a_platform.ts";
import { aMember, aSeries, PROJECT } from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withSite } from "@/tests/helpers/a_site.ts";

const ROWS = 5_000;
/** Unknown sources of a residence. */
const UNKNOWN = 500;
const PAGE_ROWS = 20;
const MOST_BYTES = 20 * 1_024;
const ROWS_PER_COMMIT = 200;

/** A landlord of a residence, signed in. */
async function landlordOf(site: Site): Promise<{ visitor: Visitor; series: string }> {
  const { ask } = await aMember(site, { isAdmin: true, roles: ["collect"] });
  const visitor = await site.signIn();
  const series = await aHousingSeries(ask, "EFSV");
  await aSeries(ask, "GAZV");
  return { visitor, series };
}

async function writeAll(
  store: Store,
  count: number,
  rowOf: (rank: number, name: string) => readonly (readonly [Key, unknown])[],
): Promise<void> {
  for (let from = 0; from < count; from += ROWS_PER_COMMIT) {
    const atomic = store.atomic();
    for (let rank = from; rank < Math.min(count, from + ROWS_PER_COMMIT); rank++) {
      for (const [key, value] of rowOf(rank, nameOf(rank))) atomic.set(key, value);
    }
    await atomic.commit();
  }
}

/** Names that are no prefix of one another. */
function nameOf(rank: number): string {
  return `ligne-${String(rank).padStart(4, "0")}.`;
}

/**
 * Checks that the first page is light, shows the count, and links up to the last page; that a
 * search and a file find the others.
 */
async function looksPaged(visitor: Visitor, path: string, count: number): Promise<void> {
  const first = await visitor.get(path);
  strictEqual(first.status, 200);
  const bytes = gzipSync(first.html, { level: 4 }).length;
  ok(bytes <= MOST_BYTES, `${path}: ${bytes} bytes`);
  strictEqual(namesIn(first.html).size, PAGE_ROWS);
  const last = Math.ceil(count / PAGE_ROWS);
  const address = `${path}?page=${last}`;
  ok(first.html.includes(`href="${address}"`), `no link to ${address}`);
  const [second, end] = [await visitor.get(`${path}?page=2`), await visitor.get(address)];
  const seen = new Set([first, second, end].flatMap(({ html }) => [...namesIn(html)]));
  strictEqual(seen.size, 3 * PAGE_ROWS);
  const middle = nameOf(Math.floor(count / 2) + 7);
  const found = await visitor.get(`${path}?filter:search=${encodeURIComponent(middle)}`);
  deepStrictEqual([...namesIn(found.html)], [middle]);
  const file = await visitor.get(`${path}?csv=semicolon`);
  strictEqual(namesIn(file.html).size, count);
}

/** Names on a page, except the options of its forms. */
function namesIn(html: string): ReadonlySet<string> {
  const shown = html.replaceAll(/<option[^]*?<\/option>/g, "");
  return new Set([...shown.matchAll(/ligne-\d{4}\./g)].map(([name]) => name));
}

// @spec tables.pages
Deno.test("the sources of a series, unknown sources, outdoor sources and consumers are paginated lists", () =>
  withSite(async (site) => {
    const { store } = site;
    const { visitor, series } = await landlordOf(site);
    const operation = { form: "operation", name: "Soleil", operationNumber: "", version: "0" };
    const sharing = { startDate: "2026-01-01", sharing: "static" };
    const overview = links.autoconsumption(PROJECT);
    strictEqual((await visitor.post(overview, { ...operation, ...sharing })).status, 303);
    await writeAll(store, ROWS, (rank, name) => [
      [keys.outdoorSource(PROJECT, `o${rank}`), {
        name,
        method: "meteo",
        seriesId: null,
        station: "",
      }],
      [keys.accConsumer(PROJECT, `c${rank}`), {
        name,
        prm: String(10_000_000_000_000 + rank),
        houseId: null,
        seriesId: null,
        sharePercent: null,
        status: "invited",
        presences: [],
      }],
      [keys.seriesSource(PROJECT, `s${name}`), {
        seriesId: series,
        houseId: null,
        kind: "index",
        attachedAtMs: site.clock.now(),
      }],
    ]);
    const unknown = Array.from({ length: UNKNOWN }, (_, rank) => {
      const readings = [{ epochS: Math.floor(site.clock.now() / 1_000), value: rank }];
      return [nameOf(rank), { readings, origin: { measure: nameOf(rank), words: [] } }] as const;
    });
    await keepUnknown(store, PROJECT, new Map(unknown), site.clock.now());
    await store.atomic().sum(keys.version("project", PROJECT), 1n).commit();
    await looksPaged(visitor, links.outdoorSources(PROJECT), ROWS);
    await looksPaged(visitor, overview, ROWS);
    await looksPaged(visitor, links.seriesSettings(PROJECT, series), ROWS);
    await looksPaged(visitor, links.sensors(PROJECT), UNKNOWN);
  }));

// @spec tables.pages
Deno.test("locked accounts are a paginated list", () =>
  withSite(async (site) => {
    const { store, clock } = site;
    await anAccount(site, { email: "root@plateforme.fr", platformAdmin: true });
    const visitor = await site.signIn("root@plateforme.fr");
    const account = (name: string): AccountRecord => ({
      email: `${name}oph@oph.fr`,
      forename: "Ada",
      surname: "Durand",
      passwordHash: "",
      platformAdmin: false,
      createdAt: 0,
    });
    const { loginPerAccountAndMinute: count } = UNLIMITED_RATES;
    const resetAt = clock.now() + 60_000;
    await writeAll(store, ROWS, (rank, name) => {
      const subject = secretHash(`login/account/id/a${rank}`);
      return [
        [keys.account(`a${rank}`), account(name)],
        [keys.attempts(subject, 60), { count, resetAt }],
      ];
    });
    await looksPaged(visitor, links.platformAccounts(), ROWS);
  }));
