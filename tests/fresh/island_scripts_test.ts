/** The scripts of a page with islands, and the modules they share. */
import { App, staticFiles } from "fresh";
import { Builder } from "fresh/dev";
import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { type Ask, askerOf, withProject } from "./fixture_site.ts";

const DOCUMENT = `export default ({ Component }) =>
  <html><head></head><body><Component /></body></html>;`;

/** An island that shows the values of modules of `lib/`, each named as its file, and runs `onClick`. */
function anIsland(name: string, values: readonly string[], onClick = "() => {}"): string {
  return `import { useState } from "react";
    ${values.map((one) => `import { ${one} } from "../lib/${one}.ts";`).join("")}
    export default function ${name}() {
      return <b onClick={${onClick}}>{useState(${values.join(" + ") || 0})[0]}</b>;
    }`;
}

/** A page that shows islands. */
function aPage(...islands: readonly string[]): string {
  return islands.map((name) => `import ${name} from "../islands/${name}.tsx";`).join("") +
    `export default () => <p>${islands.map((name) => `<${name} />`).join("")}</p>;`;
}

/** An incompressible value. */
function aValue(name: string): string {
  return `export const ${name} = "${name.repeat(9000)}";`;
}

async function withSite(
  files: Record<string, string>,
  use: (ask: Ask) => Promise<void>,
): Promise<void> {
  await withProject({ "routes/_app.tsx": DOCUMENT, ...files }, async (root) => {
    const app = new App().use(staticFiles()).fsRoutes();
    (await new Builder({ root }).build({ snapshot: "memory" }))(app);
    await use(askerOf(app.handler()));
  });
}

async function textAt(ask: Ask, path: string): Promise<string> {
  return await (await ask(path)).text();
}

/** The scripts that a page loads at once, by their addresses. */
async function scriptsOf(ask: Ask, path: string): Promise<Map<string, string>> {
  const html = await textAt(ask, path);
  const urls = [...html.matchAll(/modulepreload" href="([^"]+)"/g)].map(([, url = ""]) => url);
  const texts = urls.map(async (url): Promise<[string, string]> => [url, await textAt(ask, url)]);
  return new Map(await Promise.all(texts));
}

/** The scripts that a script imports later, by their addresses. */
function laterImports(script: string): string[] {
  return [...script.matchAll(/import\("\.([^"]+)"\)/g)].map(([, name]) => `/_fresh/js${name}`);
}

Deno.test("a page names its scripts before all else of its head (here only)", async () => {
  const files = {
    "routes/_app.tsx": `export default ({ Component }) =>
      <html><head><style>{"p{}"}</style></head><body><Component /></body></html>;`,
    "islands/P.tsx": anIsland("P", []),
    "routes/p.tsx": aPage("P"),
  };
  await withSite(files, async (ask) => {
    match(await textAt(ask, "/p"), /<head>(<link rel="modulepreload" href="[^"]+">)+<style>/);
  });
});

Deno.test("a page loads the islands it shows, not those its route might have shown (here only)", async () => {
  const files = {
    "islands/P.tsx": anIsland("P", ["u"]),
    "islands/Q.tsx": anIsland("Q", ["v"]),
    "lib/u.ts": aValue("u"),
    "lib/v.ts": aValue("v"),
    "routes/either.tsx": `import P from "../islands/P.tsx"; import Q from "../islands/Q.tsx";
      export default ({ url }) => <p>{url.search === "?q" ? <Q /> : <P />}</p>;`,
  };
  await withSite(files, async (ask) => {
    for (const [path, shown, other] of [["/either", "uuu", "vvv"], ["/either?q", "vvv", "uuu"]]) {
      const text = [...(await scriptsOf(ask, path ?? "")).values()].join("");
      deepStrictEqual([text.includes(shown ?? ""), text.includes(other ?? "")], [true, false]);
    }
  });
});

Deno.test("what an island imports later shares its modules, which another island has too (here only: for itself)", async () => {
  const files = {
    "islands/P.tsx": anIsland("P", ["state"], `() => import("../lib/panel.ts")`),
    "islands/Q.tsx": anIsland("Q", ["state"]),
    "lib/state.ts": `export const state = ["a copy"];`,
    "lib/panel.ts": `import { state } from "./state.ts"; import { stringify } from "devalue";
      export const panel = () => state.push("later:" + stringify(1));`,
    "routes/p.tsx": aPage("P"),
    "routes/pq.tsx": aPage("P", "Q"),
  };
  await withSite(files, async (ask) => {
    const atOnce = async (path: string) => [...(await scriptsOf(ask, path)).values()].join("");
    const scripts = await atOnce("/p");
    strictEqual(scripts.match(/a copy/g)?.length, 1);
    strictEqual((await atOnce("/pq")).match(/a copy/g)?.length, 2);
    strictEqual(scripts.includes("later:"), false);
    const [url = ""] = laterImports(scripts);
    const later = await textAt(ask, url);
    deepStrictEqual([later.includes("later:"), later.includes("a copy")], [true, false]);
  });
});
