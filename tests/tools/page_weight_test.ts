import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { makeDocuments } from "@/lib/documents/document_creation.ts";
import { Versions } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds } from "@/lib/store/store.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { overBudget, pageWeight } from "@/tools/check_weight.ts";
import {
  ASKED_DOCUMENT,
  HALL_PAGES,
  PORTAL_PAGES,
  writeAskedDocuments,
} from "@/tools/serving/seeded_stores.ts";
import { Visitor } from "@/tools/serving/visitor.ts";
import { WEIGHED_PAGES } from "@/tools/weighed_pages.ts";
import { serve, withServer } from "./loopback.ts";
import { ecoindex } from "./page_measures.ts";
import { allRoutes, isPathOf, pathOf, type Route } from "./routes.ts";

const PAGE =
  `<!DOCTYPE html><html><head><link rel="stylesheet" href="/s.css"><script src="/blocking.js"></script>
<link rel="modulepreload" href="/js/island.js"></head><body>
<script type="module" nonce="x">import i from "/js/island.js";i()</script></body></html>`;

/** Answers of a small site, by path. */
const SITE: Readonly<Record<string, string>> = {
  "/": PAGE,
  "/s.css": "a{}",
  "/blocking.js": "1",
  "/js/island.js":
    'import{a as b}from"./shared.js";const c=()=>import("./chart.js"),d=()=>import("./form.js");export{b,c,d};',
  "/js/shared.js": "export const a=1",
  "/js/chart.js": 'import"./shared.js";import"./parts.js";',
  "/js/parts.js": "12345",
  "/js/form.js": 'import"./shared.js";',
};

function withSite(act: (visitor: Visitor) => Promise<void>): Promise<void> {
  return withServer(({ url }) => {
    const text = SITE[new URL(url).pathname];
    return new Response(text ?? "none", { status: text === undefined ? 404 : 200 });
  }, ({ url }) => act(new Visitor(url)));
}

Deno.test("pageWeight() follows what a page loads at once, apart from the heaviest it may load later", async () => {
  await withSite(async (visitor) => {
    const { status, html, css, script, wanted, requests } = await pageWeight(visitor, "/");
    const size = (...paths: string[]) =>
      paths.reduce((sum, path) => sum + (SITE[path] ?? "").length, 0);
    deepStrictEqual(
      { status, html: html.raw, css: css.raw, script: script.raw, wanted: wanted.raw, requests },
      {
        status: 200,
        html: PAGE.length,
        css: size("/s.css"),
        script: size("/blocking.js", "/js/island.js", "/js/shared.js"),
        wanted: size("/js/chart.js", "/js/parts.js"),
        requests: 3,
      },
    );
  });
});

Deno.test("overBudget() names each part over its budget, and a page that does not answer", () => {
  const none = { raw: 0, wire: 0 };
  const page = { name: "sign-in", path: "/login", kind: "list" } as const;
  const light = {
    status: 200,
    html: { raw: 9, wire: 9 },
    css: none,
    script: none,
    wanted: none,
    requests: 2,
  };
  deepStrictEqual(overBudget(page, light), []);
  deepStrictEqual(overBudget(page, { ...light, requests: 3, css: { raw: 30_000, wire: 20_472 } }), [
    "sign-in: htmlAndCss is 20481, over the 20480 of a list page",
    "sign-in: requests is 3, over the 2 of a list page",
  ]);
  deepStrictEqual(overBudget(page, { ...light, status: 500 }), ["sign-in: /login answered 500"]);
});

Deno.test("overBudget() allows larger scripts on Fresh itself, and no larger page", () => {
  const none = { raw: 0, wire: 0 };
  const page = { name: "balance", path: "/", kind: "chart" } as const;
  const css = { raw: 90_000, wire: 30_721 };
  const script = { raw: 90_000, wire: 38_000 };
  const weight = { status: 200, html: none, css, script, wanted: none, requests: 2 };
  const tooLarge = "balance: htmlAndCss is 30721, over the 30720 of a chart page";
  deepStrictEqual(overBudget(page, weight, true), [
    tooLarge,
    "balance: script is 38000, over the 12800 of a chart page",
  ]);
  deepStrictEqual(overBudget(page, weight, false), [tooLarge]);
});

/**
 * The route that answers a path: the one with the fewest parameters, "/teams/new" before
 * "/teams/:teamId", and among equals one without a rest parameter.
 */
function routeOf(routes: readonly Route[], path: string): Route | undefined {
  const parameterCount = ({ pattern }: Route) => pattern.split(/[:*]/).length;
  return routes.filter((route) => isPathOf(route, path))
    .toSorted((a, b) => parameterCount(a) - parameterCount(b))[0];
}

Deno.test("QP4: every route that renders a page is weighed by `deno task weight`", async () => {
  const pages = (await allRoutes()).filter(({ isPage }) => isPage);
  ok(pages.length > 30);
  const weighed = [...WEIGHED_PAGES, ...PORTAL_PAGES, ...HALL_PAGES]
    .map(({ path }) => routeOf(pages, path));
  const unweighed = pages.filter((route) => !weighed.includes(route));
  deepStrictEqual(unweighed.map(({ pattern }) => pattern), []);
});

Deno.test("isPathOf() is true for the paths of a route, with their queries, and no other", async () => {
  for (const route of await allRoutes()) {
    strictEqual(isPathOf(route, `${pathOf(route)}?a=b`), true, route.pattern);
    strictEqual(isPathOf(route, `/nulle-part${pathOf(route)}`), false, route.pattern);
  }
});

Deno.test("Visitor.ask() sends the last cookies it received, and none that was deleted", async () => {
  const seen: (string | null)[] = [];
  const given: readonly (readonly string[])[] = [
    ["session=first; Path=/; HttpOnly", "theme=dark"],
    [],
    ["session=renewed; Path=/; HttpOnly"],
    ["theme=; Max-Age=0"],
    [],
  ];
  const server = serve((request) => {
    const headers = new Headers();
    for (const cookie of given[seen.length] ?? []) headers.append("set-cookie", cookie);
    seen.push(request.headers.get("cookie"));
    return new Response("ok", { headers });
  });
  const visitor = new Visitor(server.url);
  for (const _ of given) await visitor.ask("/");
  deepStrictEqual(seen, [
    null,
    "session=first; theme=dark",
    "session=first; theme=dark",
    "session=renewed; theme=dark",
    "session=renewed",
  ]);
  await server.close();
});

Deno.test("the documents of a provider's weighed pages stay when the job makes documents", () =>
  withStore(async (store, { now }) => {
    await writeAskedDocuments(store, now);
    const { orgId, requestId } = ASKED_DOCUMENT;
    const count = async () => (await listIds(store, keys.document.under(orgId, requestId))).length;
    const written = await count();
    ok(await makeDocuments({ store, now, versions: new Versions(store, now) }, ASKED_DOCUMENT));
    strictEqual(await count(), written);
    ok(written > 0);
  }));

// Each at the first twentile: 100 − 5 × (3 + 2 + 1) / 6 = 95. Halfway between the first two: 100 −
// 5 × 1.5 = 92.5.
Deno.test("ecoindex() is 100 for an empty page, and decreases with elements, requests and bytes", () => {
  strictEqual(ecoindex({ elements: 0, requests: 0, bytes: 0 }), 100);
  strictEqual(ecoindex({ elements: 47, requests: 2, bytes: 1.37 * 1024 }), 95);
  strictEqual(
    Math.round(ecoindex({ elements: 61, requests: 8.5, bytes: 73.035 * 1024 }) * 100) / 100,
    92.5,
  );
  strictEqual(ecoindex({ elements: 1e9, requests: 1e9, bytes: 1e12 }), 0);
});
