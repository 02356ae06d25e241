import type { LayoutConfig, Middleware, Route, RouteComponent } from "../types.ts";

export type RouteOrMiddleware<State> = Route<State> | Middleware<State>;

/** The registrations of an app, in order: a middleware applies to later ones. */
export type Command<State> =
  | { kind: "use"; path: string; middlewares: Middleware<State>[] }
  | { kind: "handle"; path: string; method: string | null; middlewares: Middleware<State>[] }
  | { kind: "route"; path: string; route: Route<State> }
  | {
    kind: "layout";
    path: string;
    component: RouteComponent<never, State>;
    config: LayoutConfig;
  }
  | { kind: "appWrapper"; component: RouteComponent<never, State> }
  | { kind: "notFound"; answer: RouteOrMiddleware<State> }
  | { kind: "error"; path: string; answer: RouteOrMiddleware<State> }
  | { kind: "fileRoutes"; path: string };

/** The segments under which a command holds: none for "*" and "/". */
export function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "" && segment !== "*");
}

/** Whether a pattern is at or under a path, segment by segment. */
export function isUnder(pattern: string, path: string): boolean {
  const segments = segmentsOf(pattern);
  return segmentsOf(path).every((segment, i) => segment === segments[i]);
}
