import { strictEqual } from "node:assert/strict";
import { simulationOverrides, simulationPrefill } from "@/lib/energy_balance/simulation.ts";
import { boardYear } from "@/lib/energy_balance/year_report.ts";
import { aBoard } from "./builders.ts";

Deno.test("boardYear() computes the real year of a board once, and each simulation separately", () => {
  const board = aBoard();
  const real = boardYear(board, null);
  strictEqual(boardYear(board, null), real);
  const { boilerRoom, period } = board.input;
  const prefilled = simulationPrefill(boilerRoom.settings, period);
  const overrides = simulationOverrides({ ...prefilled, target: 50 });
  strictEqual(boardYear(board, overrides).cumulative?.target.total, 20_000);
  strictEqual(boardYear(board, null), real);
  strictEqual(real.cumulative?.target.total, 16_000);
});
