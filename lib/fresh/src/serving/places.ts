import { HttpError } from "../http_error.ts";
import { byPrecedence, parsePattern } from "../routing/pattern.ts";
import type { Shelf } from "../snapshot/shelf.ts";
import type { FileModule } from "../snapshot/snapshot.ts";
import type { Middleware, Route } from "../types.ts";
import { chain, type Run } from "./chain.ts";
import type { Command } from "./commands.ts";
import { routeOf } from "./module_parts.ts";
import { errorAnswer, type PageRenderer, type RouteAnswer, routeAnswer } from "./route_answer.ts";
import type { RoutePosition } from "./scopes.ts";

/** The handlers of a pattern; resolved at the first request. */
export interface Place<State> extends RoutePosition {
  open(render: PageRenderer<State>): RouteAnswer<State> | Promise<RouteAnswer<State>>;
}

/** Every place of an app, in the order in which patterns are tried. */
export function placesOf<State>(
  commands: Command<State>[],
  modules: FileModule[],
  shelf: Shelf | null,
): Place<State>[] {
  const handled = new Map<string, MethodTable<State>>();
  return commands.flatMap((command, order): Place<State>[] => {
    if (command.kind === "route") return [routePlace(command.path, order, command.route)];
    if (command.kind === "fileRoutes") return filePlaces(command.path, order, modules, shelf);
    if (command.kind !== "handle") return [];
    const known = handled.get(command.path);
    const table = known ?? new Map();
    table.set(command.method ?? ANY, command.middlewares);
    handled.set(command.path, table);
    return known ? [] : [handledPlace(command.path, order, table)];
  });
}

/** Where paths lead that no pattern matches. */
export function nowhere<State>(commands: Command<State>[]): Place<State> {
  const command = commands.findLast(({ kind }) => kind === "notFound");
  const answer = command?.kind === "notFound" ? command.answer : null;
  return {
    pattern: "/",
    order: commands.length,
    folders: null,
    open(render) {
      if (answer === null) return { methods: null, run: notFound };
      if (typeof answer === "function") return { methods: null, run: chain([answer], notFound) };
      return { methods: null, run: errorAnswer(answer, 404, render) };
    },
  };
}

/** Where requests lead whose method no route may declare, at a path that one matches. */
export function refused<State>(commands: Command<State>[]): Place<State> {
  const run = () => Promise.reject(new HttpError(405));
  return {
    pattern: "/",
    order: commands.length,
    folders: null,
    open: () => ({ methods: null, run }),
  };
}

const ANY = "*";

type MethodTable<State> = Map<string, Middleware<State>[]>;

function routePlace<State>(path: string, order: number, route: Route<State>): Place<State> {
  const pattern = route.config?.routeOverride ?? path;
  return { pattern, order, folders: null, open: (render) => routeAnswer(route, render, 405) };
}

function filePlaces<State>(
  prefix: string,
  order: number,
  modules: FileModule[],
  shelf: Shelf | null,
): Place<State>[] {
  const base = prefix.replace(/\/?\*?$/, "");
  return modules.filter(({ kind }) => kind === "route")
    .map((file) => ({ file, pattern: parsePattern(`${base}${file.pattern}`) }))
    .sort((a, b) => byPrecedence(a.pattern, b.pattern))
    .map(({ file, pattern }) => ({
      pattern: pattern.text,
      order,
      folders: file.folders,
      open: async (render) => {
        return routeAnswer(routeOf<State>(await shelf?.load(file), file), render, 404);
      },
    }));
}

function handledPlace<State>(
  pattern: string,
  order: number,
  table: MethodTable<State>,
): Place<State> {
  return { pattern, order, folders: null, open: () => methodAnswer(table) };
}

function methodAnswer<State>(table: MethodTable<State>): RouteAnswer<State> {
  const runs = new Map<string, Run<State>>();
  for (const [method, middlewares] of table) runs.set(method, chain(middlewares, notFound));
  const get = runs.get("GET");
  if (get && !runs.has("HEAD")) runs.set("HEAD", get);
  const any = runs.get(ANY);
  return {
    methods: any ? null : [...runs.keys()],
    async run(ctx) {
      const { method } = ctx.req;
      const run = runs.get(method) ?? any;
      if (run === undefined) throw new HttpError(405);
      return await run(ctx);
    },
  };
}

function notFound(): Promise<Response> {
  return Promise.reject(new HttpError(404));
}
