import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { freeSlot, hasSlot, LARGE_BODY_BYTES, takeSlot } from "@/lib/web/body_slots.ts";
import { withFedApp } from "@/tests/api/a_residence.ts";
import { withApp } from "@/tests/helpers/an_app.ts";
import { gzip } from "@/tests/helpers/file_bytes.ts";
import { aRequestOf, withoutSlots } from "@/tests/helpers/taken_slots.ts";

const LARGE = LARGE_BODY_BYTES + 1;

// @spec calls.large-bodies
Deno.test("hasSlot() gives one slot to each sender, eight in all, until their request is answered", () => {
  const requests = Array.from({ length: 9 }, (_, at) => aRequestOf(`sender ${at}`));
  const again = aRequestOf("sender 0");
  try {
    deepStrictEqual(requests.map(({ request }) => hasSlot(request, LARGE)), [
      ...Array.from({ length: 8 }, () => true),
      false,
    ]);
    const [first, second] = requests;
    ok(first && second);
    strictEqual(hasSlot(first.request, 2 * LARGE), true);
    throws(() => takeSlot(again.request, LARGE), { code: "overloaded" });
    freeSlot(second.info);
    strictEqual(hasSlot(again.request, LARGE), false, "its first body is still held");
    freeSlot(first.info);
    strictEqual(hasSlot(again.request, LARGE), true);
  } finally {
    for (const { info } of [...requests, again]) freeSlot(info);
  }
});

Deno.test("hasSlot() needs none for a small body, and takes the address of an unknown sender", () =>
  withoutSlots(async () => {
    const { request } = aRequestOf("another");
    strictEqual(hasSlot(request, LARGE_BODY_BYTES), true);
    strictEqual(hasSlot(request, LARGE), false);
    strictEqual(hasSlot(new Request("http://x/"), LARGE), false);
    await Promise.resolve();
  }));

// @spec calls.large-bodies
// @spec collectors.overload
Deno.test("large body of a collector, as sent or inflated, is answered 503 with Retry-After while there is no slot", () =>
  withFedApp(async ({ askApp, token }) => {
    const lines = `# ${"x".repeat(1_000)}\n`.repeat(1_100);
    const write = async (body: BodyInit, headers: Record<string, string> = {}) => {
      const init = {
        method: "POST",
        headers: { authorization: `Token ${token}`, ...headers },
        body,
      };
      const answer = await askApp("/api/v2/write", init);
      return [answer.status, answer.headers.get("retry-after")];
    };
    const zipped = await gzip(lines);
    await withoutSlots(async () => {
      deepStrictEqual(await write(lines), [503, "5"]);
      deepStrictEqual(await write(zipped, { "content-encoding": "gzip" }), [503, "5"]);
      deepStrictEqual(await write("# small"), [204, null]);
    });
    deepStrictEqual(await write(lines), [204, null]);
    deepStrictEqual(await write(lines), [204, null], "the slot is free again");
  }));

Deno.test("call without a token is never read beyond the size of a small body", () =>
  withApp(async (askApp) => {
    await withoutSlots(async () => {
      const body = JSON.stringify({ email: "a@b.fr", password: "x".repeat(2 * LARGE) });
      const headers = { "content-type": "application/json" };
      const answer = await askApp("/api/auth/login", { method: "POST", headers, body });
      strictEqual(answer.status, 413);
    });
  }));
