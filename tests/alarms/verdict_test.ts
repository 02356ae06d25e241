import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { ruleResult } from "@/lib/alarms/rule_evaluation.ts";

// @spec alarms.hysteresis
Deno.test("ruleResult() ends an alarm exactly half a kelvin inside a bound of any decimals", () => {
  const wrong: string[] = [];
  for (let tenths = -300; tenths <= 1_200; tenths++) {
    const bound = tenths / 10;
    const [below, above] = [(tenths - 5) / 10, (tenths + 5) / 10];
    const max = ruleResult({ kind: "bounds", min: null, max: bound, unit: "°C" }, below);
    const min = ruleResult({ kind: "bounds", min: bound, max: null, unit: "°C" }, above);
    const threshold = ruleResult({ kind: "threshold", threshold: bound, unit: "°C" }, below);
    if (max !== "right" || min !== "right" || threshold !== "right") wrong.push(String(bound));
  }
  deepStrictEqual(wrong, []);
  const bounds = { kind: "bounds", min: null, max: 64.1, unit: "°C" } as const;
  strictEqual(ruleResult(bounds, 63.61), "near");
});
