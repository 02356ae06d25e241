import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { ALARM_HANDLERS } from "@/lib/alarms/alarm_handlers.ts";
import type { AlarmSelection, AvailableSelection } from "@/lib/alarms/schema.ts";
import {
  areOffered,
  NO_HANDLER,
  offeredSelections,
  placeOfHandler,
  selectionsError,
  withFilter,
  withoutSelection,
  withSelection,
} from "@/lib/alarms/selections.ts";
import { law, testLaws } from "@/tests/helpers/laws.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const ONLINE: AlarmSelection = { handler: "collect-online", filters: {} };

const ROOMS: AvailableSelection = {
  handler: "boilerroom-circuit",
  label: "Circuits",
  filters: [{
    name: "boilerRoom",
    label: "Chaufferies",
    values: [{ value: "c1", label: "Nord" }, { value: "c2", label: "Sud" }],
  }],
};
const ANYWHERE: AvailableSelection = { handler: "collect-online", label: "Capteurs", filters: [] };

Deno.test("withSelection() adds a handler without filters", () => {
  deepStrictEqual(withSelection([ONLINE], "building-cmv"), [ONLINE, {
    handler: "building-cmv",
    filters: {},
  }]);
});

// @spec forms.alarms
Deno.test("withSelection() adds nothing for '0', nor for an unknown handler", () => {
  for (const handler of [NO_HANDLER, "", "constructor"]) {
    deepStrictEqual(withSelection([ONLINE], handler), [ONLINE]);
  }
});

Deno.test("withSelection() ignores a handler already selected, and keeps its filters", () => {
  const narrowed: AlarmSelection = { handler: "building-cmv", filters: { building: ["b1"] } };
  deepStrictEqual(withSelection([narrowed], "building-cmv"), [narrowed]);
});

Deno.test("withoutSelection() removes one handler", () => {
  deepStrictEqual(withoutSelection([ONLINE], "collect-online"), []);
  deepStrictEqual(withoutSelection([ONLINE], "building-cmv"), [ONLINE]);
});

Deno.test("withFilter() narrows one selection; without a value it removes the filter", () => {
  const both = withSelection([ONLINE], "boilerroom-circuit");
  const narrowed = withFilter(both, "boilerroom-circuit", ["boilerRoom", ["c1"]]);
  deepStrictEqual(narrowed, [ONLINE, {
    handler: "boilerroom-circuit",
    filters: { boilerRoom: ["c1"] },
  }]);
  deepStrictEqual(withFilter(narrowed, "boilerroom-circuit", ["boilerRoom", []]), both);
});

// @spec alarms.choices
Deno.test("offeredSelections() leaves out the selected handlers", () => {
  deepStrictEqual(offeredSelections([ANYWHERE, ROOMS], [ONLINE]), [ROOMS]);
});

Deno.test("selectionsError() requires one selection", () => {
  deepStrictEqual(selectionsError([]), { code: "required" });
  strictEqual(selectionsError([ONLINE]), null);
});

Deno.test("areOffered() refuses a handler, a filter or a value that is not offered", () => {
  const about = (filters: Record<string, string[]>) =>
    areOffered([{ handler: "boilerroom-circuit", filters }], [ROOMS]);
  ok(about({}));
  ok(about({ boilerRoom: ["c1", "c2"] }));
  ok(!about({ boilerRoom: ["c1", "c3"] }));
  ok(!about({ building: ["c1"] }));
  ok(!areOffered([ONLINE], [ROOMS]));
  ok(!areOffered([{ handler: "boilerroom-circuit", filters: {} }, ONLINE], [ROOMS]));
});

// @spec alarms.choices
Deno.test("areOffered() accepts a value that the report already has, only for the same handler and filter", () => {
  const before: AlarmSelection[] = [{
    handler: "boilerroom-circuit",
    filters: { boilerRoom: ["c3"] },
  }];
  const about = (filters: Record<string, string[]>) =>
    areOffered([{ handler: "boilerroom-circuit", filters }], [ROOMS], before);
  ok(about({ boilerRoom: ["c3"] }));
  ok(about({ boilerRoom: ["c1", "c3"] }));
  ok(!about({ boilerRoom: ["c4"] }));
  ok(!about({ building: ["c3"] }));
});

// @spec alarms.choices
Deno.test("areOffered() accepts a handler no longer offered only as the report already has it", () => {
  const circuits = (filters: AlarmSelection["filters"]): AlarmSelection[] => [
    { handler: "boilerroom-circuit", filters },
  ];
  const before = circuits({ boilerRoom: ["b1", "b2"] });
  strictEqual(areOffered(circuits({ boilerRoom: ["b2", "b1"] }), [], before), true);
  for (const filters of [{}, { boilerRoom: ["b1"] }, { boilerRoom: ["b1", "b2", "b3"] }]) {
    strictEqual(areOffered(circuits(filters), [], before), false);
  }
  strictEqual(areOffered(before, []), false);
});

Deno.test("placeOfHandler() is the boiler room, the building or the whole residence", () => {
  strictEqual(placeOfHandler("boilerroom-errorcode"), "boilerRoom");
  strictEqual(placeOfHandler("building-skydome"), "building");
  strictEqual(placeOfHandler("pilot-online"), null);
});

testLaws([
  law(
    "withSelection(), called again and again, never makes twins and never loses one",
    fc.property(fc.array(fc.constantFrom<string>(...ALARM_HANDLERS, NO_HANDLER)), (handlers) => {
      const chosen = handlers.reduce<readonly AlarmSelection[]>(withSelection, []);
      const expected = new Set(handlers.filter((handler) => handler !== NO_HANDLER));
      deepStrictEqual(chosen.map(({ handler }) => handler), [...expected]);
    }),
  ),
]);
