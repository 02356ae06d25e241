/**
 * Builds the product, or serves it while it is being changed.
 *
 * `dev.ts build` writes `_fresh/`; `dev.ts` alone serves the sources and starts again at each change;
 * `dev.ts serve` is one such start.
 *
 * @module
 */

import * as esbuild from "esbuild";
import { Builder } from "fresh/dev";
import { appConfig, BUILD } from "./fresh.config.ts";
import { stopping } from "./lib/web/process.ts";
import type { State } from "./lib/web/state.ts";
import { exists } from "./tools/files.ts";

const ROOT = import.meta.dirname ?? ".";
const STYLES = "components/styles.css";
const LEAFLET = "node_modules/leaflet/dist";

/** What changes while one works; what this program itself writes there is left out. */
const WATCHED = [
  "components",
  "islands",
  "lib",
  "routes",
  "static",
  "main.ts",
  "fresh.config.ts",
];
const GENERATED = /\/static\/(styles\.css|page\.js|leaflet)/;

if (import.meta.main) await main(Deno.args[0]);

async function main(task: string | undefined): Promise<void> {
  if (task === undefined) return await serveAndWatch();
  const builder = new Builder<State>({ root: ROOT, target: [...BUILD.target] });
  await writeStyles(task === "build");
  await writePageScript(task === "build");
  await copyLeaflet();
  if (task === "build") {
    await builder.build();
  } else if (task === "serve") {
    const { host, port } = appConfig();
    // Nothing else ends it: listening resolves at once, and the jobs and the store keep the process.
    stopping().addEventListener("abort", () => Deno.exit());
    await builder.listen(() => import("./main.ts"), { hostname: host, port, onListen: announce });
  } else {
    console.error(`dev.ts: "${task}" is neither "build" nor "serve"`);
    Deno.exitCode = 1;
  }
}

/** Says where it listens, in the words of Deno, whatever Fresh says of it. */
function announce({ hostname, port }: Deno.NetAddr): void {
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  console.error(`Listening on http://${host}:${port}/`);
}

/** `components/styles.css` and all it imports, as the one stylesheet `static/styles.css`. */
export async function writeStyles(minify: boolean): Promise<void> {
  if (!exists(STYLES)) return;
  await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: [STYLES],
    outfile: "static/styles.css",
    bundle: true,
    minify,
    target: [...BUILD.target],
    legalComments: "none",
    logLevel: "error",
  });
  await esbuild.stop();
}

/** The script of every page, as `static/page.js`. */
export async function writePageScript(minify: boolean): Promise<void> {
  await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: ["lib/ui/page_script.ts"],
    outfile: "static/page.js",
    bundle: true,
    minify,
    target: [...BUILD.target],
    logLevel: "error",
  });
  await esbuild.stop();
}

/** The map's stylesheet and images, fetched by the page when a map is wanted. */
export async function copyLeaflet(): Promise<void> {
  if (!exists(`${LEAFLET}/leaflet.css`)) return;
  await Deno.mkdir(`${ROOT}/static/leaflet/images`, { recursive: true });
  await Deno.copyFile(`${ROOT}/${LEAFLET}/leaflet.css`, `${ROOT}/static/leaflet/leaflet.css`);
  for await (const { name } of Deno.readDir(`${ROOT}/${LEAFLET}/images`)) {
    const image = `leaflet/images/${name}`;
    await Deno.copyFile(`${ROOT}/${LEAFLET}/images/${name}`, `${ROOT}/static/${image}`);
  }
}

/** Serves in a process of its own, ended and started again when a source changes. */
async function serveAndWatch(): Promise<void> {
  const changes = Deno.watchFs(WATCHED.map((path) => `${ROOT}/${path}`));
  let server = startServer();
  let restarted = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = async () => {
    await stopServer(server);
    server = startServer();
  };
  for (const signal of ["SIGINT", "SIGTERM"] satisfies Deno.Signal[]) {
    Deno.addSignalListener(signal, () => changes.close());
  }
  for await (const { kind, paths } of changes) {
    if (kind === "access" || paths.every((path) => GENERATED.test(path))) continue;
    clearTimeout(timer);
    timer = setTimeout(() => restarted = restarted.then(restart), 100);
  }
  clearTimeout(timer);
  await restarted;
  await stopServer(server);
}

function startServer(): Deno.ChildProcess {
  const args = ["run", "-A", `${ROOT}/dev.ts`, "serve"];
  return new Deno.Command(Deno.execPath(), { args, cwd: ROOT }).spawn();
}

async function stopServer(server: Deno.ChildProcess): Promise<void> {
  try {
    server.kill("SIGTERM");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // It had ended by itself.
  }
  await server.status;
}
