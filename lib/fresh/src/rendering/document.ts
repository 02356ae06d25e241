/** Renders the document of a page, with its islands, by hooks into Preact. @module */

import { type ComponentChildren, Fragment, h, options, type VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { useAssetKey } from "../asset_key.ts";
import { asset, assetSrcSet, headSink } from "../runtime.ts";
import type { Island, ModuleLoader, Snapshot } from "../snapshot.ts";
import { PropsWriter } from "./island_props.ts";

/** The page being rendered; rendering is synchronous, so there is one at a time. */
const currentRendering: { now: Rendering | null } = { now: null };

/** Preact calls `__b` with each vnode before it renders it; its types leave it out. */
const hooks: typeof options & { __b?: (vnode: VNode) => void } = options;
const before = hooks.__b;

hooks.__b = (vnode) => {
  const rendering = currentRendering.now;
  if (rendering !== null) {
    if (typeof vnode.type === "string") completeElement(rendering, vnode);
    else if (vnode.type !== Fragment) replaceIsland(rendering, vnode);
  }
  before?.(vnode);
};

/** Replaces an island by its HTML between the comments that delimit it. */
function replaceIsland(rendering: Rendering, vnode: VNode): void {
  const island = rendering.islandOf(vnode.type);
  if (island === null) return;
  const html = rendering.islandHtml(island, Object.assign({}, vnode));
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
  const additions = complete(rendering, Object(vnode.props));
  if (additions !== null) vnode.props = Object.assign({}, vnode.props, additions);
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
  const [, target = "", query = ""] = /^([^?#]*)(\?[^#]*)?/.exec(href) ?? [];
  const { path, search } = rendering;
  const bare = withoutSlash(target);
  if (bare === path && (query === "" || query === search)) return CURRENT;
  return bare === path || path.startsWith(`${bare}/`) ? RELATED : null;
}

/** A path without the slash at its end; "" for the root, which all paths are under. */
function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

const CURRENT: Attributes = { "aria-current": "page" };
/** Of a link to the page with another query, or to a path above it. */
const RELATED: Attributes = { "aria-current": "true" };

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
interface DocumentFrame {
  url: URL;
  basePath: string;
  snapshot: Snapshot | null;
  loader: ModuleLoader | null;
  /** Nonce for an inline script or style; null when none is wanted. */
  nonce(): string | null;
}

/** The state of one page's rendering, shared by the vnode hooks. */
export class Rendering {
  /** Path of the page, without a slash at its end: "" for the root. */
  readonly path: string;
  /** Query of the page. */
  readonly search: string;
  #frame: DocumentFrame;
  #props: PropsWriter | null = null;
  #instances: Instance[] = [];
  #head = "";
  /** Name of the island being rendered. */
  #island: string | null = null;
  #inHead = false;

  constructor(frame: DocumentFrame) {
    this.#frame = frame;
    this.path = withoutSlash(frame.url.pathname);
    this.search = frame.url.search;
  }

  /** Renders the tree as a document: its HTML, the head's additions and the islands' script. */
  document(vnode: VNode): string {
    const outer = { rendering: currentRendering.now, take: headSink.take };
    if (this.#frame.snapshot) useAssetKey(this.#frame.snapshot.assetKey);
    currentRendering.now = this;
    const take: typeof headSink.take = (children) => this.#takeHead(children);
    headSink.take = take;
    try {
      return this.#assembled(renderToString(vnode));
    } finally {
      currentRendering.now = outer.rendering;
      headSink.take = outer.take;
    }
  }

  nonce(): string | null {
    return this.#frame.nonce();
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
    return this.#frame.loader?.islands.get(type) ?? null;
  }

  /** Renders an island separately, as it will be in the browser, between its two comments. */
  islandHtml(island: Island, vnode: VNode): string {
    const index = this.#instances.length;
    this.#props ??= new PropsWriter();
    this.#instances.push({ island, props: this.#props.write(vnode.props, island.name) });
    this.#island = island.name;
    const root = Object.assign(h(Fragment, null, vnode), { __m: [index + 1, 0] });
    const html = renderToString(root);
    this.#island = null;
    return `<!--fresh:${index}-->${html}<!--/fresh-->`;
  }

  #assembled(html: string): string {
    const { links, script } = this.#scripts();
    const head = this.#head;
    const headEnd = links + head === "" ? -1 : html.indexOf("</head>");
    const bodyEnd = script === "" ? -1 : html.lastIndexOf("</body>");
    const end = bodyEnd === -1 ? html.length : bodyEnd;
    const upToHead = headEnd === -1
      ? ""
      : withFirst(withoutTitle(html.slice(0, headEnd), head), links) + head;
    const doctype = html.startsWith("<html") ? "<!DOCTYPE html>" : "";
    return doctype + upToHead + html.slice(Math.max(headEnd, 0), end) + script + html.slice(end);
  }

  /** What brings the islands of the page to life: links to their scripts, and the one that starts them. */
  #scripts(): { links: string; script: string } {
    const { basePath, snapshot } = this.#frame;
    if (snapshot === null || this.#instances.length === 0) return { links: "", script: "" };
    const declarations = this.#props?.declarations ?? [];
    const signals = declarations.length > 0 ? snapshot.signals : null;
    const options = { basePath, declarations, signals, nonce: this.nonce() };
    return {
      links: preloadLinks(this.#instances, options),
      script: bootScript(this.#instances, options),
    };
  }
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

/** An island at one place of a page. */
interface Instance {
  island: Island;
  /** Its props, as JavaScript source. */
  props: string;
}

interface BootOptions {
  basePath: string;
  /** Signals that the props share, as JavaScript declarations. */
  declarations: string[];
  /** URLs of the script that makes signals, and of all that it imports; null when no prop has one. */
  signals: string[] | null;
  nonce: string | null;
}

/** Links that load the scripts of a page, each once. */
function preloadLinks(
  instances: readonly Instance[],
  { basePath, signals }: BootOptions,
): string {
  const urls = [...signals ?? [], ...instances.flatMap(({ island }) => island.urls)];
  let links = "";
  for (const url of new Set(urls)) links += `<link rel="modulepreload" href="${basePath}${url}">`;
  return links;
}

/** The one module script of a page: imports its islands and starts them with their props. */
function bootScript(
  instances: readonly Instance[],
  { basePath, declarations, signals, nonce }: BootOptions,
): string {
  let imports = "";
  const names = new Map<string[], string>();
  const moduleOf = (urls: string[]) => {
    const known = names.get(urls);
    if (known !== undefined) return known;
    const name = `m${names.size}`;
    names.set(urls, name);
    const taken = imports === "" ? "boot,m" : "m";
    imports += `import{${taken} as ${name}}from"${basePath}${urls[0]}";`;
    return name;
  };
  const list = instances.map(({ island: { urls, exportName }, props }) =>
    `[${moduleOf(urls)}.${exportName},${props}]`
  );
  const makers = signals === null
    ? ""
    : `const{signal:$signal,computed:$computed}=${moduleOf(signals)};`;
  const start = `boot([${list.join()}])`;
  const attribute = nonce === null ? "" : ` nonce="${nonce}"`;
  const body = `${imports}${makers}${declarations.join("")}${start}`;
  return `<script type="module"${attribute}>${body}</script>`;
}
