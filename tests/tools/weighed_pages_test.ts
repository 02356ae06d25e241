import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { allRoutes, isPathOf, pathOf, type Route } from "@/tests/tools/routes.ts";
import { HALL_PAGES } from "@/tools/serving/hall_screen.ts";
import { PORTAL_PAGES } from "@/tools/serving/provider.ts";
import { WEIGHED_PAGES } from "@/tools/weighed_pages.ts";

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
