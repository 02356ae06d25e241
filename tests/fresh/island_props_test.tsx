/**
 * Allowed values of island props: refused here with their place, where the real Fresh is more
 * lenient.
 */
import { App } from "fresh";
import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import type { ComponentType } from "preact";
import Counter from "./fixture/islands/Counter.tsx";
import type { State } from "./fixture/state.ts";
import { fixtureHandler } from "./fixture_site.ts";

/** An island that accepts any props, as JavaScript allows. */
const AnyIsland: ComponentType<Record<string, unknown>> = Object.assign(Counter);

/** The error of a page that gives an island these props, in production. */
async function errorOf(
  props: Record<string, unknown>,
  config?: ConstructorParameters<typeof App>[0],
): Promise<unknown> {
  let thrown: unknown = null;
  const app = new App<State>(config).use(async (ctx) => {
    try {
      return await ctx.next();
    } catch (error) {
      thrown = error;
      return ctx.text("");
    }
  }).route("/", { component: () => <AnyIsland start={0} {...props} /> });
  await (await fixtureHandler(app))(new Request("http://localhost/"));
  return thrown;
}

class Point {
  x = 1;
}

const looped: { self?: unknown } = {};
looped.self = looped;

const REFUSED: [props: Record<string, unknown>, message: string][] = [
  [{ format: () => 1 }, "prop format of island Counter: a function cannot reach the browser"],
  [
    { rows: [{ a: 1 }, { a: { b: () => 1 } }] },
    "prop rows[1].a.b of island Counter: a function cannot reach the browser",
  ],
  [{ key_: Symbol("s") }, "prop key_ of island Counter: a symbol cannot reach the browser"],
  [
    { at: new Point() },
    "prop at of island Counter: an instance of a class cannot reach the browser",
  ],
  [
    { params: Object.create(null) },
    "prop params of island Counter: an object without a prototype cannot reach the browser",
  ],
  [{ icon: <b>x</b> }, "prop icon of island Counter: JSX cannot reach the browser"],
  [{ children: "text" }, "prop children of island Counter: children cannot reach the browser"],
  [{ children: <b>x</b> }, "prop children of island Counter: children cannot reach the browser"],
  [
    { bytes: new Float64Array(1) },
    "prop bytes of island Counter: an instance of a class cannot reach the browser",
  ],
  [
    { set: new Set([1, new Point()]) },
    "prop set{1} of island Counter: an instance of a class cannot reach the browser",
  ],
  [
    { map: new Map([[Symbol(), 1]]) },
    "prop map{key 0} of island Counter: a symbol cannot reach the browser",
  ],
  [
    { looped },
    "prop looped of island Counter: an object that holds itself cannot reach the browser",
  ],
];

for (const [props, message] of REFUSED) {
  Deno.test(`an island refuses: ${message} (here only)`, async () => {
    const error = await errorOf(props);
    strictEqual(error instanceof TypeError && error.message, message);
  });
}

Deno.test("an island refuses in development as in production (here only)", async () => {
  match(String(await errorOf({ f: () => 1 }, { mode: "development" })), /prop f of island/);
});

Deno.test("an island takes plain objects, however many", async () => {
  const rows = Array.from({ length: 1000 }, (_, id) => ({ id, name: `n${id}`, on: id % 2 === 0 }));
  strictEqual(await errorOf({ rows }), null);
});

/** The props of the page's only island, as the browser's script creates them. */
async function sentProps(props: Record<string, unknown>): Promise<Record<string, unknown>> {
  const app = new App<State>().route("/", {
    component: () => <AnyIsland start={0} {...props} />,
  });
  const html = await (await (await fixtureHandler(app))(new Request("http://localhost/"))).text();
  const source = /boot\((.*)\)<\/script>/s.exec(html)?.[1] ?? "[]";
  const [[, sent = {}] = []]: [unknown?, Record<string, unknown>?][] = Function(
    "m0",
    `return ${source}`,
  )({});
  return sent;
}

for (const value of [NaN, Infinity, -Infinity, -0, undefined, 1.5, "\ud800", "\u2028<", [], {}]) {
  Deno.test(`an island's only prop ${String(value)} arrives as it is (here only)`, async () => {
    deepStrictEqual((await sentProps({ value }))["value"], value);
  });
}

for (const beside of [1, new Date(0)]) {
  Deno.test(`a prop named __proto__ beside ${typeof beside} is a prop, and no prototype (here only)`, async () => {
    const value = JSON.parse('{"__proto__":{"admin":true},"constructor":"c"}');
    const sent = Object(await sentProps({ value, beside }));
    deepStrictEqual(Object.getPrototypeOf(sent.value), Object.prototype);
    deepStrictEqual(Object.entries(sent.value), [["__proto__", { admin: true }], [
      "constructor",
      "c",
    ]]);
  });
}

Deno.test("a prop cannot close the script it is in (here only)", async () => {
  const text = "</script><script>alert(1)</script><!--";
  const app = new App<State>().route("/", {
    component: () => <AnyIsland start={0} text={text} {...{ [text]: new Set([text]) }} />,
  });
  const response = await (await fixtureHandler(app))(new Request("http://localhost/"));
  const html = await response.text();
  strictEqual(html.match(/<\/script/g)?.length, 1);
  strictEqual(html.includes("<script>"), false);
  strictEqual(html.includes("<!--</"), false);
});

Deno.test("a page with an island ships one inline script, after its content (here only)", async () => {
  const app = new App<State>().route("/", { component: () => <Counter start={3} /> });
  const html = await (await (await fixtureHandler(app))(new Request("http://localhost/"))).text();
  match(html, /^<!--.*?--><p class="counter".*<\/p><!--.*?--><script type="module">.*<\/script>$/s);
});
