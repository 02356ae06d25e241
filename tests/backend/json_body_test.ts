import { doesNotThrow, throws } from "node:assert/strict";
import { checkJsonSize } from "../../lib/backend/json_body.ts";
import { Refused } from "../../lib/backend/refused.ts";

function check(text: string): void {
  checkJsonSize(new TextEncoder().encode(text));
}

function isRefused(text: string, code: string): void {
  throws(() => check(text), (fault) => fault instanceof Refused && fault.code === code);
}

Deno.test("checkJsonSize() refuses more than 32 levels, and more than 100,000 values", () => {
  isRefused("[".repeat(500_000) + "]".repeat(500_000), "too-deep");
  isRefused('{"a":'.repeat(33) + "1" + "}".repeat(33), "too-deep");
  isRefused(`[${"0,".repeat(500_000)}0]`, "too-many-fields");
  doesNotThrow(() => check("[".repeat(32) + "]".repeat(32)));
  doesNotThrow(() => check(`[${"[],".repeat(50_000)}0]`));
});

Deno.test("checkJsonSize() does not count the marks inside texts", () => {
  doesNotThrow(() => check(JSON.stringify("[,".repeat(200_000))));
  doesNotThrow(() => check(JSON.stringify(['"[', '\\"[,'.repeat(100), "\\"])));
  isRefused(`["\\\\",${"[".repeat(40)}`, "too-deep");
});
