import { strictEqual } from "node:assert/strict";
import { StyleRules } from "@/lib/web/first_page.ts";

const DOCUMENT = `<main id="top"><p class="said bold">x</p></main><script>add("open")</script>`;

function used(css: string): string {
  return new StyleRules(css).usedIn(DOCUMENT);
}

Deno.test("a rule is used when an element, class or id of a selector occurs in the document or its scripts", () => {
  strictEqual(
    used("main{a:b}.said{a:b}#top{a:b}.open{a:b}nav{a:b}.tile{a:b}#foot{a:b}"),
    "main{a:b}.said{a:b}#top{a:b}.open{a:b}",
  );
});

Deno.test("a rule has the used selectors of its list: those whose names all occur", () => {
  const css = ["nav,p{a:b}", "nav p{a:b}", "p.said>p,.tile{a:b}", "p.tile+p{a:b}", "*{a:b}"];
  strictEqual(used(css.join("")), "p{a:b}p.said>p{a:b}*{a:b}");
  const listed = 'p:is(.x,:not(.y,.z)),nav:is(p,p),p[data-x="a,b("],.said';
  strictEqual(used(`${listed}{a:b}`), 'p:is(.x,:not(.y,.z)),p[data-x="a,b("],.said{a:b}');
});

Deno.test("attributes and pseudo-classes are not looked for: their rules are used", () => {
  const css = [
    "p[data-x=nav]{a:b}",
    "p:not(.tile,nav:is(.x,.y)):hover{a:b}",
    ":root{a:b}",
    "p::before{a:b}",
    "nav:not(.said){a:b}",
  ];
  strictEqual(used(css.join("")), css.slice(0, 4).join(""));
});

Deno.test("a group has its used rules, and is left out without any", () => {
  strictEqual(
    used("@media print{p{a:b}nav{a:b}@supports (a:b){.tile{a:b}}}@media all{nav{a:b}}"),
    "@media print{p{a:b}}",
  );
});

Deno.test("fonts, animations, imports, the order of layers and names with an escape are used", () => {
  const css = '@import "x;y{";@layer a,b;@font-face{a:b}@keyframes spin{to{a:b}}.a\\:b{c:d}';
  strictEqual(used(css), css);
});

Deno.test("strings and comments may contain the characters that end a rule", () => {
  const css = `p{content:"}{\\"";quotes:'}'}/* } */.said{a:b}`;
  strictEqual(used(css + "nav{a:b}"), css);
});
