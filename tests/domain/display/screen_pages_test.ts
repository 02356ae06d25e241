import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { PAGE_S, pageAt, screenPages } from "@/lib/domain/display/screen_pages.ts";
import type { DisplayContact, DisplayMessage } from "@/lib/domain/display/types.ts";

const message = (id: string, text: string): DisplayMessage => ({
  id,
  priority: 2,
  from: "2026-02-10",
  to: null,
  message: text,
  version: "v",
});
const contact = (id: string): DisplayContact => ({
  id,
  priority: 1,
  name: `Gardien ${id}`,
  phone: "03 83 00 00 00",
  mail: "gardien@bailleur.fr",
  version: "v",
});
const some = <Item>(count: number, make: (id: string) => Item) =>
  Array.from({ length: count }, (_, at) => make(`n${at}`));

// @spec display.pages
Deno.test("screenPages() is one page for what fits a screen, an empty one included", () => {
  deepStrictEqual(screenPages({ residence: "Les Lilas", messages: [], contacts: [] }), [{
    messages: [],
    contacts: [],
  }]);
  // 3 messages of a line: 3 × (4.1 + 1.35) = 16.4 rem of 20; 2 contacts: 2 × 7.12 = 14.2.
  const messages = some(3, (id) => message(id, "Coupure d’eau"));
  const contacts = some(2, contact);
  const [page, ...more] = screenPages({ residence: "Les Lilas", messages, contacts });
  deepStrictEqual(page?.messages.map(({ text }) => text), Array(3).fill("Coupure d’eau"));
  deepStrictEqual(page?.contacts, contacts);
  deepStrictEqual(more, []);
});

Deno.test("screenPages() shows every message and contact in order, the shorter list again and again", () => {
  const messages = some(7, (id) => message(id, "Coupure d’eau"));
  const contacts = some(3, contact);
  const pages = screenPages({ residence: "Les Lilas", messages, contacts });
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).join(" ");
  deepStrictEqual(pages.map((page) => ids(page.messages)), ["n0 n1 n2", "n3 n4 n5", "n6"]);
  deepStrictEqual(pages.map((page) => ids(page.contacts)), ["n0 n1", "n2", "n0 n1"]);
});

Deno.test("screenPages() leaves room for the further lines of a long name", () => {
  const messages = some(3, (id) => message(id, "Coupure d’eau"));
  const residence = "Résidence des Grands Champs, entrée du parc, bâtiments A à F";
  const pages = screenPages({ residence, messages, contacts: [] });
  // A second line of the title leaves 20 − 2.3 = 17.7 rem, a third one 15.4: two messages of 5.45.
  deepStrictEqual(pages.map((page) => page.messages.length), [3]);
  const longer = screenPages({ residence: `${residence}, commune`, messages, contacts: [] });
  deepStrictEqual(longer.map((page) => page.messages.length), [2, 1]);
});

Deno.test("screenPages() cuts a message higher than a page between words and loses none of them", () => {
  const words = some(260, (id) => `mot${id}`).join(" ");
  const long = `Avis\n\n${words}\nFin`;
  const pages = screenPages({
    residence: "Les Lilas",
    messages: [message("m1", long)],
    contacts: [],
  });
  ok(pages.length > 2, `${pages.length} pages`);
  const texts = pages.flatMap((page) => page.messages.map(({ text }) => text));
  ok(texts.slice(1).every((text) => text.startsWith("…")));
  ok(texts.slice(0, -1).every((text) => text.endsWith("…")));
  const joined = texts.map((text) => text.replace(/^…|…$/g, "")).join(" ");
  deepStrictEqual(joined.split(/\s+/), long.split(/\s+/));
});

Deno.test("screenPages() cuts a word longer than a line, and keeps each emoji whole", () => {
  const text = "🔥".repeat(1_000);
  const pages = screenPages({
    residence: "Les Lilas",
    messages: [message("m1", text)],
    contacts: [],
  });
  const texts = pages.flatMap((page) => page.messages.map((one) => one.text));
  strictEqual(texts.join("").replaceAll("…", ""), text);
  ok(texts.every((one) => one.isWellFormed()));
});

Deno.test("pageAt() turns every thirty seconds, at another second for another screen", () => {
  const at = (nowMs: number, offsetS = 0) => pageAt(3, { nowMs, offsetS });
  deepStrictEqual(at(0), { rank: 0, leftS: PAGE_S });
  deepStrictEqual(at(29_400), { rank: 0, leftS: 1 });
  deepStrictEqual(at(30_000), { rank: 1, leftS: 30 });
  deepStrictEqual(at(90_000), { rank: 0, leftS: 30 });
  // 10 s of 30 are left: 20 s have passed.
  deepStrictEqual(at(15_000, 5), { rank: 0, leftS: 10 });
});
