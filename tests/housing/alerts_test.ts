import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { alertState, listedAlerts } from "@/lib/housing/alert_state.ts";

const TODAY = "2026-02-10";

Deno.test("alertState() counts the first and the last day; a message without an end stays", () => {
  strictEqual(alertState({ from: "2026-02-10", to: "2026-02-10" }, TODAY), "current");
  strictEqual(alertState({ from: "2026-02-11", to: null }, TODAY), "coming");
  strictEqual(alertState({ from: "2026-02-01", to: "2026-02-09" }, TODAY), "past");
  strictEqual(alertState({ from: "2020-01-01", to: null }, TODAY), "current");
});

// @spec housing.messages
Deno.test("listedAlerts() has current messages, then future ones, then past ones, latest first", () => {
  const alert = (id: string, from: string, to: string | null) => ({
    id,
    from,
    to,
    message: "",
    houseIds: [],
    version: "1",
  });
  const all = [
    alert("past", "2026-01-01", "2026-01-02"),
    alert("later", "2026-04-01", null),
    alert("old", "2025-01-01", null),
    alert("soon", "2026-03-01", null),
    alert("now", "2026-02-09", null),
  ];
  deepStrictEqual(listedAlerts(all, TODAY).map(({ id }) => id), [
    "now",
    "old",
    "later",
    "soon",
    "past",
  ]);
});
