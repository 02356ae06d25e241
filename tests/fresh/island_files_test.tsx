/**
 * Which files are islands, the values allowed as their props (the real Fresh is more lenient), and
 * the scripts of a page with islands.
 * @module
 */

import { App } from "fresh";
import { Builder } from "fresh/dev";
import { deepStrictEqual, match, rejects, strictEqual } from "node:assert/strict";
import type { ComponentType } from "preact";
import Counter from "./fixture/islands/Counter.tsx";
import type { State } from "./fixture/state.ts";
import { type Ask, fixtureSite, withoutConsole, withProject, withSite } from "./fixture_site.ts";

Deno.test("every .ts, .tsx, .js and .jsx file of an island folder is an island", async () => {
  const files = {
    "islands/Shown.ts": `import { h } from "preact";
      export function Shown() { return h("b", null, "shown"); }`,
    "routes/(_islands)/Small.js": `import { h } from "preact";
      export function Small() { return h("i", null, "small"); }`,
    "routes/index.tsx": `import { Shown } from "../islands/Shown.ts";
      import { Small } from "./(_islands)/Small.js";
      export default () => <p><Shown /><Small /></p>;`,
  };
  await withSite(files, async (ask) => {
    const html = await (await ask("/")).text();
    match(html, /<b>shown<\/b>.*<i>small<\/i>.*<script type="module"/);
    match(html, /<script type="module".*Shown/);
    match(html, /<script type="module".*Small/);
  });
});

Deno.test("two islands whose names differ by case alone are refused, by name (here only: there by their script's)", async () => {
  const files = {
    "islands/page/Modals.tsx": "export default () => null;",
    "islands/page/modals.ts": "export function useModals() {}",
    "routes/index.ts": `export const handler = { GET: () => new Response("") };`,
  };
  await withProject(files, async (root) => {
    const building = new Builder({ root }).build({ snapshot: "memory" });
    await rejects(building, /Modals\.tsx and .*modals\.ts: their names differ by case alone/);
  });
});

Deno.test("an island refuses elements of a head outside <Head>, where Fresh's browser code never ends (here only)", async () => {
  const inside = ["svg><title>t</title></svg", "style>{'p{}'}</style", "template></template"];
  for (const [index, element] of inside.entries()) {
    const files = {
      "islands/Drawn.tsx": `export default function Drawn() { return <p><${element}></p>; }`,
      "routes/index.tsx":
        `import Drawn from "../islands/Drawn.tsx"; export default () => <Drawn />;`,
    };
    const logged = await withoutConsole(() => withSite(files, async (ask) => void await ask("/")));
    const name = ["title", "style", "template"][index];
    match(String(logged[0]?.[0]), new RegExp(`<${name}> in island Drawn: only <Head> may hold it`));
  }
});

Deno.test("an island may have a <title> in <Head> (here only)", async () => {
  const files = {
    "islands/Drawn.tsx": `import { Head } from "fresh/runtime";
      export default () => <p><Head><title>of the page</title></Head></p>;`,
    "routes/index.tsx": `import Drawn from "../islands/Drawn.tsx";
      export default () => <html><head></head><body><Drawn /></body></html>;`,
  };
  await withSite(files, async (ask) => match(await (await ask("/")).text(), /<title>of the page/));
});

/** An island that accepts any props, as JavaScript allows. */
const AnyIsland: ComponentType<Record<string, unknown>> = Object.assign(Counter);

/** The error of a page that gives an island these props, in production. */
async function errorOf(props: Record<string, unknown>): Promise<unknown> {
  let thrown: unknown = null;
  const app = new App<State>().use(async (ctx) => {
    try {
      return await ctx.next();
    } catch (error) {
      thrown = error;
      return ctx.text("");
    }
  }).route("/", { component: () => <AnyIsland start={0} {...props} /> });
  await (await fixtureSite(app))("/");
  return thrown;
}

class Point {
  x = 1;
}

const FUNCTION = "Cannot stringify a function";
const CLASS = "Cannot stringify arbitrary non-POJOs";

/** Each prop that is refused: its path, and why. */
const REFUSED: [props: Record<string, unknown>, path: string, reason: string][] = [
  [{ format: () => 1 }, "format", FUNCTION],
  [{ rows: [{ a: 1 }, { a: { b: () => 1 } }] }, "rows[1].a.b", FUNCTION],
  [{ key_: Symbol("s") }, "key_", "Cannot stringify a Symbol primitive"],
  [{ at: new Point() }, "at", CLASS],
  [{ set: new Set([1, new Point()]) }, "set", CLASS],
  [{ params: Object.create(null) }, "params", "Cannot stringify an object without a prototype"],
  [{ icon: <b>x</b> }, "icon", "Cannot stringify JSX"],
  [{ children: "text" }, "children", "No children"],
  [{ children: <b>x</b> }, "children", "No children"],
  [
    { fields: JSON.parse('{"__proto__":{"admin":true}}') },
    "fields",
    "Cannot stringify objects with __proto__ keys",
  ],
];

for (const [props, path, reason] of REFUSED) {
  Deno.test(`an island refuses prop ${path}: ${reason} (here only)`, async () => {
    const error = await errorOf(props);
    strictEqual(
      error instanceof TypeError && error.message,
      `prop ${path} of island Counter: ${reason}`,
    );
  });
}

Deno.test("a prop cannot close the script it is in (here only)", async () => {
  const text = "</script><script>alert(1)</script><!--";
  const app = new App<State>().route("/", {
    component: () => <AnyIsland start={0} text={text} {...{ [text]: new Set([text]) }} />,
  });
  const response = await (await fixtureSite(app))("/");
  const html = await response.text();
  strictEqual(html.match(/<\/script/g)?.length, 1);
  strictEqual(html.includes("<script>"), false);
  strictEqual(html.includes("<!--</"), false);
});

Deno.test("a page with an island ships one inline script, after its content (here only)", async () => {
  const app = new App<State>().route("/", { component: () => <Counter start={3} /> });
  const html = await (await (await fixtureSite(app))("/")).text();
  match(html, /^<!--.*?--><p class="counter".*<\/p><!--.*?--><script type="module">.*<\/script>$/s);
});

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
  await withSite({ "routes/_app.tsx": DOCUMENT, ...files }, async (ask) => {
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
  await withSite({ "routes/_app.tsx": DOCUMENT, ...files }, async (ask) => {
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
