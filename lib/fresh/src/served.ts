import type { App, Handler } from "./app.ts";
import { applySnapshot } from "./snapshot/snapshot.ts";
import { readSnapshot, type WrittenSnapshot } from "./snapshot/written_snapshot.ts";

/** What `_fresh/server.js` serves: the project's app with the build beside that file. */
export function served<State>(app: App<State>, snapshot: WrittenSnapshot, url: string): Handler {
  applySnapshot(app.config, readSnapshot(snapshot, url));
  return app.handler();
}
