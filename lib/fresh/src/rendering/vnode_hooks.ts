import { Fragment, options, type VNode } from "preact";
import { asset, assetSrcSet } from "../runtime.ts";
import type { Rendering } from "./document.ts";

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
