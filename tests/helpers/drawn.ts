import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { keptRows, type List } from "@/components/ui/list.ts";
import { readTableState } from "@/lib/ui/tables.ts";

/** The HTML of a component, as the server sends it, with one space between attributes. */
export function drawn(node: VNode): string {
  return renderToString(node).replace(
    /<[^>]*>/g,
    (tag) => tag.replace(/ +/g, " ").replace(" >", ">"),
  );
}

/**
 * The links of a piece of HTML: the text of each, its `aria-label` when it has one, and its target.
 */
export function linksOf(html: string): [text: string, href: string][] {
  return [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)].map(([, attributes = "", inside = ""]) => {
    const label = /aria-label="([^"]*)"/.exec(attributes)?.[1];
    const href = /href="([^"]*)"/.exec(attributes)?.[1] ?? "";
    return [label ?? wordsOf(inside), href.replaceAll("&amp;", "&")];
  });
}

/** The text of a piece of HTML, without tags. */
export function wordsOf(html: string): string {
  return html.replace(/<[^>]*>/g, " ").replace(/[ \n]+/g, " ").trim();
}

/** The rows of a list under the query of its page. */
export function keptUnder<Row>(
  list: List<Row>,
  all: readonly Row[],
  query: string,
): readonly Row[] {
  return keptRows(list, all, readTableState(new URLSearchParams(query)));
}
