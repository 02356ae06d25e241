/** Renders the document of a page, with its islands, by hooks into Preact. @module */

import { type ComponentChildren, Fragment, h, options, type VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { useAssetKey } from "../asset_key.ts";
import { asset, assetSrcSet, headSink } from "../runtime.ts";
import type { Snapshot } from "../snapshot.ts";
import { PropsWriter } from "./island_props.ts";
import {
  type Island,
  type IslandPlace,
  markupKey,
  type RenderedIsland,
  type Shelf,
} from "./module_cache.ts";
import {
  bootScript,
  type InlineScripts,
  type Instance,
  pageBytes,
  type Piece,
  scriptLinks,
  urlsOf,
} from "./page_scripts.ts";

/** The page being rendered; rendering is synchronous, so there is one at a time. */
export const currentRendering: { now: Rendering | null } = { now: null };

/** A vnode as its author made it: it may be stored outside the page and rendered again. */
export interface TouchedVNode {
  vnode: VNode;
  type: VNode["type"];
  props: VNode["props"];
}

/**
 * Restores the vnodes of a page, and empties the list: V8 would promote the whole tree of a page whose rendering a
 * scavenge interrupted, 25 KB a page on average.
 */
export function restoreVNodes(touched: TouchedVNode[]): void {
  for (const { vnode, type, props } of touched) {
    vnode.type = type;
    vnode.props = props;
  }
  touched.length = 0;
}

/** Preact calls `__b` with each vnode before it renders it; its types leave it out. */
const hooks: typeof options & { __b?: (vnode: VNode) => void } = options;
const before = hooks.__b;

hooks.__b = (vnode) => {
  const rendering = currentRendering.now;
  if (rendering !== null) {
    if (typeof vnode.type === "string") completeElement(rendering, vnode);
    else if (vnode.type !== Fragment) replaceComponent(rendering, vnode);
  }
  before?.(vnode);
};

/** Replaces an island by the comments that delimit it, and cached markup by its HTML. */
function replaceComponent(rendering: Rendering, vnode: VNode): void {
  const { type, props } = vnode;
  const island = rendering.islandOf(type);
  const html = island === null
    ? rendering.markupOf(vnode)
    : rendering.islandPlace(island, Object.assign({}, vnode));
  if (html === null) return;
  rendering.touched.push({ vnode, type, props });
  vnode.type = Fragment;
  vnode.props = Object.assign({ children: null }, { tpl: [html] });
}

type Attributes = Record<string, unknown>;

function completeElement(rendering: Rendering, vnode: VNode): void {
  if (typeof vnode.type === "string" && OF_HEAD.has(vnode.type)) {
    rendering.refuseInIsland(vnode.type);
  }
  const complete = COMPLETIONS.get(vnode.type);
  if (complete === undefined) return;
  const { type, props } = vnode;
  const additions = complete(rendering, Object(props));
  if (additions === null) return;
  rendering.touched.push({ vnode, type, props });
  vnode.props = Object.assign({}, props, additions);
}

/** Elements of a document's head. */
const OF_HEAD = new Set([
  "title",
  "meta",
  "link",
  "script",
  "style",
  "base",
  "noscript",
  "template",
]);

/** Additions of the framework to an element, by its name; null for none. */
const COMPLETIONS = new Map<unknown, Completion>([
  ["a", markCurrent],
  ["img", keyedSources],
  ["source", keyedSources],
  ["script", (rendering, props) => "src" in props ? null : withNonce(rendering, props)],
  ["style", withNonce],
]);

type Completion = (rendering: Rendering, props: Attributes) => Attributes | null;

function markCurrent(rendering: Rendering, props: Attributes): Attributes | null {
  const { href, "aria-current": own } = props;
  if (typeof href !== "string" || !href.startsWith("/") || own !== undefined) return null;
  const path = rendering.pagePath();
  const end = href.search(/[?#]/);
  const target = withoutSlash(end === -1 ? href : href.slice(0, end));
  if (target === path) return CURRENT;
  return path.startsWith(target) && path[target.length] === "/" ? ANCESTOR : null;
}

/** A path without the slash at its end; "" for the root, which all paths are under. */
export function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

const CURRENT: Attributes = { "aria-current": "page" };
const ANCESTOR: Attributes = { "aria-current": "true" };

function keyedSources(rendering: Rendering, { src, srcset }: Attributes): Attributes | null {
  const additions: Attributes = {};
  if (typeof src === "string" && rendering.isStaticFile(src)) additions["src"] = asset(src);
  if (typeof srcset === "string") additions["srcset"] = assetSrcSet(srcset);
  return additions;
}

function withNonce(rendering: Rendering, props: Attributes): Attributes | null {
  if ("nonce" in props) return null;
  const nonce = rendering.nonce();
  return nonce === null ? null : { nonce };
}

/** Context of a page's rendering. */
export interface DocumentFrame {
  url: URL;
  basePath: string;
  snapshot: Snapshot | null;
  shelf: Shelf | null;
  /** Scripts for a page that contains its own; null when it loads them. */
  inlineScripts: InlineScripts | null;
  /** Nonce for an inline script or style; null when none is wanted. */
  nonce(): string | null;
}

/** The state of one page's rendering, shared by the vnode hooks. */
export class Rendering {
  readonly touched: TouchedVNode[] = [];
  #frame: DocumentFrame;
  /** Without a slash at its end: "" for the root. */
  #path: string;
  #props: PropsWriter | null = null;
  #instances: Instance[] = [];
  #head = "";
  /** Name of the island being rendered. */
  #island: string | null = null;
  #inHead = false;
  /** Whether markup that depends on its props alone is being rendered. */
  #inMarkup = false;
  #nonceCount = 0;
  #pathCount = 0;

  constructor(frame: DocumentFrame) {
    this.#frame = frame;
    this.#path = withoutSlash(frame.url.pathname);
  }

  /**
   * Renders the tree as a document: its HTML, the head's additions and the islands' script, in UTF-8.
   *
   * The bytes are to be put in a Response before another page is rendered.
   */
  document(vnode: VNode): Uint8Array<ArrayBuffer> {
    const outer = { rendering: currentRendering.now, take: headSink.take };
    if (this.#frame.snapshot) useAssetKey(this.#frame.snapshot.assetKey);
    currentRendering.now = this;
    const take: typeof headSink.take = (children) => this.#takeHead(children);
    headSink.take = take;
    try {
      return pageBytes(this.#assembled(renderToString(vnode)));
    } finally {
      currentRendering.now = outer.rendering;
      headSink.take = outer.take;
      restoreVNodes(this.touched);
    }
  }

  nonce(): string | null {
    this.#nonceCount++;
    return this.#frame.nonce();
  }

  /** Path of the page, counted: markup that depends on it is of this page only. */
  pagePath(): string {
    this.#pathCount++;
    return this.#path;
  }

  isStaticFile(path: string): boolean {
    return this.#frame.snapshot?.files.has(path) ?? false;
  }

  #takeHead(children: ComponentChildren): void {
    this.#inHead = true;
    this.#head += renderToString(h(Fragment, null, children));
    this.#inHead = false;
  }

  /** Fresh's browser code renders the elements of a head inside themselves for ever, unless `<Head>` holds them. */
  refuseInIsland(element: string): void {
    if (this.#island === null || this.#inHead) return;
    throw new TypeError(`<${element}> in island ${this.#island}: only <Head> may hold it there`);
  }

  /** The island to mark; null for other components and for islands inside an island. */
  islandOf(type: unknown): Island | null {
    if (this.#island !== null) return null;
    return this.#frame.shelf?.islands.get(type) ?? null;
  }

  /** Renders an island separately, as it will be in the browser; returns its two delimiting comments. */
  islandPlace(island: Island, vnode: VNode): string {
    const place = { index: this.#instances.length, path: this.#path };
    const { name, exported } = island;
    if (exported === null) {
      throw new TypeError(`island ${name} has no script but inside other islands`);
    }
    const { html, props } = this.#frame.shelf?.rendered.find(island, vnode.props, place) ??
      this.#rendered(island, vnode, place);
    this.#instances.push({ exported, html, props });
    return `${markOf(place.index)}<!--/fresh-->`;
  }

  /** The HTML of a component that depends on its props alone; null for other components, and inside islands. */
  markupOf(vnode: VNode): string | null {
    if (this.#island !== null || this.#inMarkup) return null;
    const key = markupKey(vnode);
    if (key === null) return null;
    return this.#frame.shelf?.markup.find(vnode.type, key) ?? this.#markup(vnode, key);
  }

  /** Renders it, and caches the result unless it contains something specific to this page. */
  #markup(vnode: VNode, key: string): string {
    const before = this.#partsOfPage();
    this.#inMarkup = true;
    const html = renderToString(h(Fragment, null, Object.assign({}, vnode)));
    this.#inMarkup = false;
    if (this.#partsOfPage() === before) this.#frame.shelf?.markup.keep(vnode.type, key, html);
    return html;
  }

  /** Number of parts rendered so far that belong to this page only. */
  #partsOfPage(): number {
    return this.#nonceCount + this.#pathCount + this.#instances.length + this.#head.length;
  }

  /** Renders an island, and caches the result unless it contains something specific to this page. */
  #rendered(island: Island, vnode: VNode, place: IslandPlace): RenderedIsland {
    this.#props ??= new PropsWriter();
    const { name } = island;
    const before = { head: this.#head, nonceCount: this.#nonceCount };
    const props = this.#props.write(vnode.props, name);
    this.#island = name;
    const root = Object.assign(h(Fragment, null, vnode), { __m: [place.index + 1, 0] });
    const html = renderToString(root);
    this.#island = null;
    const rendered = { html, props };
    const isOfThisPage = this.#head !== before.head || this.#nonceCount !== before.nonceCount;
    if (!isOfThisPage) this.#frame.shelf?.rendered.keep(rendered, island, vnode.props, place);
    return rendered;
  }

  /** The page in pieces: the bytes of a cached island are not encoded again. */
  #assembled(html: string): Piece[] {
    const { links, script } = this.#scripts();
    const head = this.#head;
    const headEnd = links + head === "" ? -1 : html.indexOf("</head>");
    const bodyEnd = script.length === 0 ? -1 : html.lastIndexOf("</body>");
    const end = bodyEnd === -1 ? html.length : bodyEnd;
    const upToHead = headEnd === -1
      ? ""
      : withFirst(withoutTitle(html.slice(0, headEnd), head), links) + head;
    const rest = html.slice(Math.max(headEnd, 0), end);
    const doctype = html.startsWith("<html") ? "<!DOCTYPE html>" : "";
    return [...this.#withIslands([doctype + upToHead, rest]), ...script, html.slice(end)];
  }

  /** Texts split at their islands, with their renderings in between: not joined first, which would copy the page. */
  #withIslands(texts: readonly string[]): Piece[] {
    const pieces: Piece[] = [];
    let index = 0;
    for (const text of texts) {
      let start = 0;
      for (const { html } of this.#instances.slice(index)) {
        const mark = markOf(index);
        const at = text.indexOf(mark, start);
        if (at === -1) break;
        const end = at + mark.length;
        pieces.push(text.slice(start, end), html);
        start = end;
        index++;
      }
      pieces.push(text.slice(start));
    }
    return pieces;
  }

  /** What brings the islands of the page to life: links to their scripts, and the one that boots them. */
  #scripts(): { links: string; script: Piece[] } {
    const { basePath, snapshot, shelf, inlineScripts: inline } = this.#frame;
    if (this.#instances.length === 0) {
      // The next page may have islands.
      const url = inline === null ? null : shelf?.sharedUrl ?? null;
      return { links: "", script: url === null ? [] : [scriptLinks("prefetch", [url], basePath)] };
    }
    const declarations = this.#props?.declarations ?? [];
    const script = shelf?.scriptWith(this.#instances.map(({ exported }) => exported));
    if (!script) return { links: "", script: [] };
    const signals = declarations.length > 0 ? snapshot?.signals ?? null : null;
    const boot = { basePath, declarations, script, signals, nonce: this.nonce(), inline };
    const piece = bootScript(this.#instances, boot);
    const urls = urlsOf(signals ? [script, signals] : [script]);
    return inline === null
      ? { links: scriptLinks("modulepreload", urls, basePath), script: piece }
      : { links: "", script: [...piece, scriptLinks("prefetch", urls, basePath)] };
  }
}

/** The comment before an island: the browser finds it by its number. */
function markOf(index: number): string {
  return `<!--fresh:${index}-->`;
}

/** The document so far, with links before all else of its head: a browser opens connections for them at once. */
function withFirst(before: string, links: string): string {
  const start = before.indexOf(">", before.indexOf("<head")) + 1;
  return before.slice(0, start) + links + before.slice(start);
}

/** The head so far, less its title when the additions bring another one. */
function withoutTitle(before: string, head: string): string {
  const title = head.includes("<title>") ? before.indexOf("<title>") : -1;
  if (title === -1) return before;
  const after = before.indexOf("</title>", title) + "</title>".length;
  return before.slice(0, title) + before.slice(after);
}
