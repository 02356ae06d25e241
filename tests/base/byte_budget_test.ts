import { strictEqual, throws } from "node:assert/strict";
import { ByteBudget, release, SMALL_BODY_BYTES } from "@/lib/base/memory_budget.ts";

const OVERLOADED = { name: "Refused", code: "overloaded" };

Deno.test("ByteBudget counts the bytes of all requests together, and refuses those beyond its limit", () => {
  const budget = new ByteBudget(100);
  const [first, second] = [budget.open(), budget.open()];
  first.grow(60);
  second.grow(40);
  strictEqual(budget.heldBytes, 100);
  throws(() => second.grow(1), OVERLOADED);
  strictEqual(budget.heldBytes, 100);
  first.shrink(10);
  second.grow(10);
  throws(() => first.grow(1), OVERLOADED);
});

Deno.test("MemoryReservation returns its bytes to the budget, once", () => {
  const budget = new ByteBudget(100);
  const held = budget.open();
  held.grow(30);
  held.grow(20);
  held.release();
  strictEqual(budget.heldBytes, 0);
  held.release();
  held.shrink(10);
  strictEqual(budget.heldBytes, 0);
  held.grow(100);
  strictEqual(budget.heldBytes, 100);
});

Deno.test("release() frees the memory of an array and returns its bytes to the budget", () => {
  const budget = new ByteBudget(100);
  const held = budget.open();
  held.grow(100);
  const bytes = new Uint8Array(60);
  release(bytes, held);
  strictEqual(budget.heldBytes, 40);
  strictEqual(bytes.length, 0);
});

Deno.test("release() does not free an array that shares its memory", () => {
  const whole = new Uint8Array(60).fill(1);
  release(whole.subarray(0, 30));
  strictEqual(whole.length, 60);
});

Deno.test("ByteBudget gives a request nothing beyond the total up to which it may reserve", () => {
  const budget = new ByteBudget(100);
  const [first, second, third] = [budget.open(60), budget.open(60), budget.open(200)];
  first.grow(40);
  throws(() => second.grow(21), OVERLOADED);
  second.grow(20);
  throws(() => first.grow(1), OVERLOADED);
  third.grow(40);
  throws(() => third.grow(1), OVERLOADED);
  strictEqual(budget.heldBytes, 100);
});

// @spec forms.reserve
Deno.test("ByteBudget keeps a reserve for small requests that large ones cannot use", () => {
  const budget = new ByteBudget(100, 20);
  const [large, small] = [budget.open(), budget.openSmall()];
  large.grow(100);
  throws(() => large.grow(1), OVERLOADED);
  small.grow(20);
  throws(() => small.grow(1), OVERLOADED);
  small.release();
  strictEqual(budget.heldBytes, 100);
});

Deno.test("ByteBudget gives no more of the reserve to a small request that becomes large", () => {
  const budget = new ByteBudget(SMALL_BODY_BYTES, 2 * SMALL_BODY_BYTES);
  const [large, small] = [budget.open(), budget.openSmall()];
  large.grow(SMALL_BODY_BYTES);
  small.grow(SMALL_BODY_BYTES);
  throws(() => small.grow(1), OVERLOADED);
  large.release();
  throws(() => small.grow(1), OVERLOADED);
});
