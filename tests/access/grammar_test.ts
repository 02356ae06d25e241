import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { grammarFaults } from "./grammar.ts";

const page = (body: string) =>
  `<!DOCTYPE html><html lang="fr"><head><title>T</title></head><body>${body}</body></html>`;

Deno.test("grammarFaults() finds nothing in a valid page", () => {
  const table =
    '<table><caption>C</caption><tbody><tr><th scope="row"><details><summary>S</summary>d' +
    '</details></th><td colspan="2">1</td></tr></tbody></table>';
  const icon = '<svg viewBox="0 0 1 1" aria-hidden="true"><path d="M0 0h1"/></svg>';
  deepStrictEqual(grammarFaults(page(`<main><p>${icon} a</p>${table}</main>`)), []);
});

const WRONG: Readonly<Record<string, [body: string, fault: RegExp]>> = {
  "an element that its parent may not contain": ["<ul><div>a</div></ul>", /permitted-content/],
  "a link inside a button": [
    '<button type="button"><a href="/">a</a></button>',
    /permitted-content/,
  ],
  "an end tag without a start": ["<p><div>a</div></p>", /close-order/],
  "an element that is not closed": ["<div><span>a</div>", /close-order/],
  "an attribute written twice": ['<p class="a" class="b">a</p>', /no-dup-attr/],
  "an id used twice": ['<p id="a">a</p><p id="a">b</p>', /no-dup-id/],
  "a value that an attribute does not take": ['<input type="words">', /attribute-allowed-values/],
  "an attribute that an element does not have": ['<p for="a">a</p>', /p has no attribute for/],
  "an element outside its parent": ["<div><li>a</li></div>", /permitted-parent/],
};

for (const [what, [body, fault]] of Object.entries(WRONG)) {
  Deno.test(`grammarFaults() reports ${what}`, () => {
    const faults = grammarFaults(page(body));
    strictEqual(faults.length > 0, true);
    match(faults.join("\n"), fault);
  });
}
