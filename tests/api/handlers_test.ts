import { deepStrictEqual } from "node:assert/strict";
import { bound, type HandlerOf } from "@/lib/api/services.ts";
import { CALLS } from "@/lib/app/catalogue.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";

Deno.test("bound() passes the services to handlers, and leaves out exports that are not named as a call", async () => {
  const seen: unknown[] = [];
  const deleteTag: HandlerOf<typeof CALLS.deleteTag, string> = (means, input, caller) => {
    seen.push(means, input, caller);
    return Promise.resolve({ ok: false, code: "in-use" });
  };
  const handlers = bound(CALLS, "services", { deleteTag, readTags: () => [] });
  deepStrictEqual(Object.keys(handlers), ["deleteTag"]);
  const input = { orgId: "o1", tagId: "t1" };
  deepStrictEqual(await handlers.deleteTag(input, ANONYMOUS), { ok: false, code: "in-use" });
  deepStrictEqual(seen, ["services", input, ANONYMOUS]);
});
