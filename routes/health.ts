import { define } from "../lib/web/define.ts";

/** Alive: the program answers. */
export const handler = define.handlers({
  GET: () => Response.json({ status: "ok" }, { headers: { "cache-control": "no-store" } }),
});
