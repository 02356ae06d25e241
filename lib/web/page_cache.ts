import type { Context } from "fresh";
import { credentialsOf } from "../backend/accounts/credentials.ts";
import { BoundedMap } from "../backend/cache/bounded_map.ts";
import type { Scope } from "../backend/cache/versions.ts";
import type { Platform } from "../backend/choose.ts";
import { cookieOf, sessionCookieName } from "./cookies.ts";
import type { KeptPage } from "./kept_page.ts";
import type { State } from "./state.ts";

/** How many pages one process keeps. */
const LIMIT = 300;

/** What a page asked to be kept depends on. */
interface KeepOrder {
  readonly accountId: string;
  readonly scopes: readonly Scope[];
  /** Versions of the scopes before the page was made: a write meanwhile makes it unreachable. */
  readonly versions: string;
  readonly untilMs: number;
}

interface Kept extends KeepOrder {
  readonly page: KeptPage;
}

const orders = new WeakMap<Request, KeepOrder>();

/**
 * Asks that the page being made be kept for its reader, until a write touches the account, the residence or the
 * organisation it shows. Called before the page is read, so that nothing written meanwhile is missed.
 *
 * @param freshForSeconds of the calls the page is made of (B §9)
 */
export async function keepPage(
  { state, req }: Context<State>,
  freshForSeconds: number,
): Promise<void> {
  const { platform, caller, place } = state;
  if (!isKept(platform, state) || caller.kind !== "account") return;
  const scopes: Scope[] = [{ kind: "account", id: caller.accountId }];
  if (place?.project) scopes.push({ kind: "project", id: place.project.id });
  if (place?.organisation) scopes.push({ kind: "org", id: place.organisation.id });
  orders.set(req, {
    accountId: caller.accountId,
    scopes,
    versions: await platform.versions.of(scopes),
    untilMs: platform.options.now() + freshForSeconds * 1000,
  });
}

/** Pages of this program's own store only: another host's writes, and a visit's overlay, are not watched here. */
function isKept(platform: Platform, { caller }: Pick<State, "caller">): boolean {
  return platform.options.upstream === null && credentialsOf(caller)?.visitorId === null;
}

/** The pages kept by this process, by reader and address. */
export class PageCache {
  #pages = new BoundedMap<Kept>(LIMIT);

  constructor(private readonly platform: Platform) {}

  /** The page kept for whoever comes with this session; null when there is none that is still true. */
  async find(request: Request, url: URL, https: boolean): Promise<KeptPage | null> {
    if (request.method !== "GET" || this.#pages.size === 0) return null;
    const sessionId = cookieOf(request, sessionCookieName(https));
    if (sessionId === null) return null;
    const { identities, versions, options } = this.platform;
    const caller = await identities.bySession(sessionId);
    if (caller.kind !== "account") return null;
    const kept = this.#pages.get(keyOf(caller.accountId, url));
    if (kept === undefined || options.now() >= kept.untilMs) return null;
    const current = versions.known(kept.scopes) ?? await versions.of(kept.scopes);
    return current === kept.versions ? kept.page : null;
  }

  /** Whether the page made for a request asked to be kept. */
  isWanted(request: Request): boolean {
    return orders.has(request);
  }

  /** Keeps the page made for a request. */
  keep(request: Request, url: URL, page: KeptPage): void {
    const order = orders.get(request);
    if (order !== undefined) this.#pages.set(keyOf(order.accountId, url), { ...order, page });
  }
}

function keyOf(accountId: string, url: URL): string {
  return `${accountId} ${url.pathname}${url.search}`;
}
