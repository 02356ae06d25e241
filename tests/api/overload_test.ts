import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { BODY_BUDGET } from "@/lib/base/memory_budget.ts";
import { json, withApp } from "@/tests/helpers/an_app.ts";

/** Runs a test while other requests hold the whole budget of bodies. */
async function overloaded(test: () => Promise<void>): Promise<void> {
  const others = BODY_BUDGET.open();
  others.grow(BODY_BUDGET.maxBytes - BODY_BUDGET.heldBytes);
  try {
    await test();
  } finally {
    others.release();
  }
}

const LOGIN = json({ email: "a@b.fr", password: "x" });

Deno.test("call is asked to retry while bodies exceed the budget, and holds nothing once answered", () =>
  withApp(async (askApp) => {
    await overloaded(async () => {
      const answer = await askApp("/api/auth/login", LOGIN);
      deepStrictEqual([answer.status, answer.headers.get("retry-after")], [503, "5"]);
      strictEqual((await answer.json()).code, "overloaded");
    });
    const before = BODY_BUDGET.heldBytes;
    strictEqual((await askApp("/api/auth/login", LOGIN)).status, 401);
    strictEqual(BODY_BUDGET.heldBytes, before);
  }));
