import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";

/** What a component draws, as the server sends it, one blank between attributes. */
export function drawn(node: VNode): string {
  return renderToString(node).replace(
    /<[^>]*>/g,
    (tag) => tag.replace(/ +/g, " ").replace(" >", ">"),
  );
}

/** The links of a piece of HTML: what each says, its `aria-label` when it has one, and where it leads. */
export function linksOf(html: string): [text: string, href: string][] {
  return [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)].map(([, attributes = "", inside = ""]) => {
    const label = /aria-label="([^"]*)"/.exec(attributes)?.[1];
    const href = /href="([^"]*)"/.exec(attributes)?.[1] ?? "";
    return [label ?? wordsOf(inside), href.replaceAll("&amp;", "&")];
  });
}

/** What is read in a piece of HTML: its tags taken away. */
export function wordsOf(html: string): string {
  return html.replace(/<[^>]*>/g, " ").replace(/[ \n]+/g, " ").trim();
}
