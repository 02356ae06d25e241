import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { CALLS } from "@/lib/app/catalogue.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { inProcess } from "@/lib/web/page_api.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";

Deno.test("readUnless() is null for the named refusal, else the answer, or throws like read()", () => {
  return withPlatform(async ({ platform }) => {
    const request = { clientAddress: "127.0.0.1", requestId: "test" };
    const requestInfo = { ...request, https: false };
    const { read, readUnless } = inProcess({
      platform,
      caller: ANONYMOUS,
      ...request,
      requestInfo,
    });
    strictEqual(await readUnless("not-signed-in", CALLS.listOrgs, {}), null);
    await rejects(readUnless("not-found", CALLS.listOrgs, {}), { status: 401 });
    const features = await read(CALLS.getSignInFeatures, {});
    deepStrictEqual(await readUnless("not-signed-in", CALLS.getSignInFeatures, {}), features);
  });
});
