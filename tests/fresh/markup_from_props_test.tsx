/** Components whose markup depends on their props alone: rendered once, and shown where and as they belong. */

import { App } from "fresh";
import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { type ComponentChildren, type FunctionComponent, h } from "preact";
import { markupFromProps } from "@/components/app/PlaceMenu.tsx";
import type { State } from "./fixture/state.ts";
import { askerOf, fixtureHandler } from "./fixture_site.ts";

interface LineProps {
  readonly words: readonly string[];
  /** Address of the link; none without it. */
  readonly href?: string;
  readonly children?: ComponentChildren;
}

interface Counted {
  readonly Line: FunctionComponent<LineProps>;
  /** How often it was rendered. */
  count(): number;
}

function countedLine(): Counted {
  let count = 0;
  const Line = markupFromProps(({ words, href, children }: LineProps) => {
    count++;
    return <li>{href ? <a href={href}>{words.join()}</a> : words.join()}{children}</li>;
  });
  return { Line, count: () => count };
}

/** A list or an item. */
const CONTENT = /<(ul|li)>.*<\/\1>/;

/**
 * The lists or items of pages with this content, each requested once in turn. Fresh puts a page without an app wrapper
 * into a document, and marks links to the page by an attribute of its own too.
 */
async function bodiesOf(paths: readonly string[], content: FunctionComponent): Promise<string[]> {
  const app = new App<State>();
  for (const path of new Set(paths)) app.route(path, { component: () => h(content, {}) });
  const ask = askerOf(await fixtureHandler(app));
  const bodies: string[] = [];
  for (const path of paths) {
    const [content = ""] = CONTENT.exec(await (await ask(path)).text()) ?? [];
    bodies.push(content.replaceAll(' data-current="true"', ""));
  }
  return bodies;
}

Deno.test("markup of equal props is rendered once for all pages, and of others each time (here only)", async () => {
  const { Line, count } = countedLine();
  const bodies = await bodiesOf(["/a", "/b", "/a"], () => (
    <ul>
      <Line words={["<a>", "é"]} />
      <Line words={["b"]} />
    </ul>
  ));
  deepStrictEqual(new Set(bodies), new Set(["<ul><li>&lt;a>,é</li><li>b</li></ul>"]));
  strictEqual(count(), 2);
});

Deno.test("markup with a link says on each page whether that is the page", async () => {
  const { Line } = countedLine();
  const [a, b, again] = await bodiesOf(["/a", "/b", "/a"], () => <Line words={["a"]} href="/a" />);
  const link = (current: string) => `<li><a href="/a"${current}>a</a></li>`;
  deepStrictEqual([a, b, again], [
    link(' aria-current="page"'),
    link(""),
    link(' aria-current="page"'),
  ]);
});

Deno.test("markup around other elements shows those of each page", async () => {
  const { Line } = countedLine();
  let page = 0;
  const bodies = await bodiesOf(["/a", "/a"], () => <Line words={["a"]}>{<b>{++page}</b>}</Line>);
  deepStrictEqual(bodies, ["<li>a<b>1</b></li>", "<li>a<b>2</b></li>"]);
});

Deno.test("markup of more props than are kept is right for each", async () => {
  const { Line } = countedLine();
  let page = 0;
  const paths = Array.from({ length: 600 }, () => "/a");
  const bodies = await bodiesOf(paths, () => <Line words={[String(page++ % 300)]} />);
  deepStrictEqual(bodies, paths.map((_, index) => `<li>${index % 300}</li>`));
});
