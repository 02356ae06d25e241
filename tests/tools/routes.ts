/** The routes of the product, read from their files, so that tests of every route include a new one. @module */

import { DEMO_ALARM_ID } from "@/lib/demo/seed/alarms.ts";
import { type FilePlace, routesFolder } from "@/lib/fresh/src/building/file_routes.ts";
import { filesUnder, ROOT } from "@/tools/files.ts";
import { DEMO_DOCUMENT } from "@/tools/weighed_pages.ts";

export interface Route {
  /** Its file, under `routes/`. */
  readonly file: string;
  /** Its address with its parameters, `/collect/:projectId`. */
  readonly pattern: string;
  readonly isPage: boolean;
  /** Methods it has a handler for; `ANY` when one handler takes them all. */
  readonly methods: readonly string[];
}

/** Values of the parameters of addresses. */
export type Place = Readonly<Record<string, string>>;

/** Values for the demo: those with the most data, so that no list is empty. */
export const DEMO_PLACE: Place = {
  orgId: "demo",
  projectId: "p01",
  boilerRoomId: "p01-c1",
  circuitId: "p01-c1-r1",
  houseId: "p01-l001",
  moduleId: "p01-l002",
  houseSeries: "p01-l-efs",
  occupancyId: "p01-l001-o1",
  sourceId: "p01-meteo",
  series: "p01-c1-dep",
  providerId: "aquacontrol",
  contractId: "aquacontrol",
  typedocId: "carnet-sanitaire",
  ...DEMO_DOCUMENT,
  list: "running",
  equipmentId: "p01-c1",
  buildingId: "p01-ba",
  seriesId: "p01-c1-dep",
  consumerId: "communs",
  computedSeriesId: "p01-solde",
  period: "monthly/2025",
  month: "2025-06",
  path: "auth/me",
  email: "sophie.garnier@demo.example",
  teamId: "agence-nord",
  node: "chaufferie",
  importId: "essai-1",
  actionId: "abandon-1",
  tagId: "branch",
  reportId: "astreinte",
  alarmId: DEMO_ALARM_ID,
  kind: "silence",
  subjectId: "p01",
  pce: "21275930912912",
  statementId: "2025-1",
};

/** The exports of a file of the routes folder. */
interface RouteModule {
  readonly default?: unknown;
  readonly handler?: unknown;
}

/** Every route, in the order of the addresses. */
export async function allRoutes(): Promise<Route[]> {
  const files = filesUnder("routes", ".ts", ".tsx").map((path) => path.slice("routes/".length));
  const { modules } = routesFolder(files);
  const routes = await Promise.all(modules.filter(({ kind }) => kind === "route").map(routeOf));
  return routes.sort((a, b) => a.pattern < b.pattern ? -1 : 1);
}

async function routeOf({ file, pattern }: FilePlace): Promise<Route> {
  const module: RouteModule = await import(`file://${ROOT}routes/${file}`);
  const isPage = module.default !== undefined;
  return { file, pattern, isPage, methods: methodsOf(module.handler, isPage) };
}

function methodsOf(handler: unknown, isPage: boolean): string[] {
  if (typeof handler === "function") return ["ANY"];
  const methods = handler === undefined ? [] : Object.keys(Object(handler));
  return isPage && !methods.includes("GET") ? ["GET", ...methods] : methods;
}

/** Pages that read one month at a time, and such a month. */
const READ_BY_MONTH = /\/solar\/|\/houses\/each\//;
const A_MONTH = "daily/2025/06";

/** Pages that read one day at a time, and such a day. */
const READ_BY_DAY = /\/houses\/groups\//;
const A_DAY = "daily/2025/06/15";

/**
 * The path of a route in a place.
 *
 * @throws {Error} when the place has no value for a parameter: add it to {@link DEMO_PLACE}
 */
export function pathOf(route: Route, place: Place = DEMO_PLACE): string {
  return route.pattern.replace(/:(\w+)\*?/g, (_, name: string) => {
    const value = place[name] === DEMO_PLACE.period ? periodOf(route, place) : place[name];
    if (value === undefined) throw new Error(`${route.file}: no value for the parameter ${name}`);
    return value;
  });
}

function periodOf({ pattern }: Route, { period }: Place): string | undefined {
  if (READ_BY_DAY.test(pattern)) return A_DAY;
  return READ_BY_MONTH.test(pattern) ? A_MONTH : period;
}

/** Whether a path, with or without a query, is one of a route's. */
export function isPathOf({ pattern }: Pick<Route, "pattern">, path: string): boolean {
  const shape = pattern.replace(/\/:\w+\*/g, "(?:/.*)?").replace(/:\w+/g, "[^/]+");
  return new RegExp(`^${shape}$`).test(path.split("?", 1)[0] ?? "");
}
