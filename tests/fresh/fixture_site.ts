import { App, type Middleware, staticFiles } from "fresh";
import { Builder } from "fresh/dev";
import { app as whole } from "./fixture/main.ts";
import type { State } from "./fixture/state.ts";

/** The fixture's folder. */
export const ROOT = new URL("./fixture/", import.meta.url).pathname;

/** The function with which an app answers requests. */
export type Handler = ReturnType<App<unknown>["handler"]>;

export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

let build: Promise<(app: App<State>) => void> | undefined;

/** The fixture's build, in memory, made once for a test file. */
function fixtureBuild(): Promise<(app: App<State>) => void> {
  build ??= new Builder<State>({ root: ROOT }).build({ snapshot: "memory" });
  return build;
}

/** The handler of an app that uses the fixture's routes, by default the whole fixture. */
export async function fixtureHandler(app: App<State> = whole): Promise<Handler> {
  (await fixtureBuild())(app);
  return app.handler();
}

/** Requests the fixture by path, without following redirects. */
export async function fixtureSite(app?: App<State>): Promise<Ask> {
  return askerOf(await fixtureHandler(app));
}

/** Requests an app by path. */
export function askerOf(handler: Handler): Ask {
  return (path, init) => handler(new Request(`http://localhost${path}`, init));
}

/** Status and text of an answer, for one comparison. */
export async function answerOf(asked: Promise<Response>): Promise<[number, string]> {
  const response = await asked;
  return [response.status, await response.text()];
}

/** The content of the body of an answer's page. */
export async function bodyOf(asked: Promise<Response>): Promise<string> {
  return /<body>(.*)<\/body>/s.exec(await (await asked).text())?.[1] ?? "no body";
}

/** The state that the fixture's own middlewares expect from the app. */
export const emptyTrail: Middleware<State> = (ctx) => {
  ctx.state.trail = [];
  return ctx.next();
};

/** A project of a few files in a temporary folder. */
export async function withProject(
  files: Record<string, string>,
  run: (root: string) => Promise<void>,
): Promise<void> {
  await Deno.mkdir(`${ROOT}_fresh`, { recursive: true });
  const root = await Deno.makeTempDir({ dir: `${ROOT}_fresh` });
  try {
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(`${root}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(`${root}/${path}`, text);
    }
    await run(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

/** The site of a few files, built in memory. */
export async function withSite(
  files: Record<string, string>,
  use: (ask: Ask, root: string) => Promise<void>,
): Promise<void> {
  await withProject(files, async (root) => use(await siteIn(root), root));
}

/** A site built in memory of the files in a folder. */
export async function siteIn(
  root: string,
  builder: Builder<unknown> = new Builder({ root }),
): Promise<Ask> {
  const app = new App().use(staticFiles()).fsRoutes();
  (await builder.build({ snapshot: "memory" }))(app);
  return askerOf(app.handler());
}

/** Runs with console.error replaced; returns the arguments of its calls. */
export async function withoutConsole(run: () => Promise<void>): Promise<unknown[][]> {
  const calls: unknown[][] = [];
  const { error } = console;
  console.error = (...args) => calls.push(args);
  try {
    await run();
  } finally {
    console.error = error;
  }
  return calls;
}
