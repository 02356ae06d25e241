import type { ComponentChildren } from "preact";
import type { DataOf, Middleware, PageProps, Rendered, RouteHandler } from "./types.ts";

/** Identity functions that give a route's parts their types. */
export interface Define<State> {
  handlers<Handlers extends RouteHandler<unknown, State>>(handlers: Handlers): Handlers;
  page<Handlers = never, Result extends Rendered = Rendered>(
    component: (props: PageProps<DataOf<Handlers>, State>) => Result,
  ): (props: PageProps<DataOf<Handlers>, State>) => Result;
  layout<Result extends Rendered = ComponentChildren>(
    component: (props: PageProps<never, State>) => Result,
  ): (props: PageProps<never, State>) => Result;
  middleware<M extends Middleware<State> | Middleware<State>[]>(middleware: M): M;
}

export function createDefine<State>(): Define<State> {
  return {
    handlers: (handlers) => handlers,
    page: (component) => component,
    layout: (component) => component,
    middleware: (middleware) => middleware,
  };
}
