import { deepStrictEqual } from "node:assert/strict";
import { withServer } from "@/tests/tools/loopback.ts";
import { overBudget } from "@/tools/check_weight.ts";
import { pageWeight } from "@/tools/page_weight.ts";
import { Visitor } from "@/tools/serving/visitor.ts";

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
