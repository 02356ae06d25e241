/**
 * Every way a body enters, read from the program itself: a new door is covered without being named here.
 *
 * @module
 */
import { CALLS } from "../../lib/contract/catalogue.ts";
import type { Call } from "../../lib/contract/call.ts";
import { allRoutes, DEMO_PLACE, pathOf } from "../../tests/tools/routes.ts";

/** A door, and whose headers open it. */
export interface HostileDoor {
  readonly family: "collector" | "call" | "page";
  readonly method: string;
  readonly path: string;
}

/** The parameters that change how the body of a collectors' door is read. */
const VARIANTS: readonly (readonly [pattern: RegExp, queries: readonly string[]])[] = [
  [/bulk/, ["", "?cb=1", "?c=1"]],
  [/chirpstack/, ["?event=up"]],
  [/./, [""]],
];
/** It ends the session the others are asked with. */
const ENDS_SESSION = /logout/;

/** All doors: collectors' routes, calls with a body, pages with a form. */
export async function hostileDoors(): Promise<HostileDoor[]> {
  const doors: HostileDoor[] = [];
  for (const route of await allRoutes()) {
    if (!route.methods.includes("POST") || ENDS_SESSION.test(route.pattern)) continue;
    const path = pathOf(route);
    if (route.file.startsWith("(ingest)")) {
      const [, queries = []] = VARIANTS.find(([pattern]) => pattern.test(route.pattern)) ?? [];
      for (const query of queries) {
        doors.push({ family: "collector", method: "POST", path: path + query });
      }
    } else doors.push({ family: "page", method: "POST", path });
  }
  const calls: readonly Call[] = Object.values(CALLS);
  for (const { method, path, body } of calls) {
    if (body === undefined || ENDS_SESSION.test(path)) continue;
    const filled = path.replace(/:(\w+)/g, (_, name: string) => DEMO_PLACE[name] ?? "none");
    doors.push({ family: "call", method, path: `/api${filled}` });
  }
  return doors;
}
