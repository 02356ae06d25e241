import { ok } from "node:assert/strict";
import { App, type Context, csp } from "fresh";
import { Builder } from "fresh/dev";
import { type FunctionComponent, h } from "preact";
import { renderToString } from "preact-render-to-string";
import { readConfig } from "../../fresh.config.ts";
import { renderPage } from "../../lib/fresh/src/rendering/page.ts";
import { Shelf } from "../../lib/fresh/src/snapshot/shelf.ts";
import { type Snapshot, snapshotOf } from "../../lib/fresh/src/snapshot/snapshot.ts";
import type { PageProps } from "../../lib/fresh/src/types.ts";
import { session } from "../../lib/web/session.ts";
import { arrival, type State } from "../../lib/web/state.ts";
import { ROOT } from "../files.ts";
import { BALANCE_PATH } from "../loading/filled_store.ts";
import { type ReaderInProcess, withReader } from "../loading/reader_in_process.ts";
import { spread } from "../loading/spread.ts";

const LEAST = 0.75;
const ROUNDS = 25;
const PAGES_PER_ROUND = 40;

/** Rendering alone: the energy balance through Fresh's renderer, against bare preact-render-to-string of the same tree. */
export default async function balancePage(): Promise<void> {
  await withReader(async (reader) => {
    const { ctx, snapshot } = await shownPage(reader);
    const sides = await sidesOf(ctx, snapshot);
    console.log(`${(await sides.fresh()).length} bytes, ${(await sides.bare()).length} bare`);
    const ratio = await compared(sides);
    ok(ratio >= LEAST, `rendering at least ${LEAST} of bare`);
  });
}

type Side = () => Promise<Uint8Array>;

/** Turns of both sides, one after the other; the median of what each pair of turns gives. */
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
  return ratios.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0;
}

async function msPerPage(side: Side): Promise<number> {
  const start = performance.now();
  for (let page = 0; page < PAGES_PER_ROUND; page++) await side();
  return (performance.now() - start) / PAGES_PER_ROUND;
}

/** The page as its reader has just been shown it: its context, with data and state. */
async function shownPage(
  { platform, sessionId }: ReaderInProcess,
): Promise<{ ctx: Context<State>; snapshot: Snapshot }> {
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
  (await new Builder<State>({ root: ROOT }).build({ snapshot: "memory" }))(app);
  const snapshot = snapshotOf(app.config);
  const request = new Request(`http://127.0.0.1:8000${BALANCE_PATH}`, {
    headers: { cookie: `session=${sessionId}` },
  });
  const answer = await app.handler()(request);
  if (answer.status !== 200) throw new Error(`The balance answered ${answer.status}.`);
  if (snapshot === null) throw new Error("The app has no build.");
  return { ctx: await shown.promise, snapshot };
}

type Page = FunctionComponent<PageProps<never, State>>;

/** The same tree rendered by both: app wrapper, layout and page. */
async function sidesOf(
  ctx: Context<State>,
  snapshot: Snapshot,
): Promise<Record<"fresh" | "bare", Side>> {
  const [appWrapper, layout, page] = await Promise.all([
    component("_app.tsx"),
    component("_layout.tsx"),
    component(
      "collect/[projectId]/boilerrooms/[boilerRoomId]/energy-balance/[...period].tsx",
    ),
  ]);
  const shelf = new Shelf(snapshot);
  await shelf.loadIslands();
  const workshop = { basePath: "", snapshot, shelf };
  const surroundings = { appWrapper, layouts: [{ component: layout, config: {} }] };
  const props = (inside: FunctionComponent): PageProps<never, State> => ({
    ...ctx,
    data: ctx.data as never, // Typed by the page's own handler.
    Component: inside,
  });
  const tree = () => h(appWrapper, props(() => h(layout, props(() => h(page, props(() => null))))));
  return {
    // Both end in bytes, as a server sends them: a string that was never read is not yet written.
    bare: () => new Response(renderToString(tree())).bytes(),
    async fresh() {
      const init = { config: {} };
      return await (await renderPage(ctx, page, { surroundings, workshop, init })).bytes();
    },
  };
}

async function component(file: string): Promise<Page> {
  return (await import(`${ROOT}routes/${file}`)).default;
}
