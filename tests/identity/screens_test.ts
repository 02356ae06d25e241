import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { expandRoles, opensScreen, SCREEN_ROLES } from "@/lib/identity/effective_roles.ts";
import { type Role, ROLE_NAMES, type Screen } from "@/lib/identity/roles.ts";

function screensOf(roles: readonly Role[]): Screen[] {
  const held = expandRoles(roles);
  return [...SCREEN_ROLES.keys()].filter((screen) => opensScreen(screen, held));
}

Deno.test("opensScreen() shows documents to the documents role, not to collect alone", () => {
  strictEqual(opensScreen("documents", expandRoles(["collect:documents:read"])), true);
  strictEqual(opensScreen("documents", expandRoles(["collect"])), false);
});

Deno.test("opensScreen() lets validate with the validation role only", () => {
  strictEqual(opensScreen("document-validation", expandRoles(["collect:documents:read"])), false);
  deepStrictEqual(screensOf(["collect:documents:validate:write"]), [
    "document-validation",
    "documents",
  ]);
});

// @spec roles.screens
Deno.test("opensScreen() shows facilities by their read roles", () => {
  deepStrictEqual(screensOf(["collect:boilerroom:read"]), [
    "alarms",
    "autoconsumption",
    "boiler-rooms",
    "energy-balance",
  ]);
  strictEqual(opensScreen("buildings", expandRoles(["collect:building:read"])), true);
  strictEqual(opensScreen("buildings", expandRoles(["collect:boilerroom:write"])), false);
});

Deno.test("opensScreen() shows housing with aggregated daily data", () => {
  const roles = expandRoles(["collect:agg:daily"]);
  strictEqual(opensScreen("houses", roles), true);
  strictEqual(opensScreen("house-settings", roles), false);
});

Deno.test("opensScreen() gives the pilot view to pilot:read", () => {
  const roles = expandRoles(["pilot:read"]);
  strictEqual(opensScreen("pilot", roles), true);
  strictEqual(opensScreen("pilot", expandRoles(["collect"])), false);
  strictEqual(opensScreen("pilot-settings", roles), false);
});

Deno.test("opensScreen() shows settings to the write roles only", () => {
  const readOnly = screensOf(["collect:read"]);
  deepStrictEqual(readOnly.filter((screen) => screen.endsWith("-settings")), []);
  strictEqual(screensOf(["collect"]).includes("boiler-room-settings"), true);
});

Deno.test("opensScreen() shows alarms to a user who may act on one", () => {
  deepStrictEqual(screensOf(["collect:alarm:write"]), [
    "alarms",
    "alarm-archive",
    "alarm-comments",
  ]);
  deepStrictEqual(screensOf(["collect:alarm:report:write"]), ["alarms", "alarm-reports"]);
});

Deno.test("opensScreen() of no role is false for every screen", () => {
  deepStrictEqual(screensOf([]), []);
});

Deno.test("opensScreen() of every role is true for every screen", () => {
  strictEqual(screensOf(ROLE_NAMES).length, SCREEN_ROLES.size);
  strictEqual(SCREEN_ROLES.size, 29);
});
