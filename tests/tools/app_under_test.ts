/**
 * The whole program as its users meet it: built, in a process of its own, on a free port and a store that goes away.
 *
 * @module
 */
import { readConfig, type SettingName } from "@/fresh.config.ts";
import { DEMO_ACCOUNTS, type DemoAccount } from "@/lib/backend/demo/seed/accounts.ts";
import { LOGIN_PATH } from "@/lib/links/links.ts";
import type { ServerProcess } from "@/tools/serving/server_process.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import { type OwnServer, withServer } from "@/tools/serving/with_server.ts";
import { type Page, type PageErrors, type PageOptions, withPage } from "./browser.ts";
import { withTiles } from "./map_tiles.ts";

/** Who signs in. */
export type Credentials = Pick<DemoAccount, "email" | "password">;

/** Asks the API, as a program outside does. */
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
  /** A user without a window; signed in when an account is named. */
  visit(account?: Credentials): Promise<Visitor>;
  /** The API, asked with a token of the account. */
  api(account?: Credentials): Promise<AskApi>;
  /** A window of the browser; signed in, by the page, when an account is named. */
  inWindow<T>(use: (window: AppWindow) => Promise<T>, options?: WindowOptions): Promise<T>;
}

/** A window on the program. */
export interface AppWindow {
  readonly page: Page;
  /** What the console said, and what was thrown. */
  readonly errors: PageErrors;
  /** Goes to a path; the status of its answer. */
  go(path: string): Promise<number>;
}

/** How a window is opened; anonymous when `as` is null. */
export type WindowOptions = PageOptions & { readonly as?: Credentials | null };

/** How the program is set up: its settings, and what its store holds before it starts. */
export interface AppChoices extends OwnServer {
  readonly settings?: Partial<Record<SettingName, string>>;
}

/** Runs a test beside the program, demo accounts on unless the settings say otherwise. */
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

/** Signs in by the form, as a person does, and waits for the page it leads to. */
async function signIn(page: Page, origin: string, account: Credentials): Promise<void> {
  await page.goto(origin + LOGIN_PATH);
  await page.fill("#email", account.email);
  await page.fill("#password", account.password);
  await page.click("button[type=submit]");
  await page.waitForURL((address) => address.pathname !== LOGIN_PATH);
}

async function apiAt(origin: string, { email, password }: Credentials): Promise<AskApi> {
  const asking = (token: string | null): AskApi => (path, { json, headers, ...init } = {}) =>
    fetch(origin + path, {
      ...init,
      ...json === undefined ? {} : { body: JSON.stringify(json) },
      headers: {
        ...json === undefined ? {} : { "content-type": "application/json" },
        ...token === null ? {} : { "x-authtoken": token },
        ...headers,
      },
    });
  const answer = await asking(null)("/api/auth/login", {
    method: "POST",
    json: { email, password },
  });
  const { token } = await answer.json();
  if (typeof token !== "string") throw new Error(`No token for ${email}: ${answer.status}`);
  return asking(token);
}
