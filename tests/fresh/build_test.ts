/** The output of Builder, and the server it writes. */
import { App } from "fresh";
import { Builder } from "fresh/dev";
import { deepStrictEqual, match, ok, rejects, strictEqual, throws } from "node:assert/strict";
import { createHash } from "node:crypto";
import type { State } from "./fixture/state.ts";
import { answerOf, fixtureSite, ROOT, siteIn, withProject, withSite } from "./fixture_site.ts";

/** Runs with a temporary folder of the fixture as the build folder, which is git-ignored. */
const withOutDir = (run: (outDir: string) => Promise<void>) => withProject({}, run);

Deno.test("two builds of one tree are identical, byte for byte, in any folder (here only: the real Fresh names a build by chance)", async () => {
  const files = {
    "main.ts": `import { App } from "fresh"; export const app = new App().fsRoutes();`,
    "routes/index.tsx": `import A from "../islands/A.tsx"; export default () => <A n={1} />;`,
    "islands/A.tsx": `import { useState } from "react"; import { B } from "../lib/b.ts";
      export default function A({ n }: { n: number }) { return <b>{useState(n)[0]}{B}</b>; }`,
    "lib/b.ts": `export const B = "b";`,
    "static/a.css": "a{}",
  };
  const digests: Record<string, string>[] = [];
  for (let turn = 0; turn < 2; turn++) {
    await withProject(files, async (root) => {
      await new Builder({ root }).build();
      digests.push(await digestsIn(`${root}/_fresh`));
    });
  }
  deepStrictEqual(digests[1], digests[0]);
});

Deno.test("a static file that changes changes the key of assets (here only: it is the name of the build there)", async () => {
  const page = `import { asset } from "fresh/runtime";
    export default () => <i>{asset("/a.css")}</i>;`;
  await withProject({ "static/a.css": "a{}", "routes/index.tsx": page }, async (root) => {
    const seen: string[] = [];
    for (const css of ["a{}", "b{}", "a{}"]) {
      await Deno.writeTextFile(`${root}/static/a.css`, css);
      seen.push(await (await (await siteIn(root))("/")).text());
    }
    const [first, second, third] = seen;
    strictEqual(first === third && first !== second, true, seen.join());
  });
});

Deno.test("build() writes a server that deno serve runs, islands and files included, with the pages of a build in memory", async () => {
  await withOutDir(async (outDir) => {
    const ask = await fixtureSite();
    await new Builder<State>({ root: ROOT, outDir }).build();
    await withServer(`${outDir}/server.js`, async (origin) => {
      const html = await (await fetch(`${origin}/islands/counter`)).text();
      match(html, /^<!DOCTYPE html>.*<p class="counter".*<script type="module" nonce="/s);
      const urls = [...html.matchAll(/ (?:src|href)="(\/[^"]+)"/g)].map(([, url = ""]) => url);
      strictEqual(urls.length > 0, true);
      for (const url of urls) {
        const response = await fetch(origin + url);
        strictEqual(response.status, 200, url);
        await response.body?.cancel();
      }
      deepStrictEqual(await answerOf(fetch(`${origin}/ping`)), [200, "pong"]);
      deepStrictEqual(await (await fetch(`${origin}/trail`)).json(), ["app", "routes"]);
      const paths = [
        "/nested",
        "/pages/form",
        "/pages/inline",
        "/islands/props",
        "/islands/places",
      ];
      for (const path of [...paths, "/nested/deeper/throws", "/nowhere"]) {
        const written = await (await fetch(origin + path)).text();
        const inMemory = await (await ask(path)).text();
        strictEqual(withoutNonce(written), withoutNonce(inMemory), path);
      }
    });
  });
});

Deno.test("a file's name may hold accents and spaces (here only)", async () => {
  const files = { "main.ts": FILES_APP, "static/plan d’été.txt": "plan" };
  await withProject(files, async (root) => {
    await new Builder({ root }).build();
    await withServer(`${root}/_fresh/server.js`, async (origin) => {
      deepStrictEqual(await answerOf(fetch(`${origin}/plan d’été.txt`)), [200, "plan"]);
    });
  });
});

Deno.test("a build leaves nothing of the one before, nor measures of its scripts (here only)", async () => {
  await withProject({ "main.ts": EMPTY_APP, "_fresh/static/old.css": "old" }, async (root) => {
    await new Builder({ root }).build();
    deepStrictEqual(Object.keys(await digestsIn(`${root}/_fresh`)), ["server.js"]);
  });
});

Deno.test("a server continues with its own files once another build has taken their place (here only)", async () => {
  await withProject({ "main.ts": FILES_APP, "static/a.txt": LONG_TEXT }, async (root) => {
    const builder = new Builder({ root });
    await builder.build();
    await withServer(`${root}/_fresh/server.js`, async (origin) => {
      await Deno.remove(`${root}/static/a.txt`);
      await Deno.writeTextFile(`${root}/static/b.txt`, "b");
      await builder.build();
      for (const encoding of ["identity", "gzip", "br"]) {
        const headers = { "accept-encoding": encoding };
        deepStrictEqual(await answerOf(fetch(`${origin}/a.txt`, { headers })), [200, LONG_TEXT]);
      }
      strictEqual((await answerOf(fetch(`${origin}/b.txt`)))[0], 404);
    });
  });
});

Deno.test("a build to disk wants the module that exports the app (here only)", async () => {
  await withProject({ "routes/index.ts": HELLO }, async (root) => {
    await rejects(new Builder({ root }).build(), /main\.ts/);
  });
});

Deno.test("a file that compression does not shrink is stored as it is", async () => {
  let seed = 1;
  const noise = Uint8Array.from({ length: 400 }, () => {
    seed = (seed * 48271) % 2147483647;
    return seed >> 8;
  });
  await withProject({ "static/a.txt": "" }, async (root) => {
    const builder = new Builder({ root });
    const options = { pluginName: "noise", filter: /a\.txt$/ };
    builder.onTransformStaticFile(options, () => ({ content: noise }));
    const headers = { "accept-encoding": "gzip, br" };
    const response = await (await siteIn(root, builder))("/a.txt", { headers });
    strictEqual(response.headers.get("content-encoding"), null);
    deepStrictEqual(await response.bytes(), noise);
  });
});

Deno.test("a React library that an island loads later shares the page's preact", async () => {
  const files = {
    "islands/A.tsx": `import { useState } from "react";
      export default function A() {
        return <b onClick={() => import("some-lib")}>{useState(1)[0]}</b>;
      }`,
    "node_modules/some-lib/package.json": `{ "name": "some-lib", "main": "index.js" }`,
    "node_modules/some-lib/index.js": `import { useState } from "react";
      export const useSome = () => useState("some-lib was here");`,
    "routes/index.tsx": `import A from "../islands/A.tsx"; export default () => <A />;`,
  };
  await withSite(files, async (ask) => {
    const scripts = (await (await ask("/")).text()).matchAll(/from ?"(\/_fresh[^"]+)"/g);
    let later = "";
    for (const [, url = ""] of scripts) {
      const [, path] = /import\("([^"]+)"\)/.exec(await (await ask(url)).text()) ?? [];
      if (path !== undefined) later = new URL(path, `http://localhost${url}`).pathname;
    }
    const library = await (await ask(later)).text();
    match(library, /some-lib was here/);
    match(library, /^import[{"]/);
    strictEqual(library.length < 1000, true, `${library.length} characters`);
  });
});

Deno.test("a build in memory leaves nothing on disk", async () => {
  await withSite({ "routes/index.ts": HELLO }, async (ask, root) => {
    deepStrictEqual(await answerOf(ask("/")), [200, "hello"]);
    deepStrictEqual([...Deno.readDirSync(root)].map(({ name }) => name), ["routes"]);
  });
});

Deno.test("build() gives an app its mode (here only) and root", async () => {
  await withProject({ "routes/index.ts": HELLO }, async (root) => {
    const app = new App();
    (await new Builder({ root }).build({ mode: "development", snapshot: "memory" }))(app);
    deepStrictEqual([app.config.mode, app.config.root], ["development", root]);
  });
});

Deno.test("folders may be named otherwise", async () => {
  const files = {
    "pages/index.tsx": `import One from "../parts/One.tsx"; export default () => <One />;`,
    "parts/One.tsx": "export default function One() { return <b>one</b>; }",
    "public/a.txt": "a",
  };
  await withProject(files, async (root) => {
    const dirs = { routeDir: "pages", islandDir: "parts", staticDir: "public" };
    const ask = await siteIn(root, new Builder({ root, ...dirs }));
    match(await (await ask("/")).text(), /<b>one<\/b>.*<script type="module"/);
    deepStrictEqual(await answerOf(ask("/a.txt")), [200, "a"]);
  });
});

Deno.test("registerIsland() makes islands of a module that stands elsewhere", async () => {
  const files = {
    "routes/index.tsx": `import { One } from "../lib/One.tsx"; export default () => <One />;`,
    "lib/One.tsx": "export function One() { return <b>one</b>; }",
  };
  await withProject(files, async (root) => {
    const builder = new Builder({ root });
    builder.registerIsland(`file://${root}/lib/One.tsx`);
    const ask = await siteIn(root, builder);
    match(await (await ask("/")).text(), /<b>one<\/b>.*<script type="module"/);
  });
});

Deno.test("onTransformStaticFile() changes the files it filters", async () => {
  await withProject({ "static/a.css": "a{}", "static/b.txt": "b" }, async (root) => {
    const builder = new Builder({ root });
    builder.onTransformStaticFile(
      { pluginName: "upper", filter: /\.css$/ },
      ({ text }) => ({ content: text.toUpperCase() }),
    );
    const ask = await siteIn(root, builder);
    deepStrictEqual(await answerOf(ask("/a.css")), [200, "A{}"]);
    deepStrictEqual(await answerOf(ask("/b.txt")), [200, "b"]);
  });
});

Deno.test("test files are no routes, nor what ignore says", async () => {
  const files = { "routes/a.ts": HELLO, "routes/a_test.ts": HELLO, "routes/b.draft.ts": HELLO };
  await withProject(files, async (root) => {
    const usual = await siteIn(root);
    deepStrictEqual([(await usual("/a")).status, (await usual("/a_test")).status], [200, 404]);
    const ask = await siteIn(root, new Builder({ root, ignore: [/\.draft\.ts$/] }));
    strictEqual((await ask("/b.draft")).status, 404);
  });
});

Deno.test("registerIsland() refuses a relative specifier, which has no base (the real Fresh: its build does)", () => {
  throws(
    () => new Builder().registerIsland("./lib/One.tsx"),
    /Path must be absolute: \.\/lib\/One\.tsx/,
  );
});

Deno.test("listen() serves the sources in development, and resolves once it listens; on 127.0.0.1 unless another host is named (here only)", async () => {
  await withProject({ "routes/index.ts": HELLO }, async (root) => {
    const stop = new AbortController();
    const app = new App().fsRoutes();
    const { promise: address, resolve } = Promise.withResolvers<Deno.NetAddr>();
    await new Builder({ root }).listen(() => Promise.resolve({ app }), {
      port: 0,
      signal: stop.signal,
      onListen: resolve,
    });
    const { hostname, port } = await address;
    strictEqual(hostname, "127.0.0.1");
    ok(port > 8_019, "any free port");
    deepStrictEqual(await answerOf(fetch(`http://127.0.0.1:${port}/`)), [200, "hello"]);
    strictEqual(app.config.mode, "development");
    stop.abort();
  });
});

Deno.test("_404 and _500 are refused: error pages are named _error (here only)", async () => {
  await withProject({ "routes/_404.tsx": HELLO }, async (root) => {
    await rejects(new Builder({ root }).build({ snapshot: "memory" }), /_error\.tsx/);
  });
});

Deno.test("a build fails on an island that cannot be bundled, and says which import", async () => {
  const files = { "islands/A.tsx": `import "no-such-package"; export default () => null;` };
  await withProject(files, async (root) => {
    await rejects(new Builder({ root }).build({ snapshot: "memory" }), /no-such-package/);
  });
});

const EMPTY_APP = `import { App } from "fresh"; export const app = new App();`;
const FILES_APP = `import { App, staticFiles } from "fresh";
  export const app = new App().use(staticFiles());`;
const LONG_TEXT = "a text that compression shrinks, ".repeat(20);
const HELLO = `export const handler = { GET: () => new Response("hello") };`;

function withoutNonce(html: string): string {
  return html.replaceAll(/nonce="[^"]*"/g, "nonce");
}

async function digestsIn(folder: string, prefix = ""): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) Object.assign(digests, await digestsIn(path, `${prefix}${name}/`));
    else {
      const hash = createHash("sha256").update(await Deno.readFile(path));
      digests[prefix + name] = hash.digest("hex");
    }
  }
  return digests;
}

/** Runs `deno serve` on a free port, and stops it. */
async function withServer(file: string, use: (origin: string) => Promise<void>): Promise<void> {
  const server = new Deno.Command(Deno.execPath(), {
    args: [
      "serve",
      "--allow-read",
      "--allow-env",
      "--lock=tests/deno.lock",
      "--host=127.0.0.1",
      "--port=0",
      file,
    ],
    cwd: new URL("../../", import.meta.url).pathname,
    stdout: "null",
    stderr: "piped",
    env: { NO_COLOR: "1" },
  }).spawn();
  const lines = server.stderr.pipeThrough(new TextDecoderStream()).getReader();
  try {
    await use(await announcedOrigin(lines));
  } finally {
    server.kill("SIGTERM");
    while (!(await lines.read()).done);
    await server.status;
  }
}

async function announcedOrigin(lines: ReadableStreamDefaultReader<string>): Promise<string> {
  let heard = "";
  for (;;) {
    const { done, value } = await lines.read();
    if (done) throw new Error(`deno serve did not start: ${heard}`);
    heard += value;
    const found = /Listening on (http:\/\/[\d.]+:\d+)/.exec(heard);
    if (found?.[1]) return found[1];
  }
}
