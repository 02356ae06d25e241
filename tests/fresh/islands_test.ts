/** Islands in a browser: they hydrate the server's HTML, with every kind of prop. */

import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { gzipSync } from "node:zlib";
import type { Page } from "@/tests/npm/chromium.ts";
import {
  browserTest,
  type OpenBrowser,
  openBrowser,
  type PageErrors,
  withPage,
} from "@/tests/tools/browser.ts";
import { serve, type TestServer } from "@/tests/tools/loopback.ts";
import { described, everyProp } from "./fixture/every_prop.ts";
import { fixtureHandler, fixtureSite } from "./fixture_site.ts";

let browser: OpenBrowser;
let server: TestServer;

Deno.test.beforeAll(async () => {
  browser = await openBrowser();
  server = serve(await fixtureHandler());
});

Deno.test.afterAll(async () => {
  await server.close();
  await browser.close();
});

/** Opens a page of the fixture, and checks that it has no errors. */
async function visit(path: string, use: (page: Page) => Promise<void>): Promise<void> {
  await withPage(async (page: Page, errors: PageErrors) => {
    await page.goto(server.url + path);
    await use(page);
    deepStrictEqual(errors, []);
  }, { browser: browser.browser });
}

function textOf(page: Page, selector: string): Promise<string> {
  return page.locator(selector).innerText();
}

browserTest("an island with hooks of react counts, under a policy with a nonce", async () => {
  await visit("/islands/counter", async (page) => {
    await page.waitForSelector('.counter[data-ready="true"]');
    strictEqual(await page.inputValue(".counter input"), "3");
    await page.click(".counter button");
    await page.click(".counter button");
    strictEqual(await page.inputValue(".counter input"), "5");
    strictEqual(await page.title(), "Compteur");
  });
});

browserTest("hydration keeps the nodes that the server sent, without a wrapper", async () => {
  await visit("/islands/counter", async (page) => {
    const kept = await page.evaluate(async () => {
      const sent = (await (await fetch(location.href)).text()).match(/<p class="counter"/g);
      return [sent?.length, document.querySelectorAll(".counter").length];
    });
    deepStrictEqual(kept, [1, 1]);
    strictEqual(await page.locator("main > p.counter").count(), 1);
  });
});

browserTest("a signal given to two islands is one signal, a computed too", async () => {
  await visit("/islands/signals", async (page) => {
    deepStrictEqual([await textOf(page, "#reader-a"), await textOf(page, "#reader-b")], [
      "7",
      "14",
    ]);
    await page.click("#writer");
    await page.waitForFunction(() => document.querySelector("#reader-a")?.textContent === "8");
  });
});

browserTest(
  "every kind of prop reaches the browser as it left the server (the real Fresh: −0 as 0)",
  async () => {
    await visit("/islands/props", async (page) => {
      await page.waitForSelector("#browser li");
      const expected = described(everyProp());
      deepStrictEqual(await page.locator("#browser li").allTextContents(), expected);
      deepStrictEqual(await page.locator("#server li").allTextContents(), expected);
    });
  },
);

browserTest("an island may be rows of a table, with another island inside", async () => {
  await visit("/islands/places", async (page) => {
    const cells = () =>
      page.locator("table tr").evaluateAll((rows) => {
        return rows.map((row) => row.firstElementChild?.firstChild?.textContent ?? "");
      });
    await page.waitForSelector('tr .counter[data-ready="true"]');
    deepStrictEqual(await cells(), ["before", "a", "b", "more", "after"]);
    await page.click("#more");
    deepStrictEqual(await cells(), ["before", "a", "b", "c", "more", "after"]);
    await page.click("#fewer");
    deepStrictEqual(await cells(), ["before", "b", "more", "after"]);
    await page.click("tr .counter button");
    strictEqual(await page.inputValue("tr .counter input"), "11");
  });
});

browserTest("an island that is nothing on the server appears at its place", async () => {
  await visit("/islands/places", async (page) => {
    await page.waitForSelector("#growing b");
    strictEqual((await textOf(page, "#growing")).trim(), "poussésuite");
  });
});

browserTest(
  "useId() gives each island its own ids, the same as on the server (here only)",
  async () => {
    await visit("/islands/places", async (page) => {
      await page.waitForSelector('main > .counter[data-ready="true"]');
      const pairs = await page.locator(".counter").evaluateAll((counters) => {
        return counters.map((counter) => [
          counter.querySelector("input")?.id,
          counter.querySelector("label")?.htmlFor,
        ]);
      });
      strictEqual(new Set(pairs.map(([id]) => id)).size, 3);
      for (const [id, target] of pairs) strictEqual(id, target);
      const sent = await (await fetch(`${server.url}/islands/places`)).text();
      for (const [id] of pairs) match(sent, new RegExp(`<input id="${id}"`));
    });
  },
);

browserTest("an island of an (_islands) folder takes text that looks like markup", async () => {
  await visit("/islands/local", async (page) => {
    strictEqual(await textOf(page, "#local"), "</script><!-- idle");
    await page.click("#local");
    strictEqual(await textOf(page, "#local"), "</script><!-- pressed");
  });
});

browserTest("what an island imports later is fetched later", async () => {
  await visit("/islands/wanted", async (page) => {
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(request.url()));
    await page.click("#load");
    await page.waitForFunction(() => document.querySelector("#loaded")?.textContent === "lourd");
    strictEqual(fetched.length, 1);
    strictEqual(await textOf(page, "#where"), "browser");
  });
});

browserTest("asset() gives the same URL in the browser as on the server", async () => {
  await visit("/islands/wanted", async (page) => {
    const sent = await (await fetch(`${server.url}/islands/wanted`)).text();
    const [, onServer = ""] = /<code id="asset">([^<]+)</.exec(sent) ?? [];
    match(onServer, /^\/logo\.svg\?\w+=\w+$/);
    await page.click("#load");
    await page.waitForFunction(() => document.querySelector("#loaded")?.textContent === "lourd");
    strictEqual(await textOf(page, "#asset"), onServer);
  });
});

browserTest("without JavaScript the page is there, still", async () => {
  await withPage(async (page) => {
    await page.goto(`${server.url}/islands/counter`);
    strictEqual(await page.inputValue(".counter input"), "3");
  }, { browser: browser.browser, javaScriptEnabled: false });
});

Deno.test("a page with one small island weighs 13 KB of gzipped script at most (here only)", async () => {
  const ask = await fixtureSite();
  const weigh = async (path: string) => {
    const html = await (await ask(path)).text();
    let bytes = 0;
    for (const [, url = ""] of html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)) {
      bytes += gzipSync(await (await ask(url)).bytes()).length;
    }
    return bytes;
  };
  const withReact = await weigh("/islands/counter");
  const withSignals = await weigh("/islands/signals");
  strictEqual(withReact > 0 && withReact <= 10_300, true, `hooks: ${withReact} bytes`);
  strictEqual(withSignals > withReact && withSignals <= 13_000, true, `signals: ${withSignals}`);
});

Deno.test("an island's page preloads each of its scripts once, and imports no other (here only)", async () => {
  const html = await (await (await fixtureSite())("/islands/signals")).text();
  const preloaded = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, url]) =>
    url
  );
  const imported = [...html.matchAll(/from\s?"([^"]+)"/g)].map(([, url = ""]) => url);
  strictEqual(imported.length > 1, true);
  strictEqual(new Set(preloaded).size, preloaded.length);
  for (const url of imported) strictEqual(preloaded.includes(url), true, url);
});
