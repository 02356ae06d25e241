import { notStrictEqual, strictEqual } from "node:assert/strict";
import { Versions } from "@/lib/backend/cache/versions.ts";
import { registerMemory } from "@/lib/backend/embedded/contracting/register_memory.ts";
import { withPlatform } from "@/tests/backend/a_platform.ts";

Deno.test("registerMemory() returns one instance for each backend, so that registers are cached once", () =>
  withPlatform(({ store, clock, platform: { own: { services } } }) => {
    strictEqual(registerMemory({ ...services }), registerMemory(services));
    const versions = new Versions(store, clock.now);
    notStrictEqual(registerMemory({ ...services, versions }), registerMemory(services));
    return Promise.resolve();
  }));
