import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { AlarmSelection, AvailableSelection } from "@/lib/alarms/schema.ts";
import { pressedSelections, sentSelections } from "@/lib/alarms/selections.ts";

const AVAILABLE: AvailableSelection[] = [
  { handler: "collect-online", label: "Capteurs", filters: [] },
  {
    handler: "building-cmv",
    label: "Ventilation",
    filters: [{ name: "building", label: "Bâtiments", values: [{ value: "b1", label: "A" }] }],
  },
];
const ONLINE: AlarmSelection = { handler: "collect-online", filters: {} };

function sent(fields: Record<string, string[]>): (name: string) => string[] {
  return (name) => fields[name] ?? [];
}

Deno.test("sentSelections() reads handlers in order, each with its own filters", () => {
  const fields = {
    "handler": ["building-cmv", "collect-online", "building-cmv", "0", "autre"],
    "building-cmv.building": ["b1"],
    "collect-online.building": ["b1"],
  };
  deepStrictEqual(sentSelections(sent(fields), AVAILABLE), [
    { handler: "building-cmv", filters: { building: ["b1"] } },
    ONLINE,
  ]);
  deepStrictEqual(sentSelections(sent({}), AVAILABLE), []);
});

Deno.test("pressedSelections() adds the selected handler, and nothing for '0'", () => {
  deepStrictEqual(pressedSelections([], "add-selection", "collect-online"), [ONLINE]);
  deepStrictEqual(pressedSelections([ONLINE], "add-selection", "0"), [ONLINE]);
});

Deno.test("pressedSelections() removes the one named by its button", () => {
  deepStrictEqual(pressedSelections([ONLINE], "remove-selection:collect-online", "0"), []);
  deepStrictEqual(pressedSelections([ONLINE], "remove-selection:autre", "0"), [ONLINE]);
});

Deno.test("pressedSelections() is null for a button that saves", () => {
  strictEqual(pressedSelections([ONLINE], "", "building-cmv"), null);
  strictEqual(pressedSelections([ONLINE], "remove", "0"), null);
});
