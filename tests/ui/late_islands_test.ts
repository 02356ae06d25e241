/** Pages whose islands start late: the server's HTML stays, and so do all values typed before. */

import { deepStrictEqual, ok } from "node:assert/strict";
import { demoTest, type Window } from "@/tests/helpers/a_browser_site.ts";
import { beforeScripts } from "@/tests/tools/browser.ts";
import { allRoutes, pathOf } from "@/tests/tools/routes.ts";

/** The scripts of a page: one for each set of islands here, one for each island on Fresh. */
const SCRIPT = /\/_fresh\/js\/[^"]+/g;

/** Texts that only a page without its script needs. */
const WITHOUT_SCRIPT = ["Afficher la carte", "Recalculer"];

const SIMULATED = "/collect/p01/boilerrooms/p01-c1/energy-balance/monthly/2025?simulation=on";

/** A page for each set of islands. */
async function pagesWithIslands({ page }: Window): Promise<string[]> {
  const { origin } = new URL(page.url());
  const bySet = new Map<string, string>();
  const routes = (await allRoutes()).filter(({ isPage }) => isPage);
  for (const path of [...routes.map((route) => pathOf(route)), SIMULATED]) {
    const answer = await page.request.get(origin + path);
    const set = [...new Set((await answer.text()).match(SCRIPT))].toSorted().join(" ");
    if (answer.ok() && set !== "" && !bySet.has(set)) bySet.set(set, path);
  }
  return [...bySet.values()];
}

/** Runs a step in a page before its islands start, and waits for them. */
async function early<T>({ page, go }: Window, path: string, use: () => Promise<T>): Promise<T> {
  const found = await beforeScripts(page, () => go(path), use);
  await page.evaluate(started);
  return found;
}

/** Runs in the page: whether the islands have started, including their effects. */
async function started(): Promise<void> {
  for (let count = 0; count < 3; count++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** Runs in the page: its texts, in order. */
function texts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (parentElement?.closest("script, style, template, noscript")) continue;
    if (textContent?.trim()) found.push(textContent.trim());
  }
  return found;
}

/** Texts that a page has lost, compared in order, ignoring spaces and splits. */
function lost(sent: readonly string[], shown: readonly string[]): string[] {
  const bare = (text: string) => text.replace(/\s/g, "");
  const all = bare(shown.join(""));
  let at = 0;
  return sent.filter((text) => {
    const found = all.indexOf(bare(text), at);
    if (found >= 0) at = found + bare(text).length;
    return found < 0;
  });
}

/** A control of a page and its typed value. */
interface Typed {
  readonly box: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  readonly value: string;
}

/** Runs in the page: types in each visible control, and returns the values. */
function typeEverywhere(): Typed[] {
  const boxes = document.querySelectorAll<Typed["box"]>(
    "main :is(input, select, textarea):enabled:not([type=file], [type=hidden])",
  );
  const shown = [...boxes].filter((box) => box.checkVisibility({ visibilityProperty: true }));
  for (const box of shown) {
    if (box instanceof HTMLSelectElement) box.selectedIndex = box.options.length - 1;
    else if ("checked" in box && ["checkbox", "radio"].includes(box.type)) {
      box.checked || box.click();
    } else if (box.type === "date") box.value = "2025-03-04";
    else if (box.type === "time") box.value = "06:30";
    else box.value = /year/i.test(box.id) ? "2024" : "7";
    box.dispatchEvent(new Event("input", { bubbles: true }));
    box.dispatchEvent(new Event("change", { bubbles: true }));
  }
  return shown.map((box) => ({
    box,
    value: `${box.value} ${"checked" in box && box.checked}`,
  }));
}

/** Runs in the page: the controls, or their replacements, with another value now. */
function changed(typed: readonly Typed[]): string[] {
  return typed.flatMap(({ box, value }) => {
    const now = box.isConnected ? box : document.getElementById(box.id);
    if (!(now instanceof box.constructor) || !("value" in now)) return [`${box.id}: gone`];
    const held = `${now.value} ${"checked" in now && now.checked}`;
    return held === value ? [] : [`${box.id || box.name}: ${value}, then ${held}`];
  });
}

demoTest(
  "islands that start late keep the server's HTML, and the values typed before",
  async (window) => {
    const { page, errors } = window;
    // A page asks before unsaved values are lost.
    page.on("dialog", (dialog) => void dialog.accept());
    const paths = await pagesWithIslands(window);
    for (const path of paths) {
      const sent = await early(window, path, () => page.evaluate(texts));
      const gone = lost(sent, await page.evaluate(texts));
      deepStrictEqual(gone.filter((text) => !WITHOUT_SCRIPT.includes(text)), [], path);

      const typed = await early(window, path, () => page.evaluateHandle(typeEverywhere));
      deepStrictEqual(await page.evaluate(changed, typed), [], path);
    }
    ok(paths.length > 10, `${paths.length} pages`);
    deepStrictEqual(errors, []);
  },
);
