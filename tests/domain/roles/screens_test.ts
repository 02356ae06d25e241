import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { closure } from "@/lib/domain/roles/closure.ts";
import { type Role, ROLE_NAMES, type Screen } from "@/lib/domain/roles/roles.ts";
import {
  canOpen,
  openScreens,
  opensScreen,
  SCREEN_ROLES,
  type ScreenFacts,
} from "@/lib/domain/roles/screens.ts";
import { EVERYTHING, NOTHING } from "./facts.ts";

function screensOf(roles: readonly Role[], facts: ScreenFacts = EVERYTHING): Screen[] {
  return openScreens(closure(roles), facts);
}

Deno.test("canOpen() shows documents to the documents role, not to collect alone", () => {
  strictEqual(canOpen("documents", closure(["collect:documents:read"]), EVERYTHING), true);
  strictEqual(canOpen("documents", closure(["collect"]), EVERYTHING), false);
});

Deno.test("canOpen() lets validate with the validation role only", () => {
  strictEqual(
    canOpen("document-validation", closure(["collect:documents:read"]), EVERYTHING),
    false,
  );
  deepStrictEqual(screensOf(["collect:documents:validate:write"]), [
    "document-validation",
    "documents",
  ]);
});

Deno.test("canOpen() shows no document where the organisation has no document management", () => {
  const facts = { ...EVERYTHING, documentManagement: false };
  deepStrictEqual(screensOf(["collect:documents:write"], facts), []);
});

// @spec roles.screens
Deno.test("canOpen() shows facilities by their read roles", () => {
  deepStrictEqual(screensOf(["collect:boilerroom:read"]), [
    "alarms",
    "autoconsumption",
    "boiler-rooms",
    "energy-balance",
  ]);
  strictEqual(canOpen("buildings", closure(["collect:building:read"]), EVERYTHING), true);
  strictEqual(canOpen("buildings", closure(["collect:boilerroom:write"]), EVERYTHING), false);
});

Deno.test("canOpen() shows housing with aggregated daily data, where there are houses", () => {
  const roles = closure(["collect:agg:daily"]);
  strictEqual(canOpen("houses", roles, EVERYTHING), true);
  strictEqual(canOpen("houses", roles, { ...EVERYTHING, houseMode: 0 }), false);
  strictEqual(canOpen("house-settings", roles, EVERYTHING), false);
});

Deno.test("canOpen() gives the pilot view to pilot:read on a project with a pilot", () => {
  const roles = closure(["pilot:read"]);
  strictEqual(canOpen("pilot", roles, EVERYTHING), true);
  strictEqual(canOpen("pilot", roles, { ...EVERYTHING, hasPilot: false }), false);
  strictEqual(canOpen("pilot", closure(["collect"]), EVERYTHING), false);
  strictEqual(canOpen("pilot-settings", roles, EVERYTHING), false);
});

Deno.test("canOpen() keeps settings for the write roles", () => {
  const readOnly = screensOf(["collect:read"]);
  deepStrictEqual(readOnly.filter((screen) => screen.endsWith("-settings")), []);
  strictEqual(screensOf(["collect"]).includes("boiler-room-settings"), true);
});

Deno.test("opensScreen() looks at the roles alone, canOpen() at the project too", () => {
  const roles = closure(["pilot:read"]);
  strictEqual(opensScreen("pilot", roles), true);
  strictEqual(canOpen("pilot", roles, NOTHING), false);
  strictEqual(opensScreen("pilot-settings", roles), false);
});

Deno.test("openScreens() shows alarms to a user who may act on one", () => {
  deepStrictEqual(screensOf(["collect:alarm:write"]), [
    "alarms",
    "alarm-archive",
    "alarm-comments",
  ]);
  deepStrictEqual(screensOf(["collect:alarm:report:write"]), ["alarms", "alarm-reports"]);
});

Deno.test("openScreens() of no role is nothing", () => {
  deepStrictEqual(openScreens(new Set(), EVERYTHING), []);
});

Deno.test("openScreens() of every role on a bare project keeps what needs nothing of it", () => {
  deepStrictEqual(openScreens(closure(ROLE_NAMES), NOTHING).sort(), [
    "alarm-archive",
    "alarm-comments",
    "alarm-reports",
    "alarms",
    "autoconsumption-settings",
    "boiler-room-settings",
    "boiler-rooms",
    "building-settings",
    "buildings",
    "energy-balance",
  ]);
});

Deno.test("openScreens() of every role on a full project is every screen", () => {
  strictEqual(openScreens(closure(ROLE_NAMES), EVERYTHING).length, SCREEN_ROLES.size);
  strictEqual(SCREEN_ROLES.size, 29);
});
