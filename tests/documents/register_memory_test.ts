import { notStrictEqual, strictEqual } from "node:assert/strict";
import { registerMemory } from "@/lib/documents/document_rows.ts";
import { Versions } from "@/lib/store/cache.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";

Deno.test("registerMemory() returns one instance for each backend, so that registers are cached once", () =>
  withPlatform(({ store, clock, platform: { own: { services } } }) => {
    strictEqual(registerMemory({ ...services }), registerMemory(services));
    const versions = new Versions(store, clock.now);
    notStrictEqual(registerMemory({ ...services, versions }), registerMemory(services));
    return Promise.resolve();
  }));
