/** Renders a page within its layouts and its app wrapper. @module */

import {
  type ComponentChildren,
  Fragment,
  type FunctionComponent,
  h,
  isValidElement,
} from "preact";
import { type Context, internals, noteNonce } from "../context.ts";
import type { LayoutConfig, PageProps, RouteComponent } from "../route_modules.ts";
import type { ModuleLoader, Snapshot } from "../snapshot.ts";
import { Rendering } from "./document.ts";

export interface Layout<State> {
  component: RouteComponent<never, State>;
  config: LayoutConfig;
}

/** What surrounds a page, from the outside in. */
export interface Surroundings<State> {
  appWrapper: RouteComponent<never, State> | null;
  layouts: Layout<State>[];
}

/** The part of a build that rendering needs. */
export interface RenderingBuild {
  basePath: string;
  snapshot: Snapshot | null;
  loader: ModuleLoader | null;
}

export interface PageInit extends ResponseInit {
  config: LayoutConfig;
}

/** A page inside its layouts and the app wrapper, as a response. */
export async function renderPage<State>(
  ctx: Context<State>,
  component: RouteComponent<never, State>,
  { surroundings, build, init }: {
    surroundings: Surroundings<State>;
    build: RenderingBuild;
    init: PageInit;
  },
): Promise<Response> {
  let content: ComponentChildren = null;
  for (const around of [component, ...wrappers(surroundings, init.config)]) {
    const rendered: ComponentChildren | Response = await called(ctx, around, content);
    if (rendered instanceof Response) return rendered;
    if (around === component && rendered !== null && !isValidElement(rendered)) {
      throw new TypeError("An async page gives an element, null or a Response");
    }
    content = rendered;
  }
  const rendering = new Rendering({ ...build, url: ctx.url, nonce: () => internals.nonce(ctx) });
  const html = rendering.document(h(Fragment, null, content));
  const headers = new Headers(init.headers);
  if (!headers.has("content-type")) headers.set("content-type", "text/html; charset=utf-8");
  const response = new Response(html, { status: init.status ?? 200, headers });
  const nonce = internals.usedNonce(ctx);
  if (nonce !== null) noteNonce(response, nonce);
  return response;
}

/** Layouts from the inside out, then the app wrapper, as far as each lets the next one in. */
function wrappers<State>(
  { appWrapper, layouts }: Surroundings<State>,
  page: LayoutConfig,
): RouteComponent<never, State>[] {
  const list: RouteComponent<never, State>[] = [];
  let { skipInheritedLayouts: alone = false, skipAppWrapper: bare = false } = page;
  for (let i = layouts.length - 1; i >= 0 && !alone; i--) {
    const layout = layouts[i];
    if (layout === undefined) continue;
    list.push(layout.component);
    alone = layout.config.skipInheritedLayouts ?? false;
    bare ||= layout.config.skipAppWrapper ?? false;
  }
  if (appWrapper !== null && !bare) list.push(appWrapper);
  return list;
}

/** An async component is awaited here; another one is rendered with the tree, so hooks work. */
function called<State>(
  ctx: Context<State>,
  component: RouteComponent<never, State>,
  inside: ComponentChildren,
): ComponentChildren | Promise<ComponentChildren | Response> {
  const props = propsOf(ctx, () => inside);
  if (component instanceof AsyncFunction) return Promise.resolve(component(props));
  return h(asFunctionComponent(component), props);
}

const AsyncFunction = (async () => {}).constructor;

/** A component that is not async returns what preact can render. */
function asFunctionComponent<State>(
  component: RouteComponent<never, State>,
): FunctionComponent<PageProps<never, State>> {
  return component as FunctionComponent<PageProps<never, State>>;
}

function propsOf<State>(
  ctx: Context<State>,
  Component: FunctionComponent,
): PageProps<never, State> {
  return {
    config: ctx.config,
    url: ctx.url,
    req: ctx.req,
    params: ctx.params,
    info: ctx.info,
    state: ctx.state,
    isPartial: ctx.isPartial,
    error: ctx.error,
    route: ctx.route,
    Component,
    // Typed by the handler beside the component.
    data: ctx.data as never,
  };
}
