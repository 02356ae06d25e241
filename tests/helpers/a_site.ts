import type { App } from "fresh";
import { strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { Platform } from "@/lib/app/platform.ts";
import { siteOn } from "@/lib/app/site.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import type { State } from "@/lib/web/state.ts";
import { sharedBuild } from "@/tests/tools/shared_build.ts";
import { PASSWORD, type PlatformChoices, type TestPlatform, withPlatform } from "./a_platform.ts";
import {
  aMember,
  type Belonging,
  type MemberResidence,
  OTHER_WRITER,
  type ResidenceChoices,
  someone,
} from "./a_residence.ts";

/** The origin of the sites under test. */
export const SITE = "http://127.0.0.1:8000";

/** The cookies of a browser. */
export class CookieJar {
  readonly #cookies: Map<string, string>;

  constructor(cookies: Iterable<readonly [name: string, value: string]> = []) {
    this.#cookies = new Map(cookies);
  }

  /** Sends a request with the cookies, and keeps those of its answer; follows no redirect. */
  async send(
    handler: (request: Request) => Response | Promise<Response>,
    path: string,
    init: RequestInit,
  ): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...this.#cookies].map((pair) => pair.join("=")).join("; "));
    const answer = await handler(new Request(SITE + path, { ...init, headers }));
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    return answer;
  }

  #keep(line: string): void {
    const [pair = ""] = line.split(";");
    const name = pair.slice(0, pair.indexOf("="));
    if (/Max-Age=0(;|$)/.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(name.length + 1));
  }
}

type Handler = (request: Request, info?: Deno.ServeHandlerInfo) => Promise<Response>;

/** A client without a browser: it keeps its cookies, and follows no redirect. */
export interface Visitor {
  get(path: string): Promise<Page>;
  post(path: string, fields: Record<string, string> | FormData): Promise<Page>;
  /** Posts a form that must be shown again, with status 400. */
  refused: Visitor["post"];
  /** Sends the sign-in form, and keeps the session. */
  signIn(email?: string, password?: string): Promise<Page>;
}

/** An answer with its text. */
export interface Page {
  status: number;
  headers: Headers;
  html: string;
  /** The document's title. */
  title: string;
  /** The visible text of the page, without tags, with single spaces between words. */
  text: string;
  /** Value of a field of its forms, as a browser would send it; of the first after an id when one is given. */
  value(name: string, id?: string): string | null;
  /** Version in a form, as `value()` finds it; "" without one. */
  version(id?: string): string;
  /** The message under a field; null when it is valid. */
  message(id: string): string | null;
}

/** The whole site on a platform of the test. */
export interface Site extends TestPlatform {
  handler: Handler;
  visitor(): Visitor;
  /** A visitor who has signed in. */
  signIn(email?: string, password?: string): Promise<Visitor>;
}

let build: Promise<(app: App<State>) => void> | undefined;

/** The routes, islands and styles of the product. */
function siteBuild(): Promise<(app: App<State>) => void> {
  return build ??= sharedBuild();
}

/** Options of a test's site. */
export interface SiteChoices extends PlatformChoices {
  /** Whether pages use the clock of the machine; by default that of the test. */
  onRealClock?: boolean;
  /** In addition to those of every test. */
  settings?: Record<string, string>;
}

/** Runs a test on the whole site, with a store of its own in memory. */
export function withSite(
  test: (site: Site) => Promise<void>,
  { onRealClock = false, settings, ...choices }: SiteChoices = {},
): Promise<void> {
  return withPlatform(async (built) => {
    const now = onRealClock ? undefined : built.clock.now;
    const handler = await handlerOn(built.platform, settings, now);
    const visitor = () => aVisitor(handler);
    const signIn: Site["signIn"] = async (...person) => {
      const signed = visitor();
      await signed.signIn(...person);
      return signed;
    };
    await test({ ...built, handler, visitor, signIn });
  }, choices);
}

/** A site with one residence, and a signed-in member of its organisation. */
export interface VisitedSite {
  readonly site: Site;
  readonly ask: CallFunction;
  readonly visitor: Visitor;
}

/** Runs a test on a site with one residence, as a signed-in member of its organisation. */
export function withVisitor(
  belonging: Omit<Belonging, "email">,
  test: (visited: VisitedSite) => Promise<void>,
  { residence, ...choices }: SiteChoices & { readonly residence?: ResidenceChoices } = {},
): Promise<void> {
  return withSite(async (site) => {
    const { ask } = await aMember(site, belonging, residence);
    await test({ site, ask, visitor: await site.signIn() });
  }, choices);
}

/** As {@link withVisitor}, beside another member, who writes what the visitor sees: the calls are theirs. */
export function withWriter(
  belonging: Omit<Belonging, "email">,
  test: (visited: VisitedSite & Pick<MemberResidence, "stored">) => Promise<void>,
  { residence, ...choices }: SiteChoices & { readonly residence?: ResidenceChoices } = {},
): Promise<void> {
  return withSite(async (site) => {
    const writer = await aMember(site, OTHER_WRITER, residence);
    await someone(site, belonging);
    await test({ site, ...writer, visitor: await site.signIn() });
  }, choices);
}

/** Runs a test as the demo's landlord. */
export function asLandlord(test: (visitor: Visitor, site: Site) => Promise<void>): Promise<void> {
  return withSite(async (site) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    await test(await site.signIn(email, password), site);
  }, { demo: true });
}

/**
 * The request handler of the whole site on a platform.
 * @param settings besides those of every test
 * @param now the clock of its pages, epoch ms; the real one without
 */
export async function handlerOn(
  platform: Platform,
  settings: Record<string, string> = {},
  now?: () => number,
): Promise<Handler> {
  const config = readConfig({ ACCESS_LOG: "off", ...settings });
  const app = siteOn(platform, config, now && (() => new Date(now()).toISOString()));
  (await siteBuild())(app);
  return app.handler();
}

function aVisitor(handler: Handler): Visitor {
  const cookies = new CookieJar();
  const ask = async (path: string, init: RequestInit): Promise<Page> =>
    await pageOf(await cookies.send(handler, path, init));
  const post: Visitor["post"] = (path, fields) =>
    ask(path, {
      method: "POST",
      body: fields instanceof FormData ? fields : new URLSearchParams(fields),
      headers: { origin: SITE },
    });
  return {
    get: (path) => ask(path, {}),
    post,
    async refused(path, fields) {
      const page = await post(path, fields);
      strictEqual(page.status, 400);
      return page;
    },
    signIn: (email = "ada@bailleur.fr", password = PASSWORD) => post("/login", { email, password }),
  };
}

async function pageOf(response: Response): Promise<Page> {
  // Decoded by hand: text() would drop the byte-order mark of a CSV.
  const bytes = await response.arrayBuffer();
  const html = withoutKeys(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";
  const { status, headers } = response;
  const value = (name: string, id?: string) =>
    fieldValue(id === undefined ? html : html.slice(html.indexOf(`id="${id}"`)), name);
  return {
    status,
    headers,
    html,
    title: decoded(title),
    text: readText(html),
    value,
    version: (id) => value("version", id) ?? "",
    message: (id) => fieldMessage(html, id),
  };
}

/** The HTML without the keys that Fresh writes next to its nodes. */
function withoutKeys(html: string): string {
  return html.replace(/<!--\/?frsh:key[^>]*-->| data-frsh-key="[^"]*"/g, "");
}

function readText(html: string): string {
  const body = html.slice(Math.max(0, html.indexOf("<body")))
    .replace(/<script[\s\S]*?<\/script>/g, " ").replace(/<[^>]*>/g, " ");
  return decoded(body).replace(/[ \n\t]+/g, " ").trim();
}

/** A text with its entities decoded. */
export function decoded(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'").replaceAll("&nbsp;", "\u00A0").replaceAll("&amp;", "&");
}

/** Value of a field of a part of a page, as a browser would send it. */
export function fieldValue(html: string, name: string): string | null {
  const input = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0];
  if (input !== undefined) return decoded(/ value="([^"]*)"/.exec(input)?.[1] ?? "");
  const select = new RegExp(`<select[^>]*name="${name}"[^>]*>([\\s\\S]*?)</select>`).exec(html)
    ?.[1];
  if (select === undefined) return null;
  const chosen = /<option[^>]*selected[^>]*>/.exec(select)?.[0] ?? "";
  return decoded(/ value="([^"]*)"/.exec(chosen)?.[1] ?? "");
}

/** The message under a field; null when it is valid. */
function fieldMessage(html: string, id: string): string | null {
  const message = new RegExp(`<p[^>]*id="${id}-error"[^>]*>([\\s\\S]*?)</p>`).exec(html)?.[1];
  return message === undefined ? null : readText(`<body>${message}`);
}

/** A text with plain spaces. */
export function plain(text: string): string {
  return text.replaceAll(/[\u202F\u00A0]/g, " ");
}
