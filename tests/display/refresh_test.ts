import { ok, strictEqual } from "node:assert/strict";
import { refreshSeconds } from "@/lib/display/screen_pages.ts";

// @spec display.refresh
Deno.test("refreshSeconds() is five to six minutes, constant for one screen, different between screens", () => {
  const tokens = Array.from({ length: 500 }, (_, rank) => `screen ${rank}`);
  const all = tokens.map(refreshSeconds);
  ok(all.every((seconds) => seconds >= 300 && seconds < 360));
  ok(new Set(all).size > 30, `${new Set(all).size} different`);
  strictEqual(refreshSeconds("a screen"), refreshSeconds("a screen"));
});
