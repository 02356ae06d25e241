import { App, type Context, csp, type PageProps } from "fresh";
import { Builder } from "fresh/dev";
import { ok } from "node:assert/strict";
import { type FunctionComponent, h } from "preact";
import { renderToString } from "preact-render-to-string";
import { readConfig } from "@/fresh.config.ts";
import { session } from "@/lib/app/session.ts";
import { arrival, type State } from "@/lib/web/state.ts";
import { BALANCE_PATH, type ReaderInProcess, withReader } from "@/tests/loading/filled_store.ts";
import { median } from "@/tests/loading/load.ts";
import { ROOT } from "@/tools/files.ts";

const LEAST = 0.75;
const ROUNDS = 25;
const PAGES_PER_ROUND = 40;
const BALANCE_URL = `http://127.0.0.1:8000${BALANCE_PATH}`;
const BALANCE_FOLDER = "collect/[projectId]/boilerrooms/[boilerRoomId]/energy-balance";

/**
 * Rendering alone: the energy balance as Fresh answers it, with its data in memory, compared with
 * bare preact-render-to-string of the same tree.
 */
export default async function balancePage(): Promise<void> {
  await withReader(async (reader) => {
    const apply = await new Builder<State>({ root: ROOT }).build({ snapshot: "memory" });
    const sides = await sidesOf(await shownPage(reader, apply), apply);
    console.log(`${(await sides.fresh()).length} bytes, ${(await sides.bare()).length} bare`);
    const ratio = await compared(sides);
    ok(ratio >= LEAST, `rendering at least ${LEAST} of bare`);
  });
}

type Side = () => Promise<Uint8Array>;

/** Runs both sides in alternation; returns the median of the ratios of each pair. */
async function compared({ fresh, bare }: Record<"fresh" | "bare", Side>): Promise<number> {
  for (let turn = 0; turn < 10; turn++) for (const side of [fresh, bare]) await msPerPage(side);
  const ratios: number[] = [];
  const times = { fresh: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const [freshMs, bareMs] = [await msPerPage(fresh), await msPerPage(bare)];
    times.fresh.push(freshMs * 1000);
    times.bare.push(bareMs * 1000);
    ratios.push(bareMs / freshMs);
  }
  console.log(
    `Fresh's renderer ${spread(times.fresh, 0)} µs a page, bare ${spread(times.bare, 0)}`,
  );
  console.log(`ratio ${spread(ratios, 2)}`);
  return median(ratios);
}

async function msPerPage(side: Side): Promise<number> {
  const start = performance.now();
  for (let page = 0; page < PAGES_PER_ROUND; page++) await side();
  return (performance.now() - start) / PAGES_PER_ROUND;
}

/** The page as just shown to its reader: its context, with data and state. */
async function shownPage(
  { platform, sessionId }: ReaderInProcess,
  apply: (app: App<State>) => void,
): Promise<Context<State>> {
  const shown = Promise.withResolvers<Context<State>>();
  const app = new App<State>()
    .use(arrival(readConfig({})))
    .use(csp({ useNonce: true }))
    .use(session(platform))
    .use(async (ctx) => {
      const answer = await ctx.next();
      shown.resolve(ctx);
      return answer;
    })
    .fsRoutes();
  apply(app);
  const headers = { cookie: `session=${sessionId}` };
  const answer = await app.handler()(new Request(BALANCE_URL, { headers }));
  if (answer.status !== 200) throw new Error(`The balance answered ${answer.status}.`);
  return await shown.promise;
}

type Page = FunctionComponent<PageProps<unknown, State>>;

/** The same tree rendered by both: app wrapper, layout and page. */
async function sidesOf(
  shown: Context<State>,
  apply: (app: App<State>) => void,
): Promise<Record<"fresh" | "bare", Side>> {
  const [appWrapper, layout, page] = await Promise.all([
    component("_app.tsx"),
    component("_layout.tsx"),
    component(`${BALANCE_FOLDER}/[...period].tsx`),
  ]);
  const props = (Component: FunctionComponent): PageProps<unknown, State> => ({
    ...shown,
    data: shown.data,
    Component,
  });
  const pageNode = () => h(page, props(() => null));
  const app = new App<State>()
    .appWrapper(appWrapper)
    .layout("/", layout)
    .use((ctx) => {
      Object.assign(ctx.state, shown.state);
      return ctx.next();
    })
    .use(csp({ useNonce: true }))
    .get(new URL(BALANCE_URL).pathname, (ctx) => ctx.render(pageNode()));
  apply(app);
  const handler = app.handler();
  const tree = () => h(appWrapper, props(() => h(layout, props(pageNode))));
  return {
    // Both end in bytes, as a server sends them: a string that was never read is not yet flattened.
    bare: () => new Response(renderToString(tree())).bytes(),
    fresh: async () => await (await handler(new Request(BALANCE_URL))).bytes(),
  };
}

async function component(file: string): Promise<Page> {
  return (await import(`${ROOT}routes/${file}`)).default;
}

/**
 * The median of some values with their range, "0.42 (0.40 to 0.47)": the noise of a busy machine.
 */
function spread(values: readonly number[], decimals: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  const text = (at: number) => (sorted[at] ?? NaN).toFixed(decimals);
  return `${text(sorted.length >> 1)} (${text(0)} to ${text(sorted.length - 1)})`;
}
