/** Serves the project's app with the build on disk. @module */

import type { App, Handler } from "./app.ts";
import { applySnapshot, readSnapshot, type WrittenSnapshot } from "./snapshot.ts";

/** What `_fresh/server.js` serves: the project's app with the build beside that file. */
export function served<State>(app: App<State>, snapshot: WrittenSnapshot, url: string): Handler {
  applySnapshot(app.config, readSnapshot(snapshot, url));
  return app.handler();
}
