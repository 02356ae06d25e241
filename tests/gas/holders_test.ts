import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { type GasHolder, holderAt, withHolder } from "@/lib/gas/pce_rules.ts";

const NORTH = { projectId: "p1", boilerRoomId: "north" };
const SOUTH = { projectId: "p2", boilerRoomId: "south" };
const TODAY = "2026-02-10";

const MOVED: readonly GasHolder[] = [{ ...NORTH, fromDate: null }, { ...SOUTH, fromDate: TODAY }];

Deno.test("holderAt() is the holder of the day a line ends; the day of a move still belongs to the first", () => {
  strictEqual(holderAt(MOVED, "2024-01-01")?.projectId, "p1");
  strictEqual(holderAt(MOVED, TODAY)?.projectId, "p1");
  strictEqual(holderAt(MOVED, "2026-02-11")?.projectId, "p2");
  strictEqual(holderAt([], TODAY), null);
});

Deno.test("withHolder() gives another residence the future lines, and another room of the same one all lines", () => {
  deepStrictEqual(withHolder([], NORTH, TODAY), [{ ...NORTH, fromDate: null }]);
  deepStrictEqual(withHolder([{ ...NORTH, fromDate: null }], SOUTH, TODAY), MOVED);
  const east = { projectId: "p2", boilerRoomId: "east" };
  deepStrictEqual(withHolder(MOVED, east, "2026-03-01"), [
    { ...NORTH, fromDate: null },
    { ...east, fromDate: TODAY },
  ]);
});

Deno.test("withHolder() leaves no trace of a move that is undone on the same day", () => {
  deepStrictEqual(withHolder(MOVED, NORTH, TODAY), [{ ...NORTH, fromDate: null }]);
});
