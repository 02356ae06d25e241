/**
 * The whole program as its users run it: built, in a separate process, on a free port and a
 * temporary store.
 * @module
 */

import { readConfig, type SettingName } from "@/fresh.config.ts";
import { DEMO_ACCOUNTS, type DemoAccount } from "@/lib/demo/seed/accounts.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import type { ServerProcess } from "@/tools/serving/server_process.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import { type OwnServer, withServer } from "@/tools/serving/with_server.ts";
import { type PageErrors, type PageOptions, withPage } from "./browser.ts";
import { withTiles } from "./map_services.ts";

/** The account that signs in. */
export type Credentials = Pick<DemoAccount, "email" | "password">;

/** Calls the API, like an external program. */
export type AskApi = (path: string, init?: ApiRequest) => Promise<Response>;

/** A request to the API: `json` becomes its body. */
export interface ApiRequest {
  readonly method?: string;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
}

/** The running program. */
export interface AppUnderTest extends ServerProcess {
  /** A client without a browser; signed in when an account is given. */
  visit(account?: Credentials): Promise<Visitor>;
  /** The API, called with a token of the account. */
  api(account?: Credentials): Promise<AskApi>;
  /** A window of the browser; signed in, by the page, when an account is given. */
  inWindow<T>(use: (window: AppWindow) => Promise<T>, options?: WindowOptions): Promise<T>;
}

/** A window on the program. */
export interface AppWindow {
  readonly page: Page;
  /** Console errors and uncaught exceptions. */
  readonly errors: PageErrors;
  /** Goes to a path; returns the status of its answer. */
  go(path: string): Promise<number>;
}

/** Options of a window; anonymous when `as` is null. */
export type WindowOptions = PageOptions & { readonly as?: Credentials | null };

/** The program's settings, and the content of its store before it starts. */
export interface AppChoices extends OwnServer {
  readonly settings?: Partial<Record<SettingName, string>>;
}

/** Runs a test with the program, with demo accounts unless the settings disable them. */
export function withApp<T>(
  test: (app: AppUnderTest) => Promise<T>,
  { settings = {}, ...own }: AppChoices = {},
): Promise<T> {
  return withTiles((tiles) => {
    const config = readConfig({ DEMO: "on", ACCESS_LOG: "off", ...tiles, ...settings });
    return withServer(config, (server) => test(appAt(server)), own);
  });
}

function appAt(server: ServerProcess): AppUnderTest {
  const { url } = server;
  const inWindow: AppUnderTest["inWindow"] = (
    use,
    { as = DEMO_ACCOUNTS.landlord, ...options } = {},
  ) =>
    withPage(async (page, errors) => {
      const go = async (path: string) => (await page.goto(url + path))?.status() ?? 0;
      if (as !== null) await signIn(page, url, as);
      return await use({ page, errors, go });
    }, options);
  return {
    ...server,
    inWindow,
    async visit(account) {
      const visitor = new Visitor(url);
      if (account !== undefined) await visitor.signIn(account);
      return visitor;
    },
    api: (account = DEMO_ACCOUNTS.landlord) => apiAt(url, account),
  };
}

/**
 * Signs a window in without showing the form and the page behind it, which cost half a second of
 * processor time, and opens an address of the program without a page.
 */
async function signIn(page: Page, origin: string, account: Credentials): Promise<void> {
  const visitor = new Visitor(origin);
  await visitor.signIn(account);
  await page.context().addCookies(visitor.cookies.map((cookie) => ({ ...cookie, url: origin })));
  await page.goto(`${origin}/health`);
}

async function apiAt(origin: string, { email, password }: Credentials): Promise<AskApi> {
  const callAs = (token: string | null): AskApi => (path, { json, headers, ...init } = {}) =>
    fetch(origin + path, {
      ...init,
      ...json === undefined ? {} : { body: JSON.stringify(json) },
      headers: {
        ...json === undefined ? {} : { "content-type": "application/json" },
        ...token === null ? {} : { "x-authtoken": token },
        ...headers,
      },
    });
  const answer = await callAs(null)("/api/auth/login", {
    method: "POST",
    json: { email, password },
  });
  const { token } = await answer.json();
  if (typeof token !== "string") throw new Error(`No token for ${email}: ${answer.status}`);
  return callAs(token);
}
