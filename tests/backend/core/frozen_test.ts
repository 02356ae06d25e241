import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { frozen, frozenInSlices } from "@/lib/backend/core/frozen.ts";

Deno.test("frozen() freezes a value deeply, except bytes, which cannot be frozen", () => {
  const bytes = new Uint8Array([1, 2]);
  const value = { list: [{ name: "A" }, null], deep: { deeper: { bytes } }, text: "text" };
  strictEqual(frozen(value), value);
  for (const one of [value, value.list, value.list[0], value.deep.deeper]) ok(Object.isFrozen(one));
  ok(!Object.isFrozen(bytes));
});

Deno.test("frozenInSlices() yields to the event loop on a large value", async () => {
  const order: string[] = [];
  const value = Array.from({ length: 300_000 }, (_, rank) => ({ rank }));
  const timer = new Promise((resolve) => setTimeout(() => resolve(order.push("timer")), 0));
  await frozenInSlices(value);
  order.push("frozen");
  await timer;
  deepStrictEqual(order, ["timer", "frozen"]);
  ok(Object.isFrozen(value.at(0)) && Object.isFrozen(value.at(-1)));
});
