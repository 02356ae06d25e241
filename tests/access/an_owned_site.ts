import { keys } from "@/lib/store/keys.ts";
import { anOwner, grantEveryRole } from "@/tests/helpers/a_made_life.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { type Site, withSite } from "@/tests/helpers/a_site.ts";
import { allRoutes, DEMO_PLACE, pathOf, type Place } from "@/tests/tools/routes.ts";

/** The whole site with a user who has every role in an organisation of their own. */
export interface OwnedSite extends Site {
  /** Existing values for the parameters of addresses and calls. */
  readonly place: Place;
  /** The `cookie` header of a new session of theirs. */
  session(https?: boolean): Promise<string>;
  /**
   * Versionstamps of the whole store, except for what each visit writes: sessions, tokens,
   * counters, the audit log.
   */
  stamps(): Promise<Record<string, string>>;
}

/** The user who owns the site. */
export const OWNER = "ada@bailleur.fr";

/** Families that any request may write, and the audit log, which a read may write. */
const VISITS: ReadonlySet<unknown> = new Set(
  [
    keys.session,
    keys.token,
    keys.attempts,
    keys.lease,
    keys.audit,
    keys.sentForm,
  ].map(({ doc }) => doc.name),
);

/** Parameters of addresses that have another name in the life of calls. */
const NAMES_IN_LIFE: Readonly<Record<string, string>> = {
  boilerRoomId: "room",
  series: "gas",
  houseSeries: "climate",
  dataSeriesId: "gas",
  equipmentId: "room",
  outdoorSourceId: "weather",
  computedSeriesId: "sum",
  sourceId: "weather",
};

/** Runs a test on the site and its owner. */
export function withOwnedSite(test: (site: OwnedSite) => Promise<void>): Promise<void> {
  return withSite(async (site) => {
    const { accountId, made } = await anOwner(site, OWNER);
    await grantEveryRole(site, accountId, made);
    await test({
      ...site,
      place: placeOf(made),
      async session(https = false) {
        const { token } = await signedIn(site, OWNER);
        const { id } = await site.platform.sessionFor(token);
        return `${https ? "__Host-session" : "session"}=${id}`;
      },
      stamps: () => stampsOf(site),
    });
  }, { rates: { loginPerAccountAndMinute: 1e6, loginPerAddressAndMinute: 1e6 } });
}

function placeOf(made: Readonly<Record<string, string>>): Place {
  const place: Record<string, string> = { ...DEMO_PLACE };
  for (const [name, value] of Object.entries(made)) place[`${name}Id`] = value;
  for (const [name, inLife] of Object.entries(NAMES_IN_LIFE)) place[name] = made[inLife] ?? "x";
  return { ...place, email: made.other ?? "" };
}

async function stampsOf({ store }: Site): Promise<Record<string, string>> {
  const stamps: Record<string, string> = {};
  for await (const { key, versionstamp } of store.list({ prefix: [] })) {
    if (!VISITS.has(key[0])) stamps[JSON.stringify(key)] = versionstamp;
  }
  return stamps;
}

/** Addresses of the pages. */
export async function pageAddresses({ place }: OwnedSite): Promise<string[]> {
  const routes = await allRoutes();
  return routes.filter(({ isPage }) => isPage).map((route) => pathOf(route, place));
}
