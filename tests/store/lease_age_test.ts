import { ok, strictEqual } from "node:assert/strict";
import { unchangedMs } from "@/lib/store/leases.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

Deno.test("unchangedMs() is 0 for a lease read first, and for each new version of it", () =>
  withStore((store) => {
    const age = (versionstamp: string | null, id = "a") =>
      unchangedMs(store, ["lease", id], versionstamp);
    const startMs = performance.now();
    strictEqual(age("1"), 0);
    while (performance.now() === startMs);
    ok(age("1") > 0);
    strictEqual(age("2"), 0);
    strictEqual(age(null), 0);
    strictEqual(age("2", "b"), 0);
    return Promise.resolve();
  }));
